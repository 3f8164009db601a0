package dev.weir.operators.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HoldOperatorTest {

    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final Plan PLAN = Discovered.plan(Discovered.query(
            Queries.hourly("q").count().contributions(3).recordsPerCell(1), Discovered.keys("1e-7", 1)));

    private static KeyedBench<Outcome, Outcome> hold(Schedule schedule) {
        return new KeyedBench<>(
                () -> new HoldOperator(PLAN, schedule), outcome -> HoldOperator.route(PLAN, outcome), false);
    }

    private static Outcome row(String key, long hour) {
        return new Outcome(
                Outcome.Kind.RELEASED, 0, key, (hour - 1) * Plans.HOUR, hour * Plans.HOUR, 7, new long[] {42});
    }

    private static String keys(List<Outcome> rows) {
        return rows.stream().map(row -> row.key() + row.end() / Plans.HOUR).collect(Collectors.joining(" "));
    }

    /** In bytes U+E000 comes before U+10000, which Java's strings order the other way round. */
    @Test
    void rows_of_a_window_leave_together_in_the_order_of_bytes_when_every_subtask_has_passed_it() throws Exception {
        KeyedBench.State state;
        try (KeyedBench<Outcome, Outcome> hold = hold(ENDLESS).start(2, null)) {
            for (String key : List.of("\ud800\udc00", "b", "\ue000")) {
                hold.process(row(key, 1));
            }
            hold.process(row("z", 2));
            hold.watermark(Plans.HOUR - 1);
            assertThat(hold.output()).isEmpty();
            state = hold.snapshot();
        }
        try (KeyedBench<Outcome, Outcome> hold = hold(ENDLESS).start(1, state)) {
            hold.process(row("a", 1));
            hold.process(row("y", 2));
            hold.watermark(Plans.HOUR);
            List<Outcome> first = hold.output();
            assertThat(keys(first)).isEqualTo("a1 b1 \ue0001 \ud800\udc001");
            assertThat(first).allMatch(row -> row.charge() == 7 && row.values()[0] == 42);
            hold.watermark(2 * Plans.HOUR);
            assertThat(keys(hold.output())).isEqualTo("y2 z2");
            hold.watermark(3 * Plans.HOUR);
            assertThat(hold.output()).isEmpty();
        }
    }

    @Test
    void what_is_left_at_the_end_of_the_input_leaves_and_what_an_adoption_has_closed_does_not() throws Exception {
        KeyedBench.State state;
        try (KeyedBench<Outcome, Outcome> hold = hold(ENDLESS).start(1, null)) {
            hold.process(row("a", 1));
            state = hold.snapshot();
            hold.finish();
            assertThat(keys(hold.output())).isEqualTo("a1");
        }
        Schedule adopted = ENDLESS.without(new Closing(Long.MIN_VALUE, 2 * Plans.HOUR));
        try (KeyedBench<Outcome, Outcome> hold = hold(adopted).start(1, state)) {
            hold.watermark(5 * Plans.HOUR);
            assertThat(hold.output()).isEmpty();
        }
    }
}
