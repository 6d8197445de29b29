package dev.sennit.schema;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Suggestion;
import dev.sennit.schema.IndexDeclaration.Metric;
import dev.sennit.schema.SennitSchemaParser.BodyContext;
import dev.sennit.schema.SennitSchemaParser.CardinalityContext;
import dev.sennit.schema.SennitSchemaParser.ItemContext;
import dev.sennit.schema.SennitSchemaParser.MemberContext;
import dev.sennit.schema.SennitSchemaParser.NameListContext;
import dev.sennit.schema.SennitSchemaParser.PropertyContext;
import dev.sennit.schema.SennitSchemaParser.VectorIndexContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.antlr.v4.runtime.ParserRuleContext;
import org.jspecify.annotations.Nullable;

/** Reads the body of one declaration. Used once. */
final class BodyReader {
    private static final String KEY_TYPES =
            "key types are STRING, integers, DATE, LOCAL DATETIME, ZONED DATETIME, ENUM and BYTES";

    private final SchemaProblems problems;
    private final NameReader names;
    private final CardinalityReader cardinalities;
    private final boolean isEdge;
    private final String owner;

    private final Map<String, PropertyReader.Draft> properties = new LinkedHashMap<>();
    private final Set<String> broken = new HashSet<>();

    @Nullable
    private List<String> key;

    private final List<List<String>> uniques = new ArrayList<>();
    private final List<IndexDeclaration> indexes = new ArrayList<>();

    @Nullable
    private Cardinality incoming;

    /** @param owner the type as error messages name it */
    BodyReader(SchemaProblems problems, String owner, boolean isEdge) {
        this.problems = problems;
        this.names = new NameReader(problems);
        this.cardinalities = new CardinalityReader(problems);
        this.owner = owner;
        this.isEdge = isEdge;
    }

    BodyReader read(@Nullable BodyContext body) {
        if (body == null) {
            return this;
        }
        PropertyReader reader = new PropertyReader(problems);
        for (ItemContext item : body.item()) {
            PropertyContext property =
                    item.member() == null ? null : item.member().property();
            if (item.exception != null) {
                keepNameOf(item, property);
            } else if (property != null) {
                add(reader.read(property, documentation(item)));
            } else if (item.DOCUMENTATION() != null) {
                problems.add(
                        ErrorCode.SYNTAX_ERROR,
                        item.DOCUMENTATION().getSymbol(),
                        ErrorText.of("documentation belongs before a type or a property")
                                .remedy("write a comment: -- ..."));
            }
        }
        properties.values().forEach(this::addOptionConstraints);
        for (ItemContext item : body.item()) {
            if (item.exception == null && item.member() != null) {
                readConstraint(item.member());
            }
        }
        return this;
    }

    List<Property> properties() {
        return properties.values().stream()
                .flatMap(d -> d.property(key != null && key.contains(d.name())).stream())
                .toList();
    }

    Optional<List<String>> key() {
        return Optional.ofNullable(key);
    }

    List<List<String>> uniques() {
        return uniques;
    }

    List<IndexDeclaration> indexes() {
        return indexes;
    }

    Cardinality incoming() {
        return incoming == null ? Cardinality.ANY : incoming;
    }

    /** Adds what the properties say about migration. */
    void addHints(String type, MigrationHints.Builder hints) {
        Map<String, String> newNames = new LinkedHashMap<>();
        for (PropertyReader.Draft draft : properties.values()) {
            PropertyRef reference = new PropertyRef(type, draft.name());
            draft.defaultValue().ifPresent(value -> hints.defaults.put(reference, value));
            if (draft.renamedFrom() != null) {
                String old = names.reference(draft.renamedFrom());
                String other = newNames.putIfAbsent(old, draft.name());
                if (properties.containsKey(old)) {
                    problems.add(
                            ErrorCode.INVALID_SCHEMA,
                            draft.renamedFrom(),
                            ErrorText.of("'" + draft.name() + "' cannot be renamed from '" + old + "'")
                                    .cause(owner + " still declares '" + old + "'")
                                    .remedy(MigrationHints.TWO_CHANGES));
                } else if (other != null) {
                    problems.add(
                            ErrorCode.INVALID_SCHEMA,
                            draft.renamedFrom(),
                            ErrorText.of("'" + draft.name() + "' cannot be renamed from '" + old + "'")
                                    .cause("'" + other + "' is already"));
                }
                hints.renamedProperties.put(reference, old);
            }
        }
    }

    private static String documentation(ItemContext item) {
        return item.DOCUMENTATION() == null
                ? ""
                : SchemaText.readDocumentation(item.DOCUMENTATION().getText());
    }

