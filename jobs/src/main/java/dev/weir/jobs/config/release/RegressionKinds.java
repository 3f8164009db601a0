package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literal;
import dev.weir.jobs.config.grammar.LiteralOrMap;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.jobs.settings.Item;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.regression.Correlations;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.Pca;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.Regression;
import dev.weir.operators.aggregate.regression.SecondMoments;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The kinds of release that sum products of scaled fields: second moments, and models, components and correlations of them. */
public final class RegressionKinds {

    private static final Field<String> SECOND_MOMENTS = EntryFields.word(
            "second-moments",
            Literals.NAME,
            "the sums of the products of every two of the `features`, and of the `label` if there is one; the value's name");

    /** The field that names a linear model. */
    public static final Field<String> REGRESSION = EntryFields.word(
            "regression",
            Literals.NAME,
            "a [linear model](#second-moments-and-regression) of the `label` by the `features`; the value's name");

    private static final Field<String> PCA = EntryFields.word(
            "pca",
            Literals.NAME,
            "the [principal components](#principal-components-and-correlations) of the `features`; the value's name");

    private static final Field<String> CORRELATIONS = EntryFields.word(
            "correlations",
            Literals.NAME,
            "the [correlation](#principal-components-and-correlations) of every two of the `features`, which must have a `constant`; the"
                    + " value's name");

    private static final Field<Integer> COMPONENTS = Field.of(
                    "components",
                    Literals.count(RecordVector.MOST_FEATURES),
                    "of `pca`: how many, 1 to the number of features without the constant")
            .required("with `pca`");

    static final Field<String> FIELD = Field.of("field", Literals.TEXT, "of a feature or label: the field that is read")
            .required("in each");

    private static final Field<String> IS = Field.of(
                    "is",
                    Literals.TEXT,
                    "of a feature, instead of `range`: 1 if the field is this text, else 0; it is called `country=GB` unless `as`"
                            + " names it")
            .required("");

    private static final Field<String> NAME =
            Field.of("as", Literals.TEXT, "of a feature or label: its name; by default its field's");

    private static final Shape RANGED = Shape.of(FIELD, QuantileKinds.RANGE, NAME);
    private static final Shape NAMED = Shape.of(FIELD, IS, NAME);

    static final Field<List<Input>> INPUTS = Field.of(
                    "features",
                    ListType.of(new LiteralOrMap<>(
                            new Literal<>(
                                    RegressionKinds::constant,
                                    Literals.oneOf(Feature.CONSTANT.name()).schema()),
                            List.of(RANGED, NAMED),
                            RegressionKinds::feature)),
                    "of the four kinds of products and of a learner: 1 to 32 of `constant`, `{field: lines, range: [0, 60]}` and"
                            + " `{field: country, is: GB}`, each with a name of its own by `as`")
            .required("with the five");

    /** The field with the features by which a model explains its label. */
    public static final Field<?> FEATURES = INPUTS;

    static final Field<BigDecimal> RADIUS = Field.of(
            "radius",
            Literals.POSITIVE,
            "of features: the length to which scaled ones are shortened, a constant included, 0.001 to 1000; the root of half their"
                    + " number, and at least 1");

    private static final Field<Section> LABEL = Field.of(
                    "label",
                    MapType.of(RANGED),
                    "of a regression: `{field: value, range: [0, 5000]}`, what the features are to explain; for second moments a"
                            + " further field")
            .neededIf("with `regression`");

    static final List<ReleaseKind> ALL = List.of(
            ReleaseKind.of(shape(SECOND_MOMENTS, LABEL), RegressionKinds::secondMoments),
            ReleaseKind.of(shape(REGRESSION, LABEL.required(LABEL.when())), RegressionKinds::regression),
            ReleaseKind.of(Shape.of(PCA, COMPONENTS, EntryFields.WEIGHT, INPUTS, RADIUS), RegressionKinds::pca),
            ReleaseKind.of(Shape.of(CORRELATIONS, EntryFields.WEIGHT, INPUTS, RADIUS), RegressionKinds::correlations));

    private RegressionKinds() {}

    /** A feature, and the field of the record from which it is computed; no field for the constant. */
    record Input(Feature feature, Optional<QueryFields.Read> field) {}

