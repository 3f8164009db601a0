package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.AnnouncementTerms;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Contributions;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/**
 * Sends records with keys that nobody declared through gate and release operators with real noise. Crowded keys have so many units, and others
 * so few, that a wrong outcome has a probability below 1e-9.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredPathTest {

    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final int CROWD = 400;
    private static final Queries COUNT =
            Queries.hourly("q").count().contributions(3).recordsPerCell(1);
    private static final Query QUERY = Discovered.query(COUNT, Discovered.keys("1e-12", 1));
    private static final Plan PLAN = Discovered.plan(QUERY);

    /** Two crowded keys, one of which has other crowds in each window, and keys of one unit or two. */
    private static List<Contributions> records() {
        List<Contributions> records = new ArrayList<>();
        for (int unit = 0; unit < CROWD; unit++) {
            records.add(Discovered.record(PLAN, "u" + unit, 10, "zebra", 1));
            records.add(Discovered.record(PLAN, "u" + unit, 20, "ant", 1));
            records.add(Discovered.record(PLAN, "u" + unit, Plans.HOUR + unit, "zebra", 1));
        }
        for (int unit = 0; unit < 20; unit++) {
            records.add(Discovered.record(PLAN, "lone" + unit, 30 + unit, "canary" + unit / 2, 1));
        }
        return records;
    }

    private static String rows(Chain chain) {
        return chain.outcomes().stream()
                .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                .map(outcome -> outcome.key() + "@" + outcome.end() / Plans.HOUR)
                .sorted()
                .collect(Collectors.joining(" "));
    }

    /** Nothing but announced keys leaves the operators, and the exact side output, which is private, has every key. */
    @Test
    void crowded_keys_are_released_and_lone_ones_leave_no_trace_in_any_order_and_at_any_parallelism() throws Exception {
        List<Contributions> records = records();
        for (int parallelism : new int[] {1, 2}) {
            Collections.shuffle(records, new Random(parallelism));
            try (Chain chain = Chain.start(PLAN, ENDLESS, parallelism)) {
                records.forEach(chain::add);
                chain.watermark(3 * Plans.HOUR);
                assertThat(rows(chain)).isEqualTo("ant@1 zebra@1 zebra@2");
                assertThat(chain.totals()).hasSize(13).containsEntry("0/canary3/" + Plans.HOUR, List.of(2L));
                assertThat(chain.outcomes().toString().replaceAll("EXACT [^,\\]]*", ""))
                        .doesNotContain("canary");
                assertThat(chain.outcomes())
                        .filteredOn(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                        .allMatch(outcome -> Math.abs(outcome.values()[0] - CROWD) < CROWD / 2);
            }
        }
    }

    @Test
    void restores_at_other_parallelisms_between_records_change_no_exact_total_and_no_row() throws Exception {
        List<Contributions> records = records();
        Collections.shuffle(records, new Random(7));
        try (Chain chain = Chain.start(PLAN, ENDLESS, 1);
                Chain undisturbed = Chain.start(PLAN, ENDLESS, 1)) {
            for (int i = 0; i < records.size(); i++) {
                undisturbed.add(records.get(i));
                chain.add(records.get(i));
                if (i % 400 == 399) {
                    chain.restore(chain.checkpoint(), 1 + i / 400 % 2);
                }
            }
            undisturbed.watermark(Plans.HOUR);
            chain.watermark(Plans.HOUR);
            chain.restore(chain.checkpoint(), 2);
            undisturbed.watermark(3 * Plans.HOUR);
            chain.watermark(3 * Plans.HOUR);
            assertThat(chain.totals()).isEqualTo(undisturbed.totals());
            assertThat(rows(chain)).isEqualTo("ant@1 zebra@1 zebra@2");
        }
    }

    /** With p = 401 a crowd of 400 does not exist, whatever its noise; one more unit makes it exist. */
    @Test
    void the_units_that_make_a_key_exist_are_counted_across_a_restore() throws Exception {
        Bounds bounds = new Bounds(Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED);
        Query query = Discovered.hourly(
                new DiscoveredKeys(Discovered.delta("9e-7"), "count", CROWD + 1),
                bounds,
                1,
                List.of(new DistinctUnits("count", BigDecimal.ONE)));
        Plan plan = Discovered.plan(query);
        long threshold =
                AnnouncementTerms.of(query).threshold(plan.queries().get(0)).threshold();
        for (int units : new int[] {CROWD, (int) (CROWD + 3 * (threshold - CROWD))}) {
            try (Chain chain = Chain.start(plan, ENDLESS, 2)) {
                for (int unit = 0; unit < units; unit++) {
                    chain.add(Discovered.record(plan, "u" + unit, 10, "key", 1));
                    chain.add(Discovered.record(plan, "u" + unit, 10, "key", 1));
                    if (unit == CROWD / 2) {
                        chain.restore(chain.checkpoint(), 1);
                    }
                }
                chain.watermark(Plans.HOUR);
                assertThat(rows(chain)).isEqualTo(units == CROWD ? "" : "key@1");
            }
        }
    }

    /** A key is announced at the step at which it is crowded, and then has a row at every step, whether it has records or not. */
    @Test
    void running_totals_of_a_crowded_key_begin_at_its_announcement_across_restores_and_those_of_others_never()
            throws Exception {
        Plan plan = Discovered.plan(Discovered.running(Discovered.keys("1e-9", 1), 6, 3));
        for (boolean isRestored : new boolean[] {false, true}) {
            try (Chain chain = Chain.start(plan, ENDLESS, 2)) {
                chain.add(Discovered.record(plan, "early", 10, "zebra", 1));
                for (int hour = 0; hour < 6; hour++) {
                    chain.add(Discovered.record(plan, "lone" + hour, hour * Plans.HOUR, "canary" + hour / 2, 1));
                    for (int unit = 0; hour == 2 && unit < CROWD; unit++) {
                        chain.add(Discovered.record(plan, "u" + unit, hour * Plans.HOUR, "zebra", 1));
                        chain.add(Discovered.record(plan, "u" + unit, hour * Plans.HOUR, "zebra", 1));
                    }
                    chain.watermark((hour + 1) * Plans.HOUR);
                    if (isRestored) {
                        chain.restore(chain.checkpoint(), 1 + hour % 2);
                    }
                }
                assertThat(rows(chain)).isEqualTo("zebra@3 zebra@4 zebra@5 zebra@6");
                List<Outcome> released = chain.outcomes().stream()
                        .filter(outcome -> outcome.kind() == Outcome.Kind.RELEASED)
                        .toList();
                assertThat(released).extracting(Outcome::step).containsExactly(3L, 4L, 5L, 6L);
                assertThat(released.get(0).charge()).isPositive();
                assertThat(released.subList(1, 4)).allMatch(outcome -> outcome.charge() == 0);
                assertThat(chain.totals())
                        .containsEntry("0/zebra/" + 6 * Plans.HOUR, List.of(CROWD + 1L))
                        .containsEntry("0/canary0/" + 6 * Plans.HOUR, List.of(2L));
            }
        }
    }

    /** Units of the day whose series an adoption ends have no budget left; others announce the key anew, by a series that begins with 0. */
    @Test
    void an_adoption_ends_running_totals_and_a_key_that_was_announced_is_not_released_before_it_is_announced_again()
            throws Exception {
        Plan plan = Plan.of(
                "test",
                PrivacyUnit.USER_PER_DAY,
                PLAN.budget(),
                Plans.TIMING,
                List.of(Discovered.running(Discovered.keys("1e-9", 1), 48, 3)));
        try (Chain chain = Chain.start(plan, ENDLESS, 1)) {
            for (long hour : new long[] {0, 25}) {
                for (int unit = 0; unit < CROWD; unit++) {
                    chain.add(Discovered.record(plan, "u" + unit, hour * Plans.HOUR, "zebra", 1));
                }
                chain.watermark((hour + 3) * Plans.HOUR);
                if (hour == 0) {
                    Schedule adopted = ENDLESS.without(new Closing(0, 3 * Plans.HOUR + 1));
                    chain.restore(chain.checkpoint(), 2, plan, adopted);
                    chain.add(Discovered.record(plan, "late", 5 * Plans.HOUR, "zebra", 1));
                }
            }
            assertThat(rows(chain)).isEqualTo("zebra@1 zebra@2 zebra@26 zebra@27 zebra@28 zebra@3");
            assertThat(chain.totals()).containsEntry("0/zebra/" + 26 * Plans.HOUR, List.of((long) CROWD));
        }
    }

    /** A unit's first record for a key in a series is a touch, and three of them are all that delta pays for. */
    @Test
    void a_unit_touches_at_most_its_keys_per_period_in_running_totals() throws Exception {
        Plan plan = Discovered.plan(Discovered.running(Discovered.keys("1e-9", 1), 6, 3));
        try (Chain chain = Chain.start(plan, ENDLESS, 1)) {
            for (int key = 0; key < 10; key++) {
                chain.add(Discovered.record(plan, "crafty", key % 4 * Plans.HOUR, "k" + key, 1));
            }
            chain.watermark(6 * Plans.HOUR);
            assertThat(chain.totals().keySet())
                    .filteredOn(cell -> cell.endsWith("/" + 6 * Plans.HOUR))
                    .hasSize(3);
        }
    }

    /** The gate counts whole touches of a query, and another query's touches cost another delta. */
    @Test
    void
            state_of_a_query_that_discovers_keys_is_refused_under_a_plan_that_changes_or_drops_it_and_any_state_under_one_that_adds_it()
                    throws Exception {
        Plan other = Plans.of(PLAN.unit(), PLAN.budget(), COUNT.named("other"));
        Plan more = Discovered.plan(Queries.version(QUERY, 2));
        Plan delta = Discovered.plan(Queries.version(Discovered.query(COUNT, Discovered.keys("2e-12", 1)), 2));
        for (Plan changed : List.of(other, more, delta)) {
            try (Chain chain = Chain.start(PLAN, ENDLESS, 1)) {
                Chain.State state = chain.checkpoint();
                assertThatThrownBy(() -> chain.restore(state, 1, changed, ENDLESS))
                        .hasRootCauseInstanceOf(dev.weir.operators.state.restore.StartRefused.class)
                        .hasStackTraceContaining("query q discovers keys, and must stay as it is");
            }
        }
        Plan added = Discovered.plan(other.queries().get(0).query(), QUERY);
        try (Chain chain = Chain.start(other, ENDLESS, 1)) {
            Chain.State state = chain.checkpoint();
            assertThatThrownBy(() -> chain.restore(state, 1, added, ENDLESS))
                    .hasStackTraceContaining("QUERY_CHANGED: query q discovers keys, and is not in this state");
        }
        Plan same = Discovered.plan(Discovered.query(COUNT, Discovered.keys("2e-12", 1)));
        try (Chain chain = Chain.start(PLAN, ENDLESS, 1)) {
            Chain.State state = chain.checkpoint();
            assertThatThrownBy(() -> chain.restore(state, 1, same, ENDLESS))
                    .isInstanceOf(SuppressRestartsException.class);
        }
    }

    @Test
    void what_discovered_keys_do_not_go_with_is_refused_with_a_line_of_its_own() {
        List<String> refusals = new ArrayList<>();
        for (Runnable wrong : List.<Runnable>of(
                () -> Discovered.query(COUNT.keyAccount("1", java.time.Duration.ofDays(1)), QUERY.keys()),
                () -> Discovered.query(Queries.hourly("q").count().contributions(3), QUERY.keys()),
                () -> Discovered.query(COUNT, new DiscoveredKeys(Discovered.delta("1e-9"), "users", 1)),
                () -> Discovered.query(COUNT.sum(0, 1), new DiscoveredKeys(Discovered.delta("1e-9"), "sum", 1)),
                () -> Plans.of(PLAN.unit(), PLAN.budget(), COUNT)
                        .withQueries(PLAN.queries())
                        .noise(),
                () -> Discovered.plan(Plans.PURE, QUERY),
                () -> Discovered.plan(Discovered.query(COUNT, Discovered.keys("2e-6", 1))))) {
            try {
                wrong.run();
                refusals.add("none");
            } catch (IllegalArgumentException e) {
                refusals.add(String.valueOf(e.getMessage()).split(" ", 2)[0]);
            }
        }
        assertThat(refusals)
                .isEqualTo(Arrays.asList("key-account", "records-per-cell", "by", "by", "none", "delta", "delta"));
    }
}
