package dev.weir.accountant.selection.keys;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.compose.Golden.Row;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.noise.SeededRandomness;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Counts how often keys are announced with the noise that is drawn. The statistic is the number of announcements of {@value #DRAWS} draws; it
 * fails if a binomial number of the stated probability is as far out with probability below 2e-9. There are 60 such numbers for windows and 20
 * for truncated geometric draws, so all of them together fail by chance with probability below 2e-7. The seeds are fixed.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class KeepRatesTest {

    private static final int DRAWS = 1_000_000;
    private static final double TAIL = 1e-9;
    private static final int ROWS = 20;

    /** Returns 20 rows that are spread over a file. */
    private static Stream<Row> spread(List<Row> rows) {
        return IntStream.range(0, ROWS).mapToObj(i -> rows.get(i * (rows.size() - 1) / (ROWS - 1)));
    }

    static Stream<Row> windows() {
        return spread(Golden.read("/golden/keys/window_thresholds.csv").toList());
    }

    static Stream<Row> partitions() {
        return spread(Golden.rows("partition_selection.csv").toList());
    }

    private static void assertUsual(int kept, double probability, Object of) {
        BinomialDistribution law = new BinomialDistribution(null, DRAWS, Math.min(1, probability));
        assertThat(law.cumulativeProbability(kept))
                .as("at most %s of %s", kept, of)
                .isGreaterThan(TAIL);
        assertThat(law.cumulativeProbability(kept - 1))
                .as("at least %s of %s", kept, of)
                .isLessThan(1 - TAIL);
    }

    @ParameterizedTest
    @MethodSource("windows")
    void keys_of_a_window_are_announced_as_often_as_stated(Row row) {
        WindowThreshold threshold = KeysGolden.threshold(row);
        Sampler sampler = KeysGolden.price(row).mechanism(0).sampler();
        Randomness randomness = new SeededRandomness(row.hashCode());
        LongStream.of(threshold.lone().preThreshold(), threshold.unitsFor(0.5), threshold.unitsFor(0.95))
                .forEach(units -> {
                    int kept = 0;
                    for (int i = 0; i < DRAWS; i++) {
                        kept += threshold.announces(units, sampler.addTo(units, randomness)) ? 1 : 0;
                    }
                    assertUsual(kept, threshold.keepProbability(units), row);
                });
    }

    private static TruncatedGeometricDraw draw(Row row) {
        long keys = KeysGolden.whole(row, "max_partitions");
        Ratio epsilon = Ratio.of(new BigDecimal(row.text("epsilon"))).dividedBy(Ratio.of(keys, 1));
        Touches touches = new Touches(KeysGolden.delta(row, "delta"), keys);
        return new TruncatedGeometricDraw(
                epsilon, touches.each(), new LoneKey(KeysGolden.whole(row, "pre_threshold"), 1));
    }

    @ParameterizedTest
    @MethodSource("partitions")
    void keys_without_a_number_are_announced_as_often_as_the_reference_says(Row row) {
        TruncatedGeometricDraw draw = draw(row);
        Randomness randomness = new SeededRandomness(row.hashCode());
        long units = KeysGolden.whole(row, "num_users");
        int kept = 0;
        for (int i = 0; i < DRAWS; i++) {
            kept += draw.announces(units, randomness) ? 1 : 0;
        }
        assertUsual(kept, row.number("truncgeom_keep_prob_delta_over_l0"), row);
    }

    /** Fewer units than the pre-threshold are no key, whatever is drawn; 10^7 decisions in all. */
    @Test
    void a_key_that_does_not_exist_is_never_announced() {
        Row row = windows().toList().get(1);
        WindowThreshold threshold = KeysGolden.threshold(row);
        Sampler sampler = KeysGolden.price(row).mechanism(0).sampler();
        TruncatedGeometricDraw draw = draw(partitions().toList().get(0));
        Randomness randomness = new SeededRandomness(BigInteger.TEN.hashCode());
        long kept = 0;
        for (int i = 0; i < 5_000_000; i++) {
            kept += threshold.announces(0, sampler.addTo(Integer.MAX_VALUE, randomness)) ? 1 : 0;
            kept += draw.announces(0, randomness) ? 1 : 0;
        }
        assertThat(kept).isZero();
    }
}
