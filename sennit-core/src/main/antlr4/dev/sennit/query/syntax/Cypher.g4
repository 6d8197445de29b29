/*
 * openCypher 9 with the label expressions of ISO GQL. The grammar takes any order of clauses; which orders make sense
 * is said by the builder of the syntax tree, in better words than a parser has.
 */
grammar Cypher;

options {
    caseInsensitive = true;
}

statement
    : prefix=(EXPLAIN | PROFILE)? query ';'* EOF
    ;

query
    : singleQuery unionPart*
    ;

unionPart
    : UNION ALL? singleQuery
    ;

singleQuery
    : clause+
    ;

clause
    : OPTIONAL? MATCH pattern where?                                              # MatchClause
    | UNWIND expression AS variable                                               # UnwindClause
    | WITH projection where?                                                      # WithClause
    | RETURN projection                                                           # ReturnClause
    | CALL ('(' (variable (',' variable)*)? ')')? '{' query '}'                   # CallSubqueryClause
    | CALL qualifiedName ('(' (expression (',' expression)*)? ')')? yieldPart?    # CallProcedureClause
    | CREATE pattern                                                              # CreateClause
    | MERGE patternPart mergeAction*                                              # MergeClause
    | SET setItem (',' setItem)*                                                  # SetClause
    | REMOVE removeItem (',' removeItem)*                                         # RemoveClause
    | DETACH? DELETE expression (',' expression)*                                 # DeleteClause
    | FOREACH '(' variable IN expression '|' clause+ ')'                          # ForeachClause
    ;

where
    : WHERE expression
    ;

yieldPart
    : YIELD ('*' | yieldItem (',' yieldItem)*) where?
    ;

yieldItem
    : (name AS)? variable
    ;

mergeAction
    : ON on=(CREATE | MATCH) SET setItem (',' setItem)*
    ;

setItem
    : variable '=' expression               # SetAll
    | variable '+=' expression              # SetMerge
    | variable (':' name)+                  # SetLabels
    | propertyTarget '=' expression         # SetProperty
    ;

removeItem
    : variable (':' name)+     # RemoveLabels
    | propertyTarget           # RemoveProperty
    ;

/** Not an expression: if a dot could follow one, every dot would have to be looked beyond. */
propertyTarget
    : atom ('.' name)+
    ;

projection
    : DISTINCT? ('*' (',' projectionItem)* | projectionItem (',' projectionItem)*) order? skip? limit?
    ;

projectionItem
    : expression (AS alias)?
    ;

alias
    : name
    ;

order
    : ORDER BY sortItem (',' sortItem)*
    ;

sortItem
    : expression direction=(ASC | ASCENDING | DESC | DESCENDING)?
    ;

skip
    : (SKIP_ | OFFSET) expression
    ;

limit
    : LIMIT expression
    ;

pattern
    : patternPart (',' patternPart)*
    ;

patternPart
    : (variable '=')? (shortestPath | patternElement)
    ;

shortestPath
    : kind=(SHORTESTPATH | ALLSHORTESTPATHS) '(' patternElement ')'
    ;

patternElement
    : nodePattern patternLink*
    | '(' patternElement ')'
    ;

patternLink
    : edgePattern nodePattern
    ;

nodePattern
    : '(' variable? labels? (mapLiteral | parameter)? where? ')'
    ;

edgePattern
    : left='<'? '-' ('[' variable? labels? edgeRange? (mapLiteral | parameter)? where? ']')? '-' right='>'?
    ;

edgeRange
    : '*' (least=INTEGER? dots='..' most=INTEGER? | exactly=INTEGER)?
    ;

/** The colons between labels belong here and not to label expressions, since in conditions they are operators. */
labels
    : (':' | IS) labelExpression (':' labelExpression)*
    ;

labelExpression
    : name                                                # LabelName
    | '%'                                                 # AnyLabel
    | '(' labelExpression ')'                             # LabelGroup
    | '!' labelExpression                                 # LabelNot
    | labelExpression '&' labelExpression                 # LabelAnd
    | labelExpression '|' ':'? labelExpression            # LabelOr
    ;

