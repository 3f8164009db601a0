package dev.weir.jobs.config;

import dev.weir.jobs.config.ReleaseEntry.Released;
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

    /** A field of a record and the feature that is made of it; no field for a constant. */
    private record Read(Feature feature, Optional<String> field) {

        List<String> texts() {
            return feature instanceof Feature.Named named ? List.of(named.text()) : List.of();
        }
    }

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
        List<Read> features = features(section);
        Optional<Read> label = section.has("label") ? ranged(section.optionalSection("label")) : Optional.empty();
        Optional<BigDecimal> radius = section.find("radius", Literals::positive);
        List<Read> all = new ArrayList<>(features);
        label.ifPresent(all::add);
        List<Read> read = all.stream().filter(each -> each.field().isPresent()).toList();
        return entry.released(
                read.stream().flatMap(each -> each.field().stream()).toList(),
                read.stream().map(Read::texts).toList(),
                () -> kind.apply(new RecordVector(
                        features.stream().map(Read::feature).toList(),
                        radius.orElseGet(() -> RecordVector.usualRadius(features.size())),
                        label.map(Read::feature).orElse(null))));
    }

    private static List<Read> features(Section section) {
        if (!section.has("features")) {
            section.problem("features", "must be given");
            return List.of();
        }
        return section.each("features", RegressionKinds::constant, RegressionKinds::feature);
    }

    private static Read constant(Item item) {
        if (!item.text().equals(Feature.CONSTANT.name())) {
            throw Literals.refusal("constant, or a map such as {field: lines, range: [0, 60]}", item);
        }
        return new Read(Feature.CONSTANT, Optional.empty());
    }

    private static Optional<Read> feature(Section section) {
        boolean isText = section.has("is");
        if (isText == section.has("range")) {
            section.problem("range", "exactly one of range and is must be given");
            return Optional.empty();
        }
        return isText ? named(section) : ranged(section);
    }

    private static Optional<Read> named(Section section) {
        int before = section.problemsSoFar();
        String field = section.required("field", Literals::text, "field");
        String is = section.required("is", Literals::text, "is");
        String name = section.optional("as", Literals::text, field + "=" + is);
        section.finish();
        return section.isSound(before)
                ? Optional.of(new Read(new Feature.Named(name, is), Optional.of(field)))
                : Optional.empty();
    }

    private static Optional<Read> ranged(Section section) {
        int before = section.problemsSoFar();
        String field = section.required("field", Literals::text, "field");
        String name = section.optional("as", Literals::text, field);
        List<BigDecimal> range = section.has("range") ? section.list("range", Literals::decimal) : List.of();
        if (section.isSound(before) && (range.size() != 2 || range.get(0).compareTo(range.get(1)) >= 0)) {
            section.problem("range", "must be [low, high] with low < high, was " + range);
        }
        section.finish();
        return section.isSound(before)
                ? Optional.of(new Read(new Feature.Ranged(name, range.get(0), range.get(1)), Optional.of(field)))
                : Optional.empty();
    }
}
