package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.TruncatedGeometricDraw;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.BinomialDistribution;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often windows announce keys of known numbers of units, through the state and the draws of the operator. The statistic is the number of
 * announced keys of {@value #KEYS}; it fails if a binomial number of the stated probability is as far out with probability below 2e-9. There
 * are 14 such numbers, so all together fail by chance with probability below 1e-7. The seeds are fixed.
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
        Plan plan = plan(gaussian, query);
        WindowAnnouncement announcement = DiscoveredCellsTest.announcement(plan, preThreshold, random::nextLong);
        WindowThreshold threshold =
                DiscoveredCellsTest.terms(preThreshold).threshold(plan.queries().get(0));
        DiscoveredCells cells = DiscoveredCellsTest.cells(announcement, 1);
        for (long units : new long[] {preThreshold, threshold.threshold(), threshold.unitsFor(0.95)}) {
            assertUsual(announced(cells, units), threshold.keepProbability(units));
        }
        assertThat(announced(cells, preThreshold - 1)).isZero();
    }

    /**
     * Where no row states the count of units and the noise is Laplace's, units are drawn from: the first probability is the delta of a touch,
     * and each odd more costs its epsilon, a sixth of the budget's. The noisy number of units leaves with no row.
     */
    @Test
    void keys_without_a_released_count_are_announced_as_often_as_the_truncated_geometric_law_says() {
        Query query = Discovered.hourly(
                new DiscoveredKeys(Discovered.delta("6e-3"), DistinctUnits.HIDDEN, 5),
                new Bounds(Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED),
                6,
                List.of(new DistinctUnits(DistinctUnits.HIDDEN, BigDecimal.ONE)));
        Plan plan = Discovered.plan(new Budget.Approximate(new BigDecimal("3"), Discovered.delta("6e-3")), query);
        PricedQuery priced = plan.queries().get(0);
        AnnouncementTerms terms = AnnouncementTerms.of(query);
        TruncatedGeometricDraw draw = terms.draw(priced).orElseThrow();
        assertThat(draw.keepProbability(5)).isCloseTo(1e-3, within(1e-15));
        assertThat(draw.keepProbability(6)).isCloseTo(1e-3 * (1 + Math.exp(0.5)), within(1e-12));
        DiscoveredCells cells =
                DiscoveredCellsTest.cells(new WindowAnnouncement(priced, terms, new SplittableRandom(30)::nextLong), 1);
        assertUsual(announced(cells, 5), 1e-3);
        assertUsual(announced(cells, draw.unitsFor(0.5)), draw.keepProbability(draw.unitsFor(0.5)));
        TEXTS.forEach(text -> cells.add(text, 1, new long[] {4, 4}));
        assertThat(cells.close(1, null)).isEmpty();
        cells.add(TEXTS.get(0), 1, new long[] {draw.always(), draw.always()});
        assertThat(cells.close(1, null)).singleElement().satisfies(key -> assertThat(key.values())
                .containsExactly(0));
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