    private static Shape shape(Field<String> word, Field<Section> label) {
        return Shape.of(word, EntryFields.WEIGHT, INPUTS, RADIUS, label);
    }

    private static Optional<Released> regression(ReleaseEntry entry) {
        String name = entry.ownName(REGRESSION);
        BigDecimal weight = entry.weight();
        if (!entry.section().has(LABEL)) {
            entry.section().problem(LABEL, "must be given, such as {field: value, range: [0, 100]}");
        }
        return read(entry, label(entry), records -> new Regression(name, weight, records));
    }

    private static Optional<Released> secondMoments(ReleaseEntry entry) {
        String name = entry.ownName(SECOND_MOMENTS);
        BigDecimal weight = entry.weight();
        return read(entry, label(entry), records -> new SecondMoments(name, weight, records));
    }

    private static Optional<Released> pca(ReleaseEntry entry) {
        String name = entry.ownName(PCA);
        BigDecimal weight = entry.weight();
        int components = entry.section().read(COMPONENTS, 1);
        return read(entry, Optional.empty(), records -> new Pca(name, weight, components, records));
    }

    private static Optional<Released> correlations(ReleaseEntry entry) {
        String name = entry.ownName(CORRELATIONS);
        BigDecimal weight = entry.weight();
        return read(entry, Optional.empty(), records -> new Correlations(name, weight, records));
    }

    private static Optional<Input> label(ReleaseEntry entry) {
        return entry.section().find(LABEL).flatMap(RegressionKinds::ranged);
    }

    private static Optional<Released> read(
            ReleaseEntry entry, Optional<Input> label, Function<RecordVector, Aggregate> kind) {
        Section section = entry.section();
        List<Input> features = section.read(INPUTS, List.of());
        Optional<BigDecimal> radius = section.find(RADIUS);
        List<Input> all = new ArrayList<>(features);
        label.ifPresent(all::add);
        return entry.releasedOf(
                all.stream().flatMap(each -> each.field().stream()).toList(),
                () -> kind.apply(new RecordVector(
                        features.stream().map(Input::feature).toList(),
                        radius.orElseGet(() -> RecordVector.usualRadius(features.size())),
                        label.map(Input::feature).orElse(null))));
    }

    /**
     * Whether a regression's label and one of its features read the same field.
     *
     * @param entry the entry of a regression, in which no problem has been noted
     */
    public static boolean isLabelAmongFeatures(Section entry) {
        String label = entry.section(LABEL).read(FIELD, "");
        return entry.read(INPUTS, List.of()).stream()
                .flatMap(input -> input.field().stream())
                .anyMatch(read -> read.field().equals(label));
    }

    private static Input constant(Item item) {
        if (!item.text().equals(Feature.CONSTANT.name())) {
            throw Literals.refusal("constant, or a map such as {field: lines, range: [0, 60]}", item);
        }
        return new Input(Feature.CONSTANT, Optional.empty());
    }

    private static Optional<Input> feature(Section section) {
        boolean isText = section.has(IS);
        if (isText == section.has(QuantileKinds.RANGE)) {
            section.problem(QuantileKinds.RANGE, "exactly one of range and is must be given");
            return Optional.empty();
        }
        return isText ? named(section.as(NAMED)) : ranged(section.as(RANGED));
    }

    private static Optional<Input> named(Section section) {
        int before = section.problemsSoFar();
        String field = section.read(FIELD, "field");
        String is = section.read(IS, "is");
        String name = section.read(NAME, field + "=" + is);
        section.finish();
        return section.isSound(before)
                ? Optional.of(
                        new Input(new Feature.Named(name, is), Optional.of(new QueryFields.Read(field, List.of(is)))))
                : Optional.empty();
    }

    private static Optional<Input> ranged(Section section) {
        int before = section.problemsSoFar();
        String field = section.read(FIELD, "field");
        String name = section.read(NAME, field);
        List<BigDecimal> range = section.read(QuantileKinds.RANGE, List.of());
        section.finish();
        return section.isSound(before)
                ? Optional.of(new Input(
                        new Feature.Ranged(name, range.get(0), range.get(1)),
                        Optional.of(QueryFields.Read.number(field))))
                : Optional.empty();
    }
}
