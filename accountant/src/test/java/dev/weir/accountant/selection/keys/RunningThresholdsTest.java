package dev.weir.accountant.selection.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.compose.Golden.Row;
import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PreparedSeries;
import dev.weir.accountant.continual.SeriesPrice;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Thresholds of running totals against {@code lone_key.csv}: one record that is the only one of its key. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class RunningThresholdsTest {

    private static final int RUNS = 40_000;

    static Stream<Row> rows() {
        return Golden.read("/golden/keys/lone_key.csv");
    }

    private static RunningThresholds thresholds(Row row) {
        return thresholds(row, new LoneKey(1, 1));
    }

    private static RunningThresholds thresholds(Row row, LoneKey lone) {
        long steps = KeysGolden.whole(row, "steps");
        double mu = row.number("mu");
        Amount share = Amount.atMost(Currency.HALF_MU_SQUARED, BigDecimal.valueOf(mu * mu / 2));
        Blt blt = new PrefixDesign(steps, 1, 0, Objective.MAX, steps).optimize((int) KeysGolden.whole(row, "buffers"));
        SeriesPrice price = new SeriesPrice(share, 1, new Participation(1, 1, 0), steps);
        BltNoise noise =
                (BltNoise) price.of(blt, List.of(new SeriesPrice.Term(1, 1))).noise(0);
        Touches touches = new Touches(KeysGolden.delta(row, "delta"), 1);
        return new RunningThresholds(noise, lone, Examinations.equal(touches.each(), steps, 1));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void noise_and_thresholds_are_those_of_the_reference(Row row) {
        RunningThresholds thresholds = thresholds(row);
        long steps = KeysGolden.whole(row, "steps");
        assertThat(thresholds.noise().sigma()).isCloseTo(row.number("sigma"), within(1e-6 * row.number("sigma")));
        assertThat(thresholds.examinations().quantile(1)).isCloseTo(row.number("z"), within(1e-9));
        assertThat(thresholds.at(KeysGolden.whole(row, "first"))).isEqualTo(KeysGolden.whole(row, "threshold_first"));
        assertThat(thresholds.at(steps)).isEqualTo(KeysGolden.whole(row, "threshold_last"));
        double union = LongStream.rangeClosed(KeysGolden.whole(row, "first"), steps)
                .mapToDouble(step -> NormalTail.of((thresholds.at(step) - 1.5) / thresholds.deviation(step)))
                .sum();
        assertThat(union).isCloseTo(row.number("union"), within(1e-3 * union));
        assertThat(thresholds.loneBound()).isLessThanOrEqualTo(row.number("delta"));
    }

    /**
     * Announcements of {@value #RUNS} series through the encoder, the sampler and the decoder, in which the only record comes at the first
     * step of the row. The number of announcements is binomial with a mean of 1 to 340; it is more than 6.5 standard errors off with
     * probability below 5e-8 for each of 12 rows, so all of them together fail by chance with probability below 1e-6 over the sequences of
     * seeds. The half widths of the reference's own simulation, 2.6 standard errors each, are doubled.
     */
    @ParameterizedTest
    @MethodSource("rows")
    void a_lone_record_is_announced_as_often_as_simulated(Row row) {
        RunningThresholds thresholds = thresholds(row);
        long steps = KeysGolden.whole(row, "steps");
        long first = KeysGolden.whole(row, "first");
        long[] at = LongStream.rangeClosed(0, steps)
                .map(step -> step == 0 ? 0 : thresholds.at(step))
                .toArray();
        PreparedSeries series = thresholds.noise().prepare();
        Randomness randomness = new SeededRandomness(row.hashCode());
        long[] state = new long[thresholds.noise().words()];
        int announced = 0;
        for (int run = 0; run < RUNS; run++) {
            thresholds.noise().init(state, 0);
            boolean reached = false;
            for (int step = 1; step <= steps; step++) {
                long released = series.next(state, 0, step == first ? 1 : 0, randomness);
                reached |= step >= first && released >= at[step];
            }
            announced += reached ? 1 : 0;
        }
        double error = 6.5 * Math.sqrt((row.number("hunter") * RUNS) + 1) / RUNS + 1e-4 * row.number("hunter");
        double rate = (double) announced / RUNS;
        assertThat(rate).isLessThan(row.number("hunter") + error);
        assertThat(rate).isCloseTo(row.number("simulated"), within(error + 2 * row.number("half_width")));
    }

    /** One less would give an examination more than its delta, but for the slack, which is below 1/100 here. */
    @Test
    void no_smaller_whole_threshold_is_paid_for() {
        rows().forEach(row -> {
            RunningThresholds thresholds = thresholds(row, new LoneKey(4, 3));
            for (long step = 1; step <= KeysGolden.whole(row, "steps"); step++) {
                double delta = thresholds.examinations().delta(step);
                double above = thresholds.at(step) - 12.5;
                assertThat(NormalTail.of(above / thresholds.deviation(step))).isLessThan(delta);
                assertThat(NormalTail.of((above - 1.02) / thresholds.deviation(step)))
                        .isGreaterThan(delta);
            }
        });
    }

    @Test
    void a_key_is_announced_at_examinations_alone() {
        Row row = rows().toList().get(0);
        RunningThresholds every = thresholds(row);
        RunningThresholds third = new RunningThresholds(
                every.noise(), every.lone(), Examinations.equal(KeysGolden.delta(row, "delta"), 8, 3));
        assertThat(LongStream.rangeClosed(1, 9)
                        .filter(step -> third.announcedFrom(step).isPresent()))
                .containsExactly(3L, 6L, 8L);
        assertThat(third.announcedFrom(6)).hasValue(third.at(6));
        assertThat(third.at(6)).isLessThan(every.at(6));
        assertThat(third.loneBound()).isBetween(0.5 * row.number("delta"), row.number("delta"));
    }

    /** Thresholds exceed p m by the same whole number whatever p m is, also where their sum has more digits than a double. */
    @Test
    void large_numbers_of_units_lose_no_part_of_a_threshold() {
        Row row = rows().toList().get(0);
        long beyond = thresholds(row).at(8) - 1;
        LoneKey large = new LoneKey(999_999_999_999L, 999_983);
        RunningThresholds thresholds = thresholds(row, large);
        // the slack of the decoder grows with p m, by far less than 2^10 ulps of it
        assertThat(thresholds.at(8) - large.largest()).isBetween(beyond, beyond + (large.largest() >> 40));
    }

    @Test
    void thresholds_that_do_not_fit_their_noise_are_refused() {
        RunningThresholds one = thresholds(rows().toList().get(0));
        BltNoise doubled = new BltNoise(one.noise().blt(), 2, one.noise().lastStep(), Ratio.ONE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunningThresholds(doubled, one.lone(), one.examinations()))
                .withMessage("most must be at least the full size of one contribution, 2, was 1");
        Examinations longer = Examinations.equal(Delta.atMost(new BigDecimal("1e-6")), 9, 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RunningThresholds(one.noise(), one.lone(), longer))
                .withMessage("last examination must be at most the last step of the noise, 8, was 9");
    }

    @Test
    void the_number_of_units_with_a_chance_reaches_the_threshold_by_it() {
        RunningThresholds thresholds = thresholds(rows().toList().get(0));
        long even = thresholds.unitsFor(8, 0.5);
        assertThat(even).isEqualTo(thresholds.at(8));
        long likely = thresholds.unitsFor(8, 0.95);
        double deviation = thresholds.deviation(8);
        assertThat(NormalTail.of((thresholds.at(8) - 0.5 - likely) / deviation)).isGreaterThanOrEqualTo(0.95);
        assertThat(NormalTail.of((thresholds.at(8) + 0.5 - likely) / deviation)).isLessThan(0.95);
    }
}