    /** A constraint that mentions a property with a syntax error is not wrong because of that. */
    private void keepNameOf(ItemContext item, @Nullable PropertyContext property) {
        if (property != null && property.name() != null) {
            broken.add(names.reference(property.name()));
        } else if (item.member() != null) {
            broken.add(SchemaText.unquoteName(item.member().getStart().getText()));
        }
    }

    private void add(PropertyReader.Draft draft) {
        PropertyReader.Draft first = properties.putIfAbsent(draft.name(), draft);
        if (first != null) {
            problems.add(
                    ErrorCode.INVALID_SCHEMA,
                    draft.written(),
                    ErrorText.of(owner + " declares the property '" + draft.name() + "' twice")
                            .cause("the first is on line "
                                    + first.written().getStart().getLine()));
        }
        if (draft.type().isEmpty()) {
            broken.add(draft.name());
        }
    }

    private void addOptionConstraints(PropertyReader.Draft draft) {
        if (draft.key() != null) {
            setKey(draft.key(), List.of(draft.name()), List.of(draft.key()));
        }
        if (draft.unique() != null) {
            addUnique(draft.unique(), List.of(draft.name()), List.of(draft.unique()));
        }
    }

    private void readConstraint(MemberContext member) {
        if (member.key() != null) {
            NameListContext list = member.key().nameList();
            setKey(member.key(), names.references(list), list.name());
        } else if (member.unique() != null) {
            NameListContext list = member.unique().nameList();
            addUnique(member.unique(), names.references(list), list.name());
        } else if (member.fulltext() != null) {
            addFulltext(member.fulltext(), member.fulltext().nameList());
        } else if (member.vectorIndex() != null) {
            addVectorIndex(member.vectorIndex());
        } else if (member.incoming() != null) {
            setIncoming(member.incoming(), member.incoming().cardinality());
        }
    }

    private void setKey(ParserRuleContext written, List<String> key, List<? extends ParserRuleContext> places) {
        if (key.isEmpty() && !isEdge) {
            invalid(
                    written,
                    ErrorText.of("the key of " + owner + " has no properties")
                            .remedy("leave KEY () out for a type whose ids are minted"));
            return;
        }
        if (this.key != null) {
            List<String> both = new ArrayList<>(this.key);
            key.stream().filter(name -> !both.contains(name)).forEach(both::add);
            invalid(
                    written,
                    ErrorText.of(owner + " has two keys")
                            .remedy("for one key of all these properties write KEY (" + SchemaText.names(both) + ")"));
            return;
        }
        this.key = key;
        checkList("KEY", key, places, KeyText::isKeyType, "cannot be part of a key", KEY_TYPES);
    }

    private void addUnique(ParserRuleContext written, List<String> unique, List<? extends ParserRuleContext> places) {
        if (isEmpty(written, "UNIQUE", unique)) {
            return;
        }
        boolean known = checkList(
                "UNIQUE",
                unique,
                places,
                BodyReader::isComparable,
                "cannot be unique",
                "lists, vectors and JSON are not compared");
        Set<String> set = Set.copyOf(unique);
        if (!known) {
            return;
        }
        if (!isEdge && key != null && set.equals(Set.copyOf(key))) {
            invalid(
                    written,
                    ErrorText.of("UNIQUE (" + SchemaText.names(unique) + ") repeats the key of " + owner)
                            .remedy("leave it out"));
        } else if (uniques.stream().anyMatch(u -> set.equals(Set.copyOf(u)))) {
            invalid(
                    written,
                    ErrorText.of(owner + " says UNIQUE (" + SchemaText.names(unique) + ") twice")
                            .remedy("leave one out"));
        } else {
            uniques.add(unique);
        }
    }

    private void addFulltext(ParserRuleContext written, NameListContext list) {
        List<String> indexed = names.references(list);
        if (isEmpty(written, "FULLTEXT", indexed)) {
            return;
        }
        if (checkList(
                "FULLTEXT",
                indexed,
                list.name(),
                type -> type == Scalar.STRING,
                "cannot be searched as text",
                "FULLTEXT needs STRING")) {
            addIndex(written, new IndexDeclaration.Fulltext(indexed));
        }
    }

    private void addVectorIndex(VectorIndexContext written) {
        List<String> indexed = names.references(written.nameList());
        if (indexed.size() != 1) {
            invalid(
                    written,
                    ErrorText.of("VECTOR INDEX takes exactly one property")
                            .remedy("write VECTOR INDEX (v) METRIC cosine"));
            return;
        }
        boolean known = checkList(
                "VECTOR INDEX",
                indexed,
                written.nameList().name(),
                type -> type instanceof PropertyType.Vector,
                "has no vectors",
                "VECTOR INDEX needs VECTOR<n>");
        Optional<Metric> metric = metric(written, indexed.getFirst());
        if (known && metric.isPresent()) {
            addIndex(written, new IndexDeclaration.VectorIndex(indexed.getFirst(), metric.get()));
        }
    }

