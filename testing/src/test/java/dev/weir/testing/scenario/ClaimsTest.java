package dev.weir.testing.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.keys.Others;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Claims against sums that are done by hand. */
class ClaimsTest {

    private static final int KEYS = 3;

    private static Plan plan(Budget budget, Bounds bounds) {
        return plan(budget, bounds, TumblingWindow.of(Duration.ofHours(1)));
    }

    private static Plan plan(Budget budget, Bounds bounds, Window window) {
        return plan(budget, bounds, window, new Count("records", BigDecimal.ONE));
    }

    private static Plan plan(Budget budget, Bounds bounds, Window window, Aggregate aggregate) {
        Query query = new Query(
                "q",
                1,
                "records",
                new DeclaredKeys(List.of("a", "b", "c")),
                window,
                bounds,
                List.of(aggregate),
                new Spend(null, 4),
                null);
        return Plan.of("d", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 3_600_000), List.of(query));
    }

    private static Stated stated(Plan plan, String scenario) {
        ScenarioTimes times = ScenarioTimes.of(plan, KEYS);
        Scenario found = new Scenarios(plan, KEYS, times)
                .all().stream()
                        .filter(one -> one.name().equals(scenario))
                        .findFirst()
                        .orElseThrow();
        return new Claims(plan, times.schedule(), (query, step) -> step.key() < KEYS ? step.key() : BaseCells.NONE)
                .of(found, List.of(0));
    }

    private static final Budget PURE = new Budget.Pure(new BigDecimal("2.0"));
    private static final Budget RHO =
            new Budget.Concentrated(new BigDecimal("2.0"), Delta.atMost(new BigDecimal("1e-6")));

    @Test
    void a_record_costs_its_part_and_what_the_account_pays_for_costs_the_budget() {
        Plan plan = plan(PURE, Bounds.NONE);
        assertThat(stated(plan, "one record").claims().get(0).loss()).isCloseTo(0.5, within(1e-9));
        assertThat(stated(plan, "one cell").claims().get(0).loss()).isCloseTo(2, within(1e-9));
        assertThat(stated(plan, "spread").claims().get(0).loss()).isCloseTo(2, within(1e-9));
        assertThat(stated(plan, "overspent").claims().get(0).loss()).isCloseTo(2, within(1e-9));
        assertThat(stated(plan, "uncounted").claims().get(0).loss()).isZero();
    }

    /** Two regions of two towns each; the third key of a world lies in the second region. */
    private static Plan levels(Budget budget) {
        return levels(budget, Bounds.NONE, new Count("records", BigDecimal.ONE));
    }

    private static Plan levels(Budget budget, Bounds bounds, Aggregate aggregate) {
        List<String> attributes = List.of("region", "town");
        List<List<String>> towns = List.of(List.of("r", "a"), List.of("r", "b"), List.of("s", "a"), List.of("s", "b"));
        Query query = new Query(
                "q",
                1,
                "records",
                KeySpace.ofLevels(DeclaredKeys.of(attributes, towns, Others.NONE), attributes, List.of()),
                TumblingWindow.of(Duration.ofHours(1)),
                bounds,
                List.of(aggregate),
                new Spend(null, 6, 3, Favour.EQUAL),
                null);
        return Plan.of("d", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 3_600_000), List.of(query));
    }

    /**
     * Six records in two windows, of three in one window two below one region: the root moves by 3, one region by 2 and one by 1, three towns by 1. Under
     * Gaussian noise that is 18, 10 and 6 for both windows. Noise is planned for 18 at the root, 12 at regions (three windows of two records) and 6 at towns.
     * Equal parts: a third of the share for each level.
     */
    @Test
    void records_below_one_node_of_a_level_cost_the_square_of_their_number() {
        assertThat(stated(levels(RHO), "one record").claims().get(0).loss())
                .isCloseTo(Math.sqrt(2 * (2.0 / 3) * (1.0 / 18 + 1.0 / 12 + 1.0 / 6)), within(1e-5));
        assertThat(stated(levels(RHO), "leaves").claims().get(0).loss())
                .isCloseTo(Math.sqrt(2 * (2.0 / 3) * (18.0 / 18 + 10.0 / 12 + 6.0 / 6)), within(1e-5));
        assertThat(stated(levels(PURE), "one record").claims().get(0).loss()).isCloseTo(2.0 / 6, within(1e-5));
        assertThat(stated(levels(PURE), "leaves").claims().get(0).loss()).isCloseTo(2, within(1e-5));
    }

    /** Values of at most 1000 of which a unit's part of a cell is at most 1500: one and a half full-size records. */
    private static final Sum CLAMPED_PER_UNIT =
            new Sum("total", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 1000), new Sum.Range(0, 1500));

    /** Four records of one cell cost 1.5 of four under Laplace noise, and two the square of that under Gaussian noise. */
    @Test
    void records_of_one_cell_cost_no_more_than_a_clamp_of_the_unit_admits() {
        Window hour = TumblingWindow.of(Duration.ofHours(1));
        assertThat(loss(plan(PURE, Bounds.NONE, hour, CLAMPED_PER_UNIT), "one cell"))
                .isCloseTo(2 * 1.5 / 4, within(1e-9));
        assertThat(loss(plan(RHO, Bounds.NONE, hour, CLAMPED_PER_UNIT), "one cell"))
                .isCloseTo(1.5, within(1e-6));
        assertThat(loss(plan(PURE, Bounds.NONE, hour, new DistinctUnits("units", BigDecimal.ONE)), "one cell"))
                .isCloseTo(2.0 / 4, within(1e-9));
        assertThat(loss(levels(PURE, Bounds.NONE, CLAMPED_PER_UNIT), "one cell"))
                .isCloseTo(2 * 1.5 / 6, within(1e-5));
    }

    /** A bound of two keys admits six records in three windows, of which noise is planned for each. */
    @Test
    void records_below_nodes_of_a_level_lie_under_keys_that_a_bound_admits() {
        Bounds bounds = new Bounds(2, 1, 100, 100);
        assertThat(loss(levels(PURE, bounds, new Count("records", BigDecimal.ONE)), "leaves"))
                .isCloseTo(2, within(1e-5));
    }

    private static double loss(Plan plan, String scenario) {
        return stated(plan, scenario).claims().get(0).loss();
    }

    /** Four cells of epsilon 1/2 each: mu(1/2) = 2 Phi^-1(0.622459) = 0.623855, twice that for four. */
    @Test
    void a_pure_budget_has_a_second_claim_in_mu() {
        assertThat(stated(plan(PURE, Bounds.NONE), "spread").claims().get(1).loss())
                .isCloseTo(1.2469, within(1e-3));
    }

    /** A step shows a part of what a record of a running total costs: that of the step with the least noise. */
    @Test
    void a_step_of_a_running_total_shows_a_part_of_what_a_record_costs() {
        Window window = RunningWindow.of(Duration.ofHours(1), 4).resetting(Duration.ofHours(4));
        Stated stated = stated(plan(RHO, Bounds.NONE, window), "one record");
        double all = stated.claims().get(0).loss();
        assertThat(stated.perfect().orElseThrow().loss()).isBetween(0.6 * all, all);
    }

    @Test
    void gaussian_noise_charges_squares() {
        Plan plan = plan(RHO, Bounds.NONE);
        assertThat(stated(plan, "one record").claims().get(0).loss()).isCloseTo(1, within(1e-6));
        // two records in one cell are worth four
        assertThat(stated(plan, "one cell").claims().get(0).loss()).isCloseTo(2, within(1e-6));
    }

    @Test
    void bounds_leave_records_out() {
        Plan plan = plan(PURE, new Bounds(2, 1, 100, 100));
        assertThat(stated(plan, "records bound").claims().get(0).loss()).isCloseTo(0.5, within(1e-9));
        assertThat(stated(plan, "keys bound").claims().get(0).loss()).isCloseTo(1, within(1e-9));
    }
}
