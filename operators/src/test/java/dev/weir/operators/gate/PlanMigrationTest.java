package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.Reads;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests state that is restored under another plan: what is kept, what is dropped, and that no spending is forgotten. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PlanMigrationTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final Queries Q = Queries.hourly("q").count().share("0.5").contributions(4);
    private static final Queries R = Queries.hourly("r").count().share("0.5").contributions(4);

    @Test
    void a_query_with_the_same_fingerprint_goes_on_wherever_it_stands() throws Exception {
        Plan before = Plans.daily(Q, R);
        Plan after = Plans.daily(R, Q);
        try (Chain chain = Chain.start(before, ENDLESS, 2)) {
            chain.add(Chain.record(before, "ada", 10, 0, 1, 1));
            chain.add(Chain.record(before, "bob", 10, 1, 0, 1));
            chain.restore(chain.checkpoint(), 3, after, ENDLESS);
            chain.add(Chain.record(after, "ada", 20, 1, 1, 1));
            chain.watermark(HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("1/b/" + HOUR, List.of(2L), "0/a/" + HOUR, List.of(1L)));
        }
    }

    /** Version 1 is restored unchanged, but its open cells were dropped when version 2 began. */
    @Test
    void a_version_that_comes_back_has_none_of_the_cells_of_the_one_before() throws Exception {
        Plan one = Plans.daily(Q, R);
        Plan two = Plans.daily(Q.reading("less").version(2), R);
        try (Chain chain = Chain.start(one, ENDLESS, 1)) {
            chain.restore(chain.checkpoint(), 1, two, ENDLESS);
            chain.add(Chain.record(two, "ada", 10, 0, 0, 1));
            chain.restore(chain.checkpoint(), 1, one, ENDLESS);
            chain.watermark(HOUR);
            assertThat(chain.totals()).isEmpty();
        }
    }

    /**
     * The prices are unchanged. Only the name of the ids has changed, which an earlier build stored in each query's
     * description.
     */
    @Test
    void open_cells_outlive_a_new_name_of_the_units_ids() throws Exception {
        Plan before = plan(new Reads("all", "all by rider"), UnitName.of("rider"));
        Plan after = plan(new Reads("all", "all by user"), UnitName.of("user").formerly("rider"));
        try (Chain chain = Chain.start(before, ENDLESS, 1)) {
            chain.add(Chain.record(before, "ada", 10, 0, 0, 1));
            chain.restore(chain.checkpoint(), 2, after, ENDLESS);
            chain.watermark(HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("0/a/" + HOUR, List.of(1L)));
        }
    }

    private static Plan plan(Reads reads, UnitName name) {
        Query q = Q.query();
        Query read = new Query(
                q.name(),
                q.version(),
                reads,
                q.keys(),
                q.window(),
                q.bounds(),
                q.aggregates(),
                q.spend(),
                q.keyAccount());
        return Plan.of("test", PrivacyUnit.USER_PER_DAY, Plans.PURE, Plans.TIMING, List.of(read))
                .withUnitName(name);
    }

    /** Removed keys are not released again, so the version need not be raised for them. */
    @Test
    void a_query_whose_keys_change_drops_its_open_cells_and_goes_on_under_its_version() throws Exception {
        Plan before = Plans.daily(Q, R);
        Plan after = Plans.daily(Q.keys("a"), R);
        try (Chain chain = Chain.start(before, ENDLESS, 1)) {
            chain.add(Chain.record(before, "ada", 10, 0, 0, 1));
            chain.add(Chain.record(before, "ada", 10, 1, 0, 1));
            chain.restore(chain.checkpoint(), 1, after, ENDLESS);
            chain.watermark(HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("1/a/" + HOUR, List.of(1L)));
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).doesNotContain("0/b/" + HOUR);
        }
    }

    /** 3 of 4 contributions of one half are 0.375; the new query with the same share counts in tenths of 0.5. */
    @Test
    void a_changed_query_drops_its_open_cells_and_units_keep_what_they_have_spent() throws Exception {
        Plan after = Plans.daily(Q.contributions(10).version(2), R);
        assertThat(takenAfter(Plans.daily(Q, R), after, 3, 0)).isEqualTo(2);
        assertThat(takenAfter(Plans.daily(Q, R), after, 0, 0)).isEqualTo(10);
    }

    /** 2 of 4 are 0.25, and the share shrinks to 0.1: it is exhausted, and the rest is charged to the other query. */
    @Test
    void what_a_smaller_share_cannot_hold_is_booked_on_the_other_queries() throws Exception {
        Plan after = Plans.daily(
                Q.share("0.1").version(2), R.share("0.9").contributions(9).version(2));
        assertThat(takenAfter(Plans.daily(Q, R), after, 2, 0)).isZero();
        assertThat(takenAfter(Plans.daily(Q, R), after, 2, 1)).isEqualTo(7);
    }

    /** The budget is cut to a tenth and restored: earlier spending is kept as an overdraft in between. */
    @Test
    void an_overdraft_is_booked_when_the_plan_grants_more_again() throws Exception {
        Queries all = Queries.hourly("q").count().share("1").contributions(10);
        for (int spent : new int[] {10, 7}) {
            for (Plan between : List.of(
                    Plans.daily(all.share("0.1").version(2)),
                    Plans.daily(R.share("0.1"), all.share("0.2").version(3)))) {
                assertThat(takenAfter(List.of(Plans.daily(all), between, between, Plans.daily(all)), spent))
                        .isEqualTo(10 - spent);
            }
        }
    }

    @Test
    void the_overdraft_of_one_unit_is_charged_to_no_other_unit() throws Exception {
        Queries all = Queries.hourly("q").count().share("1").contributions(10);
        Plan first = Plans.daily(all);
        Plan between = Plans.daily(all.share("0.1").version(2));
        try (Chain chain = Chain.start(first, ENDLESS, 1)) {
            for (int i = 0; i < 40; i++) {
                record(chain, first, "early" + i, 0, 1);
            }
            for (int i = 0; i < 40; i++) {
                record(chain, first, "unit" + i, Plans.DAY, i % 4 == 0 ? 10 : 1);
            }
            chain.restore(chain.checkpoint(), 3, between, ENDLESS);
            chain.watermark(Plans.DAY + HOUR); // forgets the first day's units, so that the entries of the others move
            chain.restore(chain.checkpoint(), 2, first, ENDLESS);
            for (int i = 0; i < 40; i++) {
                record(chain, first, "unit" + i, Plans.DAY + HOUR, 12);
            }
            chain.watermark(Plans.DAY + 2 * HOUR);
            assertThat(chain.totals().get("0/a/" + (Plans.DAY + 2 * HOUR))).containsExactly(30 * 9L);
        }
    }

    private static void record(Chain chain, Plan plan, String user, long time, int records) {
        for (int i = 0; i < records; i++) {
            chain.add(Chain.record(plan, user, time + i, 0, 0, 1));
        }
    }

    /**
     * Returns how many records of ada the query q accepts under the last plan, after it has accepted {@code before} under the
     * first.
     */
    private static long takenAfter(List<Plan> plans, int before) throws Exception {
        try (Chain chain = Chain.start(plans.get(0), ENDLESS, 1)) {
            record(chain, plans.get(0), "ada", 0, before);
            for (Plan next : plans.subList(1, plans.size())) {
                chain.restore(chain.checkpoint(), 2, next, ENDLESS);
            }
            record(chain, plans.get(plans.size() - 1), "ada", HOUR, 12);
            chain.watermark(2 * HOUR);
            List<Long> none = List.of(0L);
            return chain.totals().getOrDefault("0/a/" + 2 * HOUR, none).get(0);
        }
    }

    @Test
    void what_was_spent_on_a_removed_query_is_booked_on_the_rest() throws Exception {
        Plan after = Plans.daily(R.share("1").contributions(8).version(2));
        assertThat(takenAfter(Plans.daily(Q, R), after, 4, 0)).isEqualTo(4);
        Plan renamed = Plans.daily(Queries.hourly("new").count().contributions(8));
        assertThat(takenAfter(Plans.daily(Q, R), renamed, 3, 0)).isEqualTo(5);
    }

    /** A weight of 1.00 equals one of 1, but the account counts in a hundred times as many parts. */
    @Test
    void accounts_that_count_in_other_parts_are_converted_and_never_copied() throws Exception {
        Plan coarse = Plans.daily(
                Queries.hourly("q").with(new Count("c", BigDecimal.ONE)).contributions(6));
        Plan fine = Plans.daily(
                Queries.hourly("q").with(new Count("c", new BigDecimal("1.00"))).contributions(6));
        try (Chain chain = Chain.start(coarse, Schedule.startingAt(0), 1)) {
            for (int i = 0; i < 6; i++) {
                chain.add("ada", i * HOUR, 0, 1);
            }
            chain.restore(chain.checkpoint(), 1, fine, Schedule.startingAt(0));
            chain.add("ada", 7 * HOUR, 0, 1);
            chain.add("bob", 7 * HOUR, 0, 1);
            chain.watermark(8 * HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("0/a/" + 8 * HOUR, List.of(1L)));
        }
    }

    /** 1 of 3 contributions is not a whole number of sevenths: it is rounded up, so 4 of 7 are left. */
    @Test
    void carried_spending_rounds_up() throws Exception {
        Queries thirds = Queries.hourly("q").count().contributions(3);
        assertThat(takenAfter(
                        Plans.daily(thirds), Plans.daily(thirds.contributions(7).version(2)), 1, 0))
                .isEqualTo(4);
    }

    /**
     * Returns how many records of ada the query accepts after a restart, when query 0 has accepted {@code before} of them
     * before it.
     */
    private static long takenAfter(Plan first, Plan second, int before, int query) throws Exception {
        try (Chain chain = Chain.start(first, ENDLESS, 1)) {
            for (int i = 0; i < before; i++) {
                chain.add(Chain.record(first, "ada", i, 0, 0, 1));
            }
            chain.restore(chain.checkpoint(), 2, second, ENDLESS);
            for (int i = 0; i < 12; i++) {
                chain.add(Chain.record(second, "ada", HOUR + i, query, 0, 1));
            }
            chain.watermark(HOUR);
            assertThat(chain.totals()).as("cells of the old query are dropped").isEmpty();
            chain.watermark(2 * HOUR);
            List<Long> none = List.of(0L);
            return chain.totals().getOrDefault(query + "/a/" + 2 * HOUR, none).get(0);
        }
    }

    /**
     * A new query's window extends back over midnight into a day whose accounts have been forgotten, because no window of the
     * old plan could still contain it. Accepting yesterday's records again would let them spend a second budget.
     */
    @Test
    void a_longer_window_does_not_reopen_a_day_whose_accounts_are_forgotten() throws Exception {
        Plan before = Plans.daily(Queries.hourly("q").count());
        Plan after =
                Plans.daily(Queries.hourly("wide").every(Duration.ofHours(7)).count());
        try (Chain chain = Chain.start(before, ENDLESS, 1)) {
            chain.add(Chain.record(before, "ada", 23 * HOUR, 0, 0, 1));
            chain.watermark(24 * HOUR);
            chain.restore(chain.checkpoint(), 2, after, ENDLESS);
            chain.add(Chain.record(after, "ada", 23 * HOUR + 1, 0, 0, 1));
            chain.add(Chain.record(after, "ada", 24 * HOUR + 1, 0, 0, 1));
            chain.watermark(28 * HOUR);
            chain.checkpoint();
            assertThat(chain.totals().get("0/a/" + 28 * HOUR)).containsExactly(1L);
            assertThat(chain.counters().of(0, Rejection.BELOW_FLOOR)).isEqualTo(1);
            assertThat(chain.counters().of(0, RecordOutcome.COUNTED)).isEqualTo(2);
        }
    }

    @Test
    void a_lifetime_unit_is_remembered_over_every_change() throws Exception {
        Plan before = Plans.of(PrivacyUnit.USER, Plans.PURE, Queries.hourly("q").count());
        Plan after = Plans.of(
                PrivacyUnit.USER,
                Plans.PURE,
                Queries.hourly("q").count().reading("less").version(2));
        try (Chain chain = Chain.start(before, ENDLESS, 1)) {
            chain.add(Chain.record(before, "ada", 10, 0, 0, 1));
            chain.watermark(900 * HOUR);
            chain.restore(chain.checkpoint(), 2, after, ENDLESS);
            chain.add(Chain.record(after, "ada", 900 * HOUR + 1, 0, 0, 1));
            chain.watermark(901 * HOUR);
            assertThat(chain.totals()).isEqualTo(Map.of("0/a/" + HOUR, List.of(1L)));
        }
    }

    @Test
    void what_was_published_about_a_key_outlives_a_change_of_its_query() throws Exception {
        Queries limited =
                Queries.hourly("q").count().contributions(2).recordsPerCell(1).keyAccount("1", Duration.ofDays(1));
        Plan after = Plans.daily(limited.reading("less").version(2));
        try (Chain chain = Chain.start(Plans.daily(limited), ENDLESS, 2)) {
            chain.watermark(HOUR);
            chain.restore(chain.checkpoint(), 3, after, ENDLESS);
            chain.watermark(4 * HOUR);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).hasSize(4);
            assertThat(chain.releaseNames(Outcome.Kind.WITHHELD))
                    .containsExactly("0/a/" + 3 * HOUR, "0/a/" + 4 * HOUR, "0/b/" + 3 * HOUR, "0/b/" + 4 * HOUR);
        }
    }
}