expression
    : atom                                                                   # AtomExpression
    | expression '.' name                                                    # PropertyExpression
    | expression '[' expression ']'                                          # IndexExpression
    | expression '[' least=expression? '..' most=expression? ']'             # SliceExpression
    | expression ':' labelExpression                                         # LabelPredicate
    | op=('+' | '-') expression                                              # SignExpression
    | expression '^' expression                                              # PowerExpression
    | expression op=('*' | '/' | '%') expression                             # MultiplyExpression
    | expression op=('+' | '-' | '||') expression                            # AddExpression
    | expression (STARTS WITH | ENDS WITH | CONTAINS | '=~') expression      # StringPredicate
    | expression IN expression                                               # InPredicate
    | expression IS NOT? NULL_                                               # NullPredicate
    | expression (IS NOT? ('::' | TYPED) | '::') typeExpression              # TypePredicate
    | expression IS NOT? form=IDENTIFIER? NORMALIZED                         # NormalizedPredicate
    | expression op=('=' | '<>' | '<' | '<=' | '>' | '>=') expression        # ComparisonExpression
    | NOT expression                                                         # NotExpression
    | expression AND expression                                              # AndExpression
    | expression XOR expression                                              # XorExpression
    | expression OR expression                                               # OrExpression
    ;

atom
    : literal                                                                # LiteralAtom
    | parameter                                                              # ParameterAtom
    | CASE subject=expression? caseBranch+ (ELSE otherwise=expression)? END  # CaseAtom
    | COUNT '(' '*' ')'                                                      # CountStarAtom
    | op=(EXISTS | COUNT | COLLECT) '{' (query | pattern where?) '}'         # SubqueryAtom
    | variable '{' (projectionEntry (',' projectionEntry)*)? '}'             # MapProjectionAtom
    | TRIM '(' side=(LEADING | TRAILING | BOTH)? what=expression? FROM from=expression ')' # TrimAtom
    | '[' variable IN expression where? '|' expression ']'                   # ComprehensionAtom
    | '[' variable IN expression where? ']'                                  # ComprehensionAtom
    | '[' (variable '=')? nodePattern patternLink+ where? '|' expression ']' # PatternComprehensionAtom
    | '[' (expression (',' expression)*)? ']'                                # ListAtom
    | mapLiteral                                                             # MapAtom
    | kind=(ALL | ANY | NONE | SINGLE) '(' variable IN expression where ')'  # QuantifierAtom
    | REDUCE '(' variable '=' expression ',' variable IN expression '|' expression ')' # ReduceAtom
    | shortestPath                                                           # ShortestPathAtom
    | nodePattern patternLink+                                               # PatternAtom
    | '(' expression ')'                                                     # GroupAtom
    | functionName '(' DISTINCT? (expression (',' expression)*)? ')'        # FunctionAtom
    | variable                                                               # VariableAtom
    ;

projectionEntry
    : '.' '*'                # AllProperties
    | '.' name               # OneProperty
    | name ':' expression    # NamedEntry
    | variable               # VariableEntry
    ;

/** Types of which a value may be any. */
typeExpression
    : typeName ('|' typeName)*
    ;

typeName
    : typeWord+ ('<' typeExpression '>')? (NOT NULL_)?
    ;

typeWord
    : IDENTIFIER
    | ANY
    | NULL_
    ;

caseBranch
    : WHEN expression THEN expression
    ;

literal
    : TRUE
    | FALSE
    | NULL_
    | INTEGER
    | FLOAT
    | STRING
    ;

mapLiteral
    : '{' (mapEntry (',' mapEntry)*)? '}'
    ;

mapEntry
    : name ':' expression
    ;

parameter
    : '$' (name | INTEGER)
    ;

qualifiedName
    : name ('.' name)*
    ;

/** Begins with no word of the language: NOT (a) is no call. */
functionName
    : variable ('.' name)*
    ;

/** Where any name may stand and no clause can: labels, properties, functions, aliases. */
name
    : variable
    | AND
    | AS
    | CASE
    | CONTAINS
    | CREATE
    | DELETE
    | DETACH
    | DISTINCT
    | ELSE
    | END
    | ENDS
    | FALSE
    | IN
    | IS
    | LIMIT
    | MATCH
    | MERGE
    | NOT
    | NULL_
    | OPTIONAL
    | OR
    | ORDER
    | REMOVE
    | RETURN
    | SET
    | SKIP_
    | STARTS
    | THEN
    | TRUE
    | UNION
    | UNWIND
    | WHEN
    | WHERE
    | WITH
    | XOR
    ;

