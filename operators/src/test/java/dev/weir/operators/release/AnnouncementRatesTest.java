package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often windows announce keys of known numbers of units, through the state and the draws of the operator. The statistic is the number of
 * announced keys of {@value #KEYS}; it fails if a binomial number of the stated probability is as far out with probability below 2e-9. There
 * are 12 such numbers, so all together fail by chance with probability below 1e-7. The seeds are fixed.
 */
@Tag("statistical")
@DisplayNameGeneration(ReplaceUnderscores.class)
class AnnouncementRatesTest {

    private static final int KEYS = 1_000_000;
    private static final int OF_A_WINDOW = 20_000;
    private static final double TAIL = 1e-9;
    private static final List<byte[]> TEXTS = IntStream.range(0, OF_A_WINDOW)
            .mapToObj(key -> DiscoveredCellsTest.utf8("k" + key))
            .toList();

    private static Plan plan(boolean gaussian, Queries query) {
        return gaussian ? Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, query) : Plans.daily(query);
    }

    @ParameterizedTest
    @CsvSource({"true, 1", "true, 5", "false, 1", "false, 5"})
    void keys_are_announced_as_often_as_their_threshold_says(boolean gaussian, long preThreshold) {
        Queries query =
                Queries.hourly("q").count().contributions(6).recordsPerCell(1).cellsPerPeriod(6);
        SplittableRandom random = new SplittableRandom((gaussian ? 10 : 20) + preThreshold);
        WindowAnnouncement announcement =
                DiscoveredCellsTest.announcement(plan(gaussian, query), preThreshold, random::nextLong);
        WindowThreshold threshold = announcement.threshold();
        DiscoveredCells cells = DiscoveredCellsTest.cells(announcement, 1);
        for (long units : new long[] {preThreshold, threshold.threshold(), threshold.unitsFor(0.95)}) {
            assertUsual(announced(cells, units), threshold.keepProbability(units));
        }
        assertThat(announced(cells, preThreshold - 1)).isZero();
    }

    private static int announced(DiscoveredCells cells, long units) {
        int announced = 0;
        for (int window = 1; window <= KEYS / OF_A_WINDOW; window++) {
            for (byte[] text : TEXTS) {
                cells.add(text, window, new long[] {units, units});
            }
            announced += cells.close(window, null).size();
        }
        return announced;
    }

    private static void assertUsual(int announced, double probability) {
        BinomialDistribution law = new BinomialDistribution(null, KEYS, probability);
        assertThat(law.cumulativeProbability(announced)).isGreaterThan(TAIL);
        assertThat(law.cumulativeProbability(announced - 1)).isLessThan(1 - TAIL);
    }
}