    private Optional<Metric> metric(VectorIndexContext index, String property) {
        if (index.METRIC() == null) {
            invalid(
                    index,
                    ErrorText.of("VECTOR INDEX (" + SchemaText.name(property) + ") names no metric")
                            .remedy("add METRIC cosine, l2 or dot"));
            return Optional.empty();
        }
        String name = names.reference(index.name());
        for (Metric metric : Metric.values()) {
            if (metric.name().equalsIgnoreCase(name)) {
                return Optional.of(metric);
            }
        }
        List<String> metrics = List.of("cosine", "l2", "dot");
        ErrorText text = ErrorText.of("unknown metric '" + name + "'");
        String remedy = switch (name.toLowerCase(Locale.ROOT)) {
            case "euclidean" -> "write l2";
            case "inner", "ip", "inner_product" -> "write dot";
            default -> Suggestion.didYouMean(name, metrics).orElse("metrics are cosine, l2 and dot");
        };
        problems.add(ErrorCode.UNKNOWN_NAME, index.name(), text.remedy(remedy));
        return Optional.empty();
    }

    private void addIndex(ParserRuleContext written, IndexDeclaration index) {
        boolean repeated = indexes.stream().anyMatch(other -> switch (other) {
            case IndexDeclaration.Fulltext fulltext -> fulltext.equals(index);
            case IndexDeclaration.VectorIndex vector ->
                index instanceof IndexDeclaration.VectorIndex that
                        && vector.property().equals(that.property());
        });
        if (repeated) {
            invalid(written, ErrorText.of(owner + " declares this index twice").remedy("leave one out"));
        } else {
            indexes.add(index);
        }
    }

    private void setIncoming(ParserRuleContext written, CardinalityContext cardinality) {
        if (!isEdge) {
            invalid(
                    written,
                    ErrorText.of("IN belongs to edge types")
                            .cause("it limits the edges of one type that a node receives"));
        } else if (incoming != null) {
            invalid(written, ErrorText.of(owner + " says IN twice").remedy("leave one out"));
        } else {
            incoming = cardinalities.read(cardinality);
        }
    }

    private boolean isEmpty(ParserRuleContext written, String what, List<String> list) {
        if (list.isEmpty()) {
            invalid(written, ErrorText.of(what + " names no property").remedy("write " + what + " (name)"));
        }
        return list.isEmpty();
    }

    /** Whether every name is a property, named once, of a type that qualifies; reports what is not. */
    private boolean checkList(
            String what,
            List<String> list,
            List<? extends ParserRuleContext> places,
            Predicate<PropertyType> qualifies,
            String problem,
            String cause) {
        boolean valid = true;
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < list.size(); i++) {
            String name = list.get(i);
            ParserRuleContext place = places.get(i);
            PropertyReader.Draft draft = properties.get(name);
            if (!seen.add(name)) {
                invalid(
                        place,
                        ErrorText.of(what + " names '" + name + "' twice").remedy("leave one out"));
                valid = false;
            } else if (draft == null) {
                valid = false;
                reportUnknown(what, name, place);
            } else if (draft.type().isPresent() && !qualifies.test(draft.type().get())) {
                valid = false;
                problems.add(
                        ErrorCode.TYPE_MISMATCH,
                        place,
                        ErrorText.of(draft.type().get().text() + " property '" + name + "' " + problem)
                                .cause(cause));
            }
        }
        return valid;
    }

    private void reportUnknown(String what, String name, ParserRuleContext place) {
        if (broken.contains(name)) {
            return;
        }
        ErrorText text = ErrorText.of(owner + " has no property '" + name + "' for its " + what);
        Optional<String> remedy = properties.isEmpty()
                ? Optional.empty()
                : Suggestion.didYouMean(name, properties.keySet())
                        .or(() -> Optional.of("it has " + String.join(", ", properties.keySet())));
        problems.add(ErrorCode.UNKNOWN_NAME, place, remedy.map(text::remedy).orElse(text));
    }

    private static boolean isComparable(PropertyType type) {
        return switch (type) {
            case Scalar scalar -> scalar != Scalar.JSON;
            case PropertyType.Decimal ignored -> true;
            case PropertyType.Enumeration ignored -> true;
            case PropertyType.ListOf ignored -> false;
            case PropertyType.Vector ignored -> false;
        };
    }

    private void invalid(ParserRuleContext place, ErrorText text) {
        problems.add(ErrorCode.INVALID_SCHEMA, place, text);
    }
}
