package dev.weir.calculator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Asks every golden row about windows that are differences of one series' totals. Closed forms agree to 1e-10, results of an optimiser to
 * 1e-4.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class SeriesWindowGoldenTest {

    private static void check(String mechanism, int rows, double relative) {
        assertThat(CalcBatch.levels("calendar_std")
                        .where("mechanism", mechanism::equals)
                        .ask("running"))
                .hasSize(rows)
                .allSatisfy(row -> {
                    row.check("sensitivity", "sensitivity", relative);
                    row.check("std_window", "std_window", relative);
                });
    }

    @Test
    void the_square_root_is_that_of_the_reference() {
        check("sqrt", 109, 1e-10);
    }

    @Test
    void buffers_are_as_good_as_those_of_the_reference() {
        check("blt", 93, 1e-4);
    }
}
