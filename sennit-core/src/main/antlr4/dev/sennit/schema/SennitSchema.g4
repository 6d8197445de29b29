/*
 * The schema language. Keywords are case-insensitive and reserved nowhere: each may also be a name.
 *
 * Three rules lean on SchemaErrorStrategy, which continues after an error: a schema is any number of declarations, a
 * body any number of items, and itemEnd accepts the comma that must separate items. Arguments of types are left
 * loose here, so that SchemaBuilder can say what is wrong with them in terms of the type.
 */
grammar SennitSchema;

options {
    caseInsensitive = true;
}

schema : declaration* EOF ;

declaration : DOCUMENTATION? (nodeType | edgeType) ;

nodeType : NODE name renamedFrom? labels? body? ;

labels : COLON name (COMMA name)* ;

edgeType : EDGE name renamedFrom? endpoint MINUS LBRACKET cardinality RBRACKET ARROW endpoint body? ;

endpoint : LPAREN name RPAREN ;

cardinality : INTEGER DOTS (INTEGER | STAR) ;

renamedFrom : RENAMED FROM name ;

body : LBRACE item* RBRACE ;

item : DOCUMENTATION? member itemEnd ;

itemEnd : COMMA? ;

member : key | unique | fulltext | vectorIndex | incoming | property ;

key : KEY nameList ;

unique : UNIQUE nameList ;

fulltext : FULLTEXT nameList ;

vectorIndex : VECTOR INDEX nameList (METRIC name)? ;

incoming : IN cardinality ;

nameList : LPAREN (name (COMMA name)*)? RPAREN ;

property : name type option* ;

type
    : (LOCAL | ZONED) IDENTIFIER
    | typeName arguments? parameter? (LBRACKET RBRACKET)?
    ;

typeName : IDENTIFIER | QUOTED_NAME | LOCAL | VECTOR | ZONED ;

arguments : LPAREN (argument (COMMA argument)*)? RPAREN ;

argument : number | TEXT | name ;

parameter : LESS (number | type) GREATER ;

option
    : KEY                   # keyOption
    | UNIQUE                # uniqueOption
    | NOT NULL              # notNullOption
    | PATTERN TEXT          # patternOption
    | RANGE range           # rangeOption
    | DEFAULT literal       # defaultOption
    | renamedFrom           # renamedFromOption
    ;

range : minimum=bound? DOTS maximum=bound? ;

bound : number | TEXT | STAR ;

literal : number | TEXT | TRUE | FALSE | NULL | list ;

list : LBRACKET (literal (COMMA literal)*)? RBRACKET ;

number : MINUS? (INTEGER | FRACTION) ;

name : IDENTIFIER | QUOTED_NAME | keyword ;

keyword
    : DEFAULT | EDGE | FALSE | FROM | FULLTEXT | IN | INDEX | KEY | LOCAL | METRIC | NODE | NOT | NULL | PATTERN
    | RANGE | RENAMED | TRUE | UNIQUE | VECTOR | ZONED
    ;

DEFAULT : 'DEFAULT' ;
EDGE : 'EDGE' ;
FALSE : 'FALSE' ;
FROM : 'FROM' ;
FULLTEXT : 'FULLTEXT' ;
IN : 'IN' ;
INDEX : 'INDEX' ;
KEY : 'KEY' ;
LOCAL : 'LOCAL' ;
METRIC : 'METRIC' ;
NODE : 'NODE' ;
NOT : 'NOT' ;
NULL : 'NULL' ;
PATTERN : 'PATTERN' ;
RANGE : 'RANGE' ;
RENAMED : 'RENAMED' ;
TRUE : 'TRUE' ;
UNIQUE : 'UNIQUE' ;
VECTOR : 'VECTOR' ;
ZONED : 'ZONED' ;

ARROW : '->' ;
COLON : ':' ;
COMMA : ',' ;
DOTS : '..' ;
GREATER : '>' ;
LBRACE : '{' ;
LBRACKET : '[' ;
LESS : '<' ;
LPAREN : '(' ;
MINUS : '-' ;
RBRACE : '}' ;
RBRACKET : ']' ;
RPAREN : ')' ;
STAR : '*' ;

IDENTIFIER : [\p{L}_] [\p{L}\p{M}\p{Nd}_]* ;
QUOTED_NAME : '`' (~[`\r\n] | '``')* '`' ;
INTEGER : [0-9]+ ;
FRACTION : [0-9]+ ('.' [0-9]+)? 'E' [+-]? [0-9]+ | [0-9]+ '.' [0-9]+ ;
TEXT : '\'' (~['\\\r\n] | '\\' ~[\r\n])* '\'' ;
DOCUMENTATION : '"""' ('\\"""' | .)*? '"""' ;

COMMENT : '--' ~[\r\n]* -> channel(HIDDEN) ;
SPACE : [\p{White_Space}]+ -> skip ;

/* What is no part of the language but has a meaning elsewhere; SchemaTokens reports these and mends them. */
DOUBLE_QUOTED : '"' ~["\r\n]* '"' ;
SEMICOLON : ';' ;
FOREIGN_COMMENT : ('//' | '#') ~[\r\n]* | '/*' .*? '*/' ;
UNCLOSED_DOCUMENTATION : '"""' ;
UNCLOSED_NAME : '`' (~[`\r\n] | '``')* ;
UNCLOSED_TEXT : '\'' (~['\\\r\n] | '\\' ~[\r\n])* '\\'? ;
OTHER : . ;
