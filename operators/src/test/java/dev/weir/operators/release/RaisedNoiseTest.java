package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Raised;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests the noise of every cell around a raise of the budget from 1 to 4, with restores in between. No key has a record, so a
 * released number is its noise.
 *
 * <p>The statistic of a cell is the mean square of the noise of 400 keys. Its expectation at the earlier price is 16 times
 * (Laplace) or 4 times (Gaussian) that at the later price. The test compares it with the geometric mean of the two, which it
 * crosses if it is 2 times (Gaussian) or 4 times (Laplace) too large or too small. For Gaussian noise the probabilities are
 * exp(-200 (1 - ln 2)) &lt; 1e-26 in one direction and exp(-200 (ln 2 - 1/2)) &lt; 1e-16 in the other (Chernoff, chi-square).
 * For Laplace noise the probability of too small a value is below 1e-30 (Bernstein, &sum; x&sup2; at least 0). For too large
 * a value, one of 400 draws would have to be beyond 15 scales with the rest as expected, or several would have to be large:
 * below 1e-12.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RaisedNoiseTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final int SIZE = 7;
    private static final int RESET = 10;
    private static final int LAST = 80;

    /** The first hour of the third day. */
    private static final int RAISED = 48;

    private static final String[] KEYS =
            IntStream.range(0, 400).mapToObj(i -> "k" + i).toArray(String[]::new);

    /**
     * Returns a plan with windows of an hour and of 7 hours, totals that reset every 10 hours and that never do, and sliding
     * windows.
     */
    private static Plan plan(boolean isPure, String budget) {
        return Plan.of(
                "test",
                PrivacyUnit.USER_PER_DAY,
                Raised.budget(isPure, budget),
                Plans.TIMING,
                List.of(
                        Queries.hourly("hourly")
                                .keys(KEYS)
                                .count()
                                .contributions(2)
                                .query(),
                        Queries.hourly("wide")
                                .every(Duration.ofHours(SIZE))
                                .keys(KEYS)
                                .count()
                                .contributions(2)
                                .query(),
                        Totals.running("reset", RESET)
                                .resetting(Duration.ofHours(RESET))
                                .keys(KEYS)
                                .count()
                                .query(),
                        Totals.running("endless", 24).keys(KEYS).count().query(),
                        Totals.sliding("sliding", 3).keys(KEYS).count().query()));
    }

    /** Returns which price a cell must have, by its start: 0 for the one before the raise, 1 for the one after. */
    private static int expected(int query, int hour) {
        int start =
                switch (query) {
                    case 0 -> hour - 1;
                    case 1 -> hour - SIZE;
                    case 2 -> (hour - 1) / RESET * RESET;
                    default -> Integer.MIN_VALUE;
                };
        return start >= RAISED ? 1 : 0;
    }

    private static void run(Chain chain, int from, int to) throws Exception {
        for (int hour = from; hour <= to; hour++) {
            chain.watermark(hour * HOUR);
        }
    }

    /** Returns the number of keys, the sum of squares, and the step, by query and hour. */
    private static Map<List<Integer>, double[]> noise(Chain chain) {
        Map<List<Integer>, double[]> cells = new HashMap<>();
        for (Outcome outcome : chain.outcomes()) {
            if (outcome.kind() == Outcome.Kind.RELEASED) {
                List<Integer> cell = List.of(outcome.query(), (int) (outcome.end() / HOUR));
                double[] sums = cells.computeIfAbsent(cell, unknown -> new double[3]);
                sums[0]++;
                sums[1] += Math.pow((double) outcome.values()[0], 2);
                sums[2] = outcome.step();
            }
        }
        return cells;
    }

    private static int price(Plan plan, int query, double[] sums) {
        long step = Math.max(1, (long) sums[2]);
        double before = Math.pow(plan.prices(query).get(0).stddevs(step)[0], 2);
        double after = Math.pow(plan.prices(query).get(1).stddevs(step)[0], 2);
        return sums[1] / sums[0] > Math.sqrt(before * after) ? 0 : 1;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_cell_has_the_new_noise_if_its_whole_span_lies_in_periods_of_the_raised_budget(boolean isPure)
            throws Exception {
        Plan before = plan(isPure, "1");
        Plan raised = Raised.from(RAISED / 24, before, plan(isPure, "4"));
        try (Chain chain = Chain.start(before, SCHEDULE, 2)) {
            run(chain, 1, 33);
            chain.restore(chain.checkpoint(), 1, raised, SCHEDULE);
            run(chain, 34, 46);
            chain.restore(chain.checkpoint(), 3);
            run(chain, 47, 53);
            chain.restore(chain.checkpoint(), 2, raised, SCHEDULE);
            run(chain, 54, LAST);
            Map<String, Integer> wrong = new TreeMap<>();
            Map<List<Integer>, double[]> cells = noise(chain);
            cells.forEach((cell, sums) -> {
                assertThat(sums[0]).as(cell.toString()).isEqualTo(KEYS.length);
                int price = price(raised, cell.get(0), sums);
                if (price != expected(cell.get(0), cell.get(1))) {
                    wrong.put(cell.toString(), price);
                }
            });
            assertThat(wrong).isEmpty();
            assertThat(cells).hasSize(4 * LAST + LAST / SIZE);
        }
    }

    /** The deviation that a row states is the one with which its noise was drawn. */
    @ParameterizedTest
    @CsvSource({"48, 0", "49, 1", "50, 1"})
    void the_deviation_of_an_hour_is_that_of_its_price(int hour, int price) {
        Plan raised = Raised.from(RAISED / 24, plan(true, "1"), plan(true, "4"));
        assertThat(raised.priceAt(0, hour * HOUR)).isEqualTo(price);
        assertThat(raised.prices(0).get(price).stddevs(1)[0])
                .isEqualTo((price == 0 ? plan(true, "1") : plan(true, "4"))
                        .queries()
                        .get(0)
                        .stddevs(1)[0]);
    }

    @Test
    void a_budget_that_is_raised_again_leaves_three_noises() {
        Plan once = Raised.from(2, plan(true, "1"), plan(true, "4"));
        Plan twice = Raised.from(3, once, plan(true, "9"));
        for (int hour = 1; hour <= LAST; hour++) {
            int price = hour > 72 ? 2 : hour > 48 ? 1 : 0;
            assertThat(twice.priceAt(0, hour * HOUR)).as("%s", hour).isEqualTo(price);
        }
        assertThat(twice.prices(0).stream()
                        .map(priced -> priced.price().share().value().intValue()))
                .hasSize(3)
                .isSorted();
    }

    /** If steps of one series had different noise, a unit would lose more than by either noise alone. */
    @Test
    void a_total_that_has_begun_in_the_first_period_of_the_raised_budget_is_refused() throws Exception {
        Plan before = plan(false, "1");
        Plan raised = Raised.from(2, before, plan(false, "4"));
        try (Chain chain = Chain.start(before, SCHEDULE, 1)) {
            run(chain, 1, 50);
            Chain.State open = chain.checkpoint();
            run(chain, 51, 51);
            Chain.State begun = chain.checkpoint();
            assertThatThrownBy(() -> chain.restore(begun, 1, raised, SCHEDULE))
                    .isInstanceOf(SuppressRestartsException.class)
                    .rootCause()
                    .hasMessageContaining("QUERY_CHANGED: totals of query reset have begun");
            chain.restore(open, 1, raised, SCHEDULE);
        }
    }

    /** Another version of a query has no older noise, and a series of it has no data of an older period. */
    @Test
    void a_series_that_is_new_behind_the_raise_begins_with_its_first_period() throws Exception {
        Plan before = plan(true, "1");
        Plan endless = plan(true, "4")
                .withSteps(
                        Raised.from(2, before, plan(true, "4")).steps().stream()
                                .map(step -> step.share())
                                .toList(),
                        prices -> 1);
        assertThat(endless.begin(3)).isEqualTo(RAISED * HOUR);
        assertThat(endless.begin(0)).isEqualTo(Long.MIN_VALUE);
        try (Chain chain = Chain.start(endless, SCHEDULE, 1)) {
            run(chain, 1, 51);
            assertThat(noise(chain).keySet().stream()
                            .filter(cell -> cell.get(0) == 3)
                            .map(cell -> cell.get(1)))
                    .containsExactlyInAnyOrder(49, 50, 51);
        }
    }
}
