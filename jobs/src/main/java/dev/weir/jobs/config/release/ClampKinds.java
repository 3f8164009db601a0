package dev.weir.jobs.config.release;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.release.ReleaseEntry.Released;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.clamp.LearntClamp;
import dev.weir.operators.aggregate.clamp.LearntTotal;
import dev.weir.operators.aggregate.moment.ClampedBlock;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.aggregate.moment.Variance;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** The kinds of release that clamp the values of a field. The clamp of a sum and a mean may be learnt. */
final class ClampKinds {

    private ClampKinds() {}

    static Optional<Released> sum(ReleaseEntry entry) {
        String field = entry.section().required("sum", Literals::text, "sum");
        String name = entry.name("sum", field);
        return isLearnt(entry) ? learnt(entry, name, field, LearntTotal.Kind.SUM) : given(entry, name, field);
    }

    static Optional<Released> mean(ReleaseEntry entry) {
        String field = entry.section().required("mean", Literals::text, "mean");
        String name = entry.name("mean", field);
        return isLearnt(entry)
                ? learnt(entry, name, field, LearntTotal.Kind.MEAN)
                : clamped(entry, name, field, Mean::new);
    }

    static Optional<Released> variance(ReleaseEntry entry) {
        String field = entry.section().required("variance", Literals::text, "variance");
        return clamped(entry, entry.name("variance", field), field, Variance::new);
    }

    private static boolean isLearnt(ReleaseEntry entry) {
        return entry.section().isMap("clamp");
    }

    private static Optional<Released> given(ReleaseEntry entry, String name, String field) {
        BigDecimal weight = entry.weight();
        GriddedBounds bounds = new GriddedBounds(entry.section(), "grid", "clamp", "per-unit-clamp");
        Optional<Sum.Range> clamp = bounds.steps("clamp");
        Optional<Sum.Range> unitClamp = bounds.steps("per-unit-clamp");
        Scalar.PostProcessing processing = entry.postProcessing();
        if (!entry.section().has("clamp") && !entry.section().has("per-unit-clamp")) {
            entry.section().problem("clamp", "a sum must have a clamp or a per-unit-clamp");
        }
        return entry.released(
                List.of(field),
                () -> new Sum(name, weight, bounds.grid(), clamp.orElse(null), unitClamp.orElse(null), processing));
    }

    private static Optional<Released> clamped(ReleaseEntry entry, String name, String field, ClampedBlock.Kind kind) {
        BigDecimal weight = entry.weight();
        GriddedBounds bounds = new GriddedBounds(entry.section(), "grid", "clamp");
        return entry.given("clamp", bounds.steps("clamp"))
                .flatMap(range -> entry.released(List.of(field), () -> kind.of(name, weight, bounds.grid(), range)));
    }

    private static Optional<Released> learnt(ReleaseEntry entry, String name, String field, LearntTotal.Kind released) {
        BigDecimal weight = entry.weight();
        BigDecimal grid = new GriddedBounds(entry.section(), "grid").grid();
        Section clamp = entry.section().section("clamp");
        Section auto = clamp.section("auto");
        BigDecimal share = auto.optional("share", Literals::positive, LearntClamp.USUAL_SHARE);
        BigDecimal start = auto.required("start", Literals::positive, BigDecimal.ONE);
        boolean isSigned = auto.optional("signed", Literals::truth, false);
        if (auto.has("start") && !entry.section().has("grid")) {
            GriddedBounds.requireChoice(entry.section(), "grid", "start", List.of(start));
        }
        auto.finish();
        clamp.finish();
        return entry.released(
                List.of(field),
                () -> new LearntTotal(name, weight, LearntClamp.from(start, share, grid, isSigned), released));
    }
}
