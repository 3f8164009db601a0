package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.LiteralOrMap;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.Problems;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The fields of a query's grouping key. */
public final class KeyFields {

    /** The field with the grouping key. */
    public static final Field<String> FIELD = Field.of(
                    "field", Literals.TEXT, "of the key: the field with the grouping key")
            .neededIf("one of the two");

    /** The fields whose values together are the grouping key. */
    public static final Field<List<String>> FIELDS = Field.of(
                    "fields",
                    new ListType<>(
                            Literals.TEXT, Map.of("minItems", 2, "uniqueItems", true), KeyFields::requireSeveral),
                    "the same for a key of several columns: the fields, in the order in which rows and release ids have them")
            .neededIf("one of the six");

    private static final ListType<String> TEXTS = ListType.of(Literals.TEXT);

    /** The field with the keys in the pipeline file. */
    public static final Field<Item> DECLARED = Field.of(
                    "declared",
                    FormsType.of(TEXTS, ListType.of(TEXTS), new NamedType<>(TEXTS)),
                    "the keys, distinct. Each appears in every window, data or not; records with another key are left out."
                            + " With `fields`: a list of combinations, such as `[[DE, web], [DE, app]]`, or the values of each field,"
                            + " whose combinations are all declared: `{country: [DE, FR], device: [web, app]}`")
            .neededIf("one of the three");

    /** The field with the name of a file of keys. */
    public static final Field<String> DECLARED_FILE = Field.of(
                    "declared-file",
                    Literals.TEXT,
                    "the same, one a line, in a file beside the pipeline file. With `fields`: CSV whose first line names the fields,"
                            + " in any order")
            .neededIf("one of the three");

    /** The field with the name of all values that are not declared. */
    public static final Field<Item> OTHERS = Field.of(
            "others",
            FormsType.of(Literals.TEXT, new NamedType<>(Literals.TEXT)),
            "one more declared value, which takes every value that is not declared; for values of each field also by field:"
                    + " `{device: other}`. See [keys](keys.md#everything-else)");

    /** The field with how keys that nobody declares are announced. */
    public static final Field<Section> DISCOVERED = Field.of(
                    "discovered",
                    MapType.of(DiscoveredFields.SHAPE),
                    "instead of declared keys, with `field` or `fields`: a key has a row in a window if its noisy number of records or units reaches"
                            + " a [threshold](keys-discovered.md) there, and leaves no trace otherwise")
            .neededIf("one of the three");

    private static final Field<String> LEVEL_FIELD = Field.of(
                    "field", Literals.TEXT, "of a level: the field that it adds to those of the level above")
            .required();
    /** The fields of the levels of a tree. */
    public static final Field<List<Section>> LEVELS = Field.of(
                    "levels",
                    ListType.of(MapType.of(Shape.of(LEVEL_FIELD))),
                    "a tree of [levels](keys.md#levels) whose rows add up: `[{field: region}, {field: country}]` has a row for everything, one for"
                            + " each region, and one for each country of a region")
            .neededIf("one of the six");
    /** The sets of fields of levels. */
    public static final Field<List<List<String>>> SETS = Field.of(
                    "sets",
                    ListType.of(ListType.of(Literals.TEXT)),
                    "levels by the fields that each keeps: `[[country, device], [country], []]`; with the values of each field in `declared`")
            .neededIf("one of the six");
    /** The fields of which all sets are levels. */
    public static final Field<List<String>> CUBE =
            sets("cube", "the same for all sets of these fields: `[country, device]` has four levels");
    /** The fields of which all beginnings are levels. */
    public static final Field<List<String>> ROLLUP = sets(
            "rollup",
            "the same for all beginnings of this list: `[country, device]` has the levels `[]`, `[country]` and `[country, device]`");

    private static final Shape SHAPE = Shape.of(
                    FIELD, FIELDS, LEVELS, SETS, CUBE, ROLLUP, DECLARED, DECLARED_FILE, OTHERS, DISCOVERED)
            .withOneOf(DECLARED, DECLARED_FILE, DISCOVERED)
            .withAnyOf(FIELD, FIELDS, LEVELS, SETS, CUBE, ROLLUP);

    /** The section {@code key} of a query. */
    public static final Field<Section> KEY = Field.of(
                    "key",
                    new LiteralOrMap<>(
                            Literals.choice(List.of("none"), "none, or a map with field or fields")
                                    .map(none -> nothing()),
                            List.of(SHAPE),
                            section -> Optional.of(section.as(SHAPE))),
                    "what is grouped by; `none`: nothing, one row for each window")
            .required();

    private KeyFields() {}

    private static Field<List<String>> sets(String name, String sentence) {
        return Field.of(name, ListType.of(Literals.TEXT), sentence).neededIf("one of the six");
    }

    /** The fields that say by which fields of a record a query groups; exactly one of them is given. */
    static List<Field<?>> groupings() {
        return List.of(FIELD, FIELDS, LEVELS, SETS, CUBE, ROLLUP);
    }

    /**
     * The field that says by which fields of a record a query groups.
     *
     * @param key the section {@code key} of the query
     */
    public static Field<?> grouping(Section key) {
        return groupings().stream().filter(key::has).findFirst().orElse(FIELD);
    }

    /** The fields of the levels of a tree. */
    static List<String> levelFields(Section key) {
        return key.read(LEVELS, List.of()).stream()
                .map(level -> {
                    String field = level.read(LEVEL_FIELD, "");
                    level.finish();
                    return field;
                })
                .toList();
    }

    private static Section nothing() {
        return new Section(Item.map(new Origin("", 0)), "", new Problems(), Shape.of());
    }

    private static void requireSeveral(List<String> fields) {
        if (new HashSet<>(fields).size() < fields.size()) {
            throw new IllegalArgumentException("must be distinct, were " + fields);
        }
        if (fields.size() < 2) {
            throw new IllegalArgumentException("must be at least two fields; for one there is field");
        }
    }
}
