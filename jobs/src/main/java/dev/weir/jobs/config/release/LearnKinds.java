package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.release.RegressionKinds.Input;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.learn.DescentModel;
import dev.weir.operators.aggregate.learn.LabelledVector;
import dev.weir.operators.aggregate.learn.LossKind;
import dev.weir.operators.aggregate.learn.PerturbedModel;
import dev.weir.operators.aggregate.learn.PrefixModel;
import dev.weir.operators.aggregate.learn.Training;
import dev.weir.operators.aggregate.regression.RecordVector;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The kinds of release that train a linear model of two classes on the records of a cell. */
public final class LearnKinds {

    private static final String OUTPUT_PERTURBATION = "output-perturbation";
    private static final String NOISY_GRADIENT = "noisy-gradient";
    private static final String FTRL = "ftrl";
    private static final String[] WAYS = {OUTPUT_PERTURBATION, NOISY_GRADIENT, FTRL};

    /** The field that names a model of two classes. */
    public static final Field<String> LEARN = EntryFields.word(
            "learn",
            Literals.NAME,
            "a [linear model](learners.md) that tells whether the `label` is above its bound; alone in its query; the value's name");

    private static final Field<String> BY = Field.of(
                    "by", Literals.oneOf(WAYS), "of `learn`: how it is [trained](learners.md)")
            .required("with `learn`");

    private static final Field<LossKind> LOSS = Field.of(
            "loss",
            Literals.choice(LossKind.values()),
            "of `learn`: `logistic`, the default, or `hinge`; `output-perturbation` rounds the corner of the hinge off");

    private static final Field<BigDecimal> ABOVE = Field.of(
                    "above", Literals.DECIMAL, "of a learner's label: its bound")
            .required("in a learner's label");

    private static final Field<Section> LABEL = Field.of(
                    "label",
                    MapType.of(Shape.of(RegressionKinds.FIELD, ABOVE)),
                    "of `learn`: `{field: value, above: 297}`; the label is 1 for records whose field is above the bound, else -1")
            .required("with `learn`");

    private static final Field<Integer> RECORDS = Field.of(
            "records",
            Literals.count(LabelledVector.MOST_RECORDS),
            "of `learn`: the most records of one key and window, or step, at most 1000000; one more stops the job; `100000`");

    private static final Field<BigDecimal> STRENGTH = Field.of(
                    "strength",
                    Literals.POSITIVE,
                    "of `output-perturbation`: the pull of all weights towards 0, in records; 100 to 300 at epsilon 1")
            .required("with `output-perturbation`");

    private static final Field<Integer> STEPS = Field.of(
            "steps",
            Literals.count(DescentModel.MOST_STEPS),
            "of `noisy-gradient`: how many gradients are taken; `20`");

    private static final Field<Integer> EXAMPLES = Field.of(
                    "examples",
                    Literals.count(LabelledVector.MOST_RECORDS),
                    "of `noisy-gradient`: about how many records a window has, a public guess")
            .required("with `noisy-gradient`");

    private static final Field<BigDecimal> RATE = Field.of(
                    "rate",
                    Literals.POSITIVE,
                    "of `ftrl`: how far a unit of the noisy total of gradients moves the scaled weights; the card suggests one")
            .required("with `ftrl`");

    private static final Field<BigDecimal> CLIP = Field.of(
            "clip", Literals.POSITIVE, "of a descent: the length to which a record's gradient is shortened; `1`");

    private static final Field<BigDecimal> BALL =
            Field.of("ball", Literals.POSITIVE, "of a descent: the largest length of the scaled weights; `8`");

    private static final BigDecimal USUAL_BALL = BigDecimal.valueOf(8);
    private static final int USUAL_STEPS = 20;

    static final List<ReleaseKind> ALL = List.of(
            kind(NOISY_GRADIENT, LearnKinds::noisyGradient, STEPS, EXAMPLES, CLIP, BALL),
            kind(FTRL, LearnKinds::ftrl, RATE, CLIP, BALL),
            ReleaseKind.of(shape(BY, STRENGTH), entry -> read(entry, LearnKinds::outputPerturbation)));

    private LearnKinds() {}

    private static Shape shape(Field<String> by, Field<?>... more) {
        return Shape.of(
                        LEARN,
                        EntryFields.WEIGHT,
                        by,
                        LOSS,
                        LABEL,
                        RegressionKinds.INPUTS,
                        RegressionKinds.RADIUS,
                        RECORDS)
                .with(more);
    }

    /** The kind of a learner that is trained in a given way. A learner of no known way is read as one by output perturbation. */
    private static ReleaseKind kind(String way, Function<Section, Training> training, Field<?>... more) {
        Shape shape = shape(BY.as(Literals.oneOf(way)), more);
        return ReleaseKind.of(shape, entry -> read(entry, training)).where(entry -> isBy(entry, way));
    }

    private static boolean isBy(Section entry, String way) {
        return !entry.isMap(BY) && entry.read(BY.as(Literals.TEXT), false, "").equals(way);
    }

    private static Optional<Released> read(ReleaseEntry entry, Function<Section, Training> training) {
        Section section = entry.section();
        String name = entry.ownName(LEARN);
        BigDecimal weight = entry.weight();
        section.find(BY);
        Training trained = training.apply(section);
        List<Input> features = section.read(RegressionKinds.INPUTS, List.of());
        Optional<BigDecimal> radius = section.find(RegressionKinds.RADIUS);
        Section label = section.section(LABEL);
        String field = label.read(RegressionKinds.FIELD, "field");
        BigDecimal above = label.read(ABOVE, BigDecimal.ZERO);
        label.finish();
        List<QueryFields.Read> reads = new ArrayList<>(
                features.stream().flatMap(each -> each.field().stream()).toList());
        reads.add(QueryFields.Read.number(field));
        return entry.releasedOf(
                reads,
                () -> trained.of(
                        name,
                        weight,
                        new LabelledVector(
                                features.stream().map(Input::feature).toList(),
                                radius.orElseGet(() -> RecordVector.usualRadius(features.size())),
                                above)));
    }

    private static LossKind loss(Section entry) {
        return entry.read(LOSS, LossKind.LOGISTIC);
    }

    private static int records(Section entry) {
        return entry.read(RECORDS, LabelledVector.USUAL_RECORDS);
    }

    private static Training outputPerturbation(Section entry) {
        return new PerturbedModel.Settings(loss(entry), entry.read(STRENGTH, BigDecimal.ONE), records(entry));
    }

    private static Training noisyGradient(Section entry) {
        return new DescentModel.Settings(
                loss(entry),
                entry.read(STEPS, USUAL_STEPS),
                entry.read(EXAMPLES, 1),
                entry.read(CLIP, BigDecimal.ONE),
                entry.read(BALL, USUAL_BALL),
                records(entry));
    }

    private static Training ftrl(Section entry) {
        return new PrefixModel.Settings(
                loss(entry),
                entry.read(RATE, BigDecimal.ONE),
                entry.read(CLIP, BigDecimal.ONE),
                entry.read(BALL, USUAL_BALL),
                records(entry));
    }
}
