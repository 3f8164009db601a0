package dev.weir.jobs.config.release;

import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.jobs.config.yaml.Item;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.regression.Feature;
import dev.weir.operators.aggregate.regression.RecordVector;
import dev.weir.operators.aggregate.regression.Regression;
import dev.weir.operators.aggregate.regression.SecondMoments;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The kinds of release that are made of products of scaled fields. */
final class RegressionKinds {

    private RegressionKinds() {}

    /** What is read of a record and the feature that is made of it; nothing for a constant. */
    private record Input(Feature feature, Optional<QueryFields.Read> field) {}

    static Optional<Released> regression(ReleaseEntry entry) {
        String given = entry.section().required("regression", Literals::name, "regression");
        String name = entry.ownName("regression", given);
        BigDecimal weight = entry.weight();
        if (!entry.section().has("label")) {
            entry.section().problem("label", "must be given, such as {field: value, range: [0, 100]}");
        }
        return read(entry, records -> new Regression(name, weight, records));
    }

    static Optional<Released> secondMoments(ReleaseEntry entry) {
        String given = entry.section().required("second-moments", Literals::name, "second-moments");
        String name = entry.ownName("second-moments", given);
        BigDecimal weight = entry.weight();
        return read(entry, records -> new SecondMoments(name, weight, records));
    }

    private static Optional<Released> read(ReleaseEntry entry, Function<RecordVector, Aggregate> kind) {
        Section section = entry.section();
        List<Input> features = features(section);
        Optional<Input> label = section.has("label") ? ranged(section.optionalSection("label")) : Optional.empty();
        Optional<BigDecimal> radius = section.find("radius", Literals::positive);
        List<Input> all = new ArrayList<>(features);
        label.ifPresent(all::add);
        return entry.releasedOf(
                all.stream().flatMap(each -> each.field().stream()).toList(),
                () -> kind.apply(new RecordVector(
                        features.stream().map(Input::feature).toList(),
                        radius.orElseGet(() -> RecordVector.usualRadius(features.size())),
                        label.map(Input::feature).orElse(null))));
    }

    private static List<Input> features(Section section) {
        if (!section.has("features")) {
            section.problem("features", "must be given");
            return List.of();
        }
        return section.each("features", RegressionKinds::constant, RegressionKinds::feature);
    }

    private static Input constant(Item item) {
        if (!item.text().equals(Feature.CONSTANT.name())) {
            throw Literals.refusal("constant, or a map such as {field: lines, range: [0, 60]}", item);
        }
        return new Input(Feature.CONSTANT, Optional.empty());
    }

    private static Optional<Input> feature(Section section) {
        boolean isText = section.has("is");
        if (isText == section.has("range")) {
            section.problem("range", "exactly one of range and is must be given");
            return Optional.empty();
        }
        return isText ? named(section) : ranged(section);
    }

    private static Optional<Input> named(Section section) {
        int before = section.problemsSoFar();
        String field = section.required("field", Literals::text, "field");
        String is = section.required("is", Literals::text, "is");
        String name = section.optional("as", Literals::text, field + "=" + is);
        section.finish();
        return section.isSound(before)
                ? Optional.of(
                        new Input(new Feature.Named(name, is), Optional.of(new QueryFields.Read(field, List.of(is)))))
                : Optional.empty();
    }

    private static Optional<Input> ranged(Section section) {
        int before = section.problemsSoFar();
        String field = section.required("field", Literals::text, "field");
        String name = section.optional("as", Literals::text, field);
        List<BigDecimal> range = section.has("range") ? section.list("range", Literals::decimal) : List.of();
        if (section.isSound(before) && (range.size() != 2 || range.get(0).compareTo(range.get(1)) >= 0)) {
            section.problem("range", "must be [low, high] with low < high, was " + range);
        }
        section.finish();
        return section.isSound(before)
                ? Optional.of(new Input(
                        new Feature.Ranged(name, range.get(0), range.get(1)),
                        Optional.of(QueryFields.Read.number(field))))
                : Optional.empty();
    }
}
