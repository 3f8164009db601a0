package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.selection.keys.WindowThreshold;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.gate.LocalGate;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How often the gate and the releasers together announce keys of a given number of units, with noise of a fixed seed. 20 000 keys in each of two
 * windows; statistic: the share of announced ones, within 5 standard deviations of its law, which fails by chance once in 1.7 million runs.
 */
@Tag("statistical")
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredRatesTest {

    private static final int KEYS = 20_000;
    private static final Schedule ENDLESS = Schedule.startingAt(0);

    private static Plan plan(boolean isLaplace) {
        Queries query = Queries.hourly("q").count().contributions(2).recordsPerCell(1);
        Budget budget = new Budget.Approximate(new BigDecimal("4"), Discovered.delta("0.04"));
        return Discovered.plan(budget, Discovered.query(query, Discovered.keys(isLaplace ? "0.04" : "0.02", 1)));
    }

    private static List<PartialSum> sums(Plan plan, long units) {
        List<PartialSum> sums = new ArrayList<>();
        LocalGate gate = new LocalGate(plan, ENDLESS, sums::add);
        for (int key = 0; key < KEYS; key++) {
            for (long unit = 0; unit < units; unit++) {
                for (long hour = 0; hour < 2; hour++) {
                    ContributionBatch batch = Discovered.record(plan, key + "/" + unit, hour * Plans.HOUR, "k" + key, 1)
                            .batch(plan, 1);
                    gate.pass(batch);
                }
            }
        }
        gate.finish();
        return sums;
    }

    private static void assertRate(boolean isLaplace, boolean isLone) {
        Plan plan = plan(isLaplace);
        WindowThreshold threshold = AnnouncementTerms.of(plan.queries().get(0).query())
                .threshold(plan.queries().get(0));
        long units = isLone ? 1 : threshold.threshold();
        QueryReleaser releaser = new QueryReleasers(
                        plan, new ClosedCells(plan, ENDLESS), new SplittableRandom(isLaplace ? 3 : 4)::nextLong, false)
                .of(0, new OwnedKeys(plan, 1, route -> 0))
                .get(0);
        sums(plan, units).forEach(releaser::add);
        List<Outcome> rows = new ArrayList<>();
        releaser.close(Plans.HOUR, rows);
        releaser.close(2 * Plans.HOUR, rows);
        double expected = threshold.keepProbability(units);
        double deviation = Math.sqrt(expected * (1 - expected) / (2 * KEYS));
        assertThat(rows.size() / (2.0 * KEYS)).isBetween(expected - 5 * deviation, expected + 5 * deviation);
        if (isLone) {
            assertThat(expected).isLessThanOrEqualTo(isLaplace ? 0.02 : 0.01);
        }
    }

    @Test
    void keys_of_one_unit_are_announced_as_often_as_delta_pays_for() {
        assertRate(false, true);
        assertRate(true, true);
    }

    @Test
    void keys_at_the_threshold_are_announced_as_often_as_the_law_says() {
        assertRate(false, false);
    }
}
