package dev.sennit.query.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What takes the place of functions that other query languages have and this one has not. */
final class ForeignFunctions {
    /** By their names in lower case. */
    static final Map<String, String> REPLACEMENTS = replacements();

    private ForeignFunctions() {}

    /** What to write instead of a function of that name. */
    static Optional<String> insteadOf(String name) {
        return Optional.ofNullable(REPLACEMENTS.get(name.toLowerCase(Locale.ROOT)));
    }

    private static Map<String, String> replacements() {
        Map<String, String> known = new HashMap<>();
        put(known, "toUpper(x)", "ucase", "to_upper", "uppercase");
        put(known, "toLower(x)", "lcase", "to_lower", "lowercase");
        put(known, "size(x)", "len", "strlen", "array_length", "array_size", "list_len", "list_size");
        put(known, "substring(x, start, length)", "substr", "mid");
        put(known, "coalesce(x, y)", "ifnull", "nvl", "zeroifnull");
        put(known, "coalesce(x, y), or x IS NULL", "isnull");
        put(known, "x || y", "concat", "list_concat", "array_concat");
        put(known, "datetime()", "now", "getdate", "sysdate", "current_timestamp", "localtimestamp");
        put(known, "date()", "curdate", "current_date", "today");
        put(known, "x ^ y", "power", "pow");
        put(known, "x % y", "mod");
        put(known, "collect(x)", "array_agg", "list_agg");
        put(known, "collect(DISTINCT x)", "collect_set");
        put(
                known,
                "collect(x), and reduce(t = '', s IN list | t || s) to make it one STRING",
                "group_concat",
                "string_agg",
                "listagg");
        put(known, "x CONTAINS y", "instr", "strpos", "charindex", "contains");
        put(known, "x STARTS WITH y", "startswith", "starts_with");
        put(known, "x ENDS WITH y", "endswith", "ends_with");
        put(known, "x =~ 'regex'", "regexp_like", "regexp_matches");
        put(known, "x IN list", "list_contains", "array_contains");
        put(known, "toInteger(x)", "int", "to_int", "to_integer", "to_int64", "cast_int");
        put(known, "toFloat(x)", "float", "double", "to_float", "to_double");
        put(known, "toString(x)", "str", "string", "to_string", "to_char");
        put(known, "toInteger(x), toFloat(x) or toString(x)", "cast", "convert");
        put(known, "rand()", "random");
        put(known, "randomUUID()", "uuid", "gen_random_uuid", "newid");
        put(known, "CASE WHEN condition THEN x ELSE y END", "iif", "if", "decode");
        put(known, "avg(x)", "average", "mean");
        put(known, "stDev(x)", "stddev");
        put(known, "stDevP(x)", "stddevp");
        put(known, "relationships(path)", "rels", "edges");
        put(known, "labels(node), or type(edge)", "label");
        put(known, "valueType(x)", "typeof");
        put(known, "duration.between(x, y)", "datediff", "date_diff");
        put(known, "x + duration({days: 1})", "dateadd", "date_add");
        put(known, "date.truncate('month', x), or datetime.truncate", "date_trunc");
        put(known, "date(x)", "to_date", "str_to_date");
        put(known, "x.year", "year");
        put(known, "x.month", "month");
        put(known, "x.day", "day");
        put(known, "vector.similarity.cosine(x, y)", "cosine_similarity", "array_cosine_similarity");
        return Map.copyOf(known);
    }

    private static void put(Map<String, String> known, String replacement, String... names) {
        List.of(names).forEach(name -> known.put(name, replacement));
    }
}