/** Keywords that cannot be mistaken inside an expression are variables too. */
variable
    : IDENTIFIER
    | QUOTED_IDENTIFIER
    | ALL
    | ALLSHORTESTPATHS
    | ANY
    | ASC
    | ASCENDING
    | BOTH
    | BY
    | CALL
    | COLLECT
    | COUNT
    | DESC
    | DESCENDING
    | EXISTS
    | EXPLAIN
    | FOREACH
    | FROM
    | LEADING
    | NONE
    | NORMALIZED
    | OFFSET
    | ON
    | PROFILE
    | REDUCE
    | SHORTESTPATH
    | SINGLE
    | TRAILING
    | TRIM
    | TYPED
    | YIELD
    ;

ALL              : 'ALL';
ALLSHORTESTPATHS : 'ALLSHORTESTPATHS';
AND              : 'AND';
ANY              : 'ANY';
AS               : 'AS';
ASC              : 'ASC';
ASCENDING        : 'ASCENDING';
BOTH             : 'BOTH';
BY               : 'BY';
CALL             : 'CALL';
CASE             : 'CASE';
COLLECT          : 'COLLECT';
CONTAINS         : 'CONTAINS';
COUNT            : 'COUNT';
CREATE           : 'CREATE';
DELETE           : 'DELETE';
DESC             : 'DESC';
DESCENDING       : 'DESCENDING';
DETACH           : 'DETACH';
DISTINCT         : 'DISTINCT';
ELSE             : 'ELSE';
END              : 'END';
ENDS             : 'ENDS';
EXISTS           : 'EXISTS';
EXPLAIN          : 'EXPLAIN';
FALSE            : 'FALSE';
FOREACH          : 'FOREACH';
FROM             : 'FROM';
IN               : 'IN';
IS               : 'IS';
LEADING          : 'LEADING';
LIMIT            : 'LIMIT';
MATCH            : 'MATCH';
MERGE            : 'MERGE';
NONE             : 'NONE';
NORMALIZED       : 'NORMALIZED';
NOT              : 'NOT';
NULL_            : 'NULL';
OFFSET           : 'OFFSET';
ON               : 'ON';
OPTIONAL         : 'OPTIONAL';
OR               : 'OR';
ORDER            : 'ORDER';
PROFILE          : 'PROFILE';
REDUCE           : 'REDUCE';
REMOVE           : 'REMOVE';
RETURN           : 'RETURN';
SET              : 'SET';
SHORTESTPATH     : 'SHORTESTPATH';
SINGLE           : 'SINGLE';
SKIP_            : 'SKIP';
STARTS           : 'STARTS';
THEN             : 'THEN';
TRAILING         : 'TRAILING';
TRIM             : 'TRIM';
TRUE             : 'TRUE';
TYPED            : 'TYPED';
UNION            : 'UNION';
UNWIND           : 'UNWIND';
WHEN             : 'WHEN';
WHERE            : 'WHERE';
WITH             : 'WITH';
XOR              : 'XOR';
YIELD            : 'YIELD';

INTEGER
    : '0X' [0-9A-F]+
    | '0O' [0-7]+
    | [0-9]+
    ;

FLOAT
    : [0-9]+ '.' [0-9]+ EXPONENT?
    | '.' [0-9]+ EXPONENT?
    | [0-9]+ EXPONENT
    ;

STRING
    : '\'' (~['\\] | '\\' .)* '\''
    | '"' (~["\\] | '\\' .)* '"'
    ;

/** Takes everything beyond ASCII that is no space; what may not be in a name is refused after the lexer. */
IDENTIFIER
    : [A-Z_\u00A1-\u167F\u1681-\u1FFF\u200B-\u2027\u202A-\u202E\u2030-\u205E\u2060-\u2FFF\u3001-\u{10FFFF}]
      [A-Z0-9_\u00A1-\u167F\u1681-\u1FFF\u200B-\u2027\u202A-\u202E\u2030-\u205E\u2060-\u2FFF\u3001-\u{10FFFF}]*
    ;

QUOTED_IDENTIFIER
    : '`' (~'`' | '``')+ '`'
    ;

SPACE
    : [\u0009-\u000D\u001C-\u0020\u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+ -> skip
    ;

LINE_COMMENT
    : '//' ~[\r\n]* -> skip
    ;

BLOCK_COMMENT
    : '/*' .*? '*/' -> skip
    ;

/** The start of a comment that never ends. */
UNCLOSED_COMMENT
    : '/*'
    ;

/** Whatever no rule takes, a quote without its partner included. */
STRAY
    : .
    ;

fragment EXPONENT
    : 'E' [+-]? [0-9]+
    ;
