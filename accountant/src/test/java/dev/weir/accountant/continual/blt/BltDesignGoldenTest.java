package dev.weir.accountant.continual.blt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.continual.ContinualGolden;
import dev.weir.accountant.continual.ContinualGolden.Row;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the optimiser with the tables: it must not be worse by more than 1e-4, nor better by more, which would show a
 * wrong formula.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class BltDesignGoldenTest {

    private static final double TOLERANCE = 1e-4;

    private static final Map<BltDesign, Blt> FOUND = new HashMap<>();

    static Stream<Row> horizons() {
        return ContinualGolden.rows("continual_error", "blt");
    }

    static Stream<Row> separations() {
        return ContinualGolden.rows("continual_sensitivity", "blt_minsep", "blt_single");
    }

    static Stream<Row> runningOn() {
        return ContinualGolden.rows("continual_unbounded", "blt_inf_sens");
    }

    static Stream<Row> anytime() {
        return ContinualGolden.rows("continual_unbounded", "blt_anytime");
    }

    static Stream<Row> windows() {
        return ContinualGolden.rows("continual_window", "blt_window");
    }

    private static int buffers(Row row) {
        return (int) row.parameter("d");
    }

    private static Objective objective(Row row) {
        return row.text("params").contains("opt=max") ? Objective.MAX : Objective.MEAN;
    }

    /** Returns a design's result and keeps it, because tables hold many steps of one design. */
    private static Blt remembered(BltDesign design, int buffers) {
        Blt blt = FOUND.get(design);
        if (blt == null || blt.buffers() != buffers) {
            blt = design.optimize(buffers);
            FOUND.put(design, blt);
        }
        return blt;
    }

    @ParameterizedTest
    @MethodSource("horizons")
    void parameters_for_a_known_horizon_are_as_good_as_the_table(Row row) {
        long n = row.whole("n");
        PrefixDesign design = new PrefixDesign(n, 1, 0, objective(row), n);
        Blt blt = design.optimize(buffers(row));
        row.check(objective(row) == Objective.MAX ? "max_std" : "rms_std", PrefixErrors.of(design, blt), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("separations")
    void parameters_for_separated_contributions_are_as_good_as_the_table(Row row) {
        long n = row.whole("n");
        boolean tuned = row.text("mechanism").equals("blt_minsep");
        PrefixDesign design = new PrefixDesign(n, row.whole("k"), row.whole("b"), objective(row), n);
        PrefixDesign searched = tuned ? design : new PrefixDesign(n, 1, 0, objective(row), n);
        Blt blt = searched.optimize(buffers(row));
        row.check(objective(row) == Objective.MAX ? "max_std" : "rms_std", PrefixErrors.of(design, blt), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("runningOn")
    void parameters_that_may_run_on_are_as_good_as_the_table_at_every_step(Row row) {
        PrefixDesign design = PrefixDesign.of(row.parameter("N"));
        Blt blt = remembered(design, buffers(row));
        row.check("std_at_t", PrefixErrors.at(row.whole("t"), design, blt), TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("anytime")
    void parameters_without_a_horizon_are_as_good_as_the_table_at_every_step(Row row) {
        AnytimeDesign design = new AnytimeDesign(row.parameter("K"));
        Blt blt = remembered(design, buffers(row));
        double stddev = Math.sqrt(design.sensitivitySquared(blt) * blt.variance(row.whole("t")));
        row.check("std_at_t", stddev, TOLERANCE);
    }

    @ParameterizedTest
    @MethodSource("windows")
    void parameters_of_windows_are_as_good_as_the_table(Row row) {
        WindowDesign design = new WindowDesign(row.whole("w"));
        Blt blt = design.optimize(buffers(row));
        row.check("std", design.error(blt), TOLERANCE);
        assertThat(blt.buffers()).isLessThanOrEqualTo(buffers(row));
    }
}
