package dev.weir.operators.hold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.QueryRoutes;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HoldOperatorTest {

    private static final Schedule ENDLESS = Schedule.startingAt(0);
    private static final Plan PLAN = Discovered.plan(Discovered.query(
            Queries.hourly("q").count().contributions(3).recordsPerCell(1), Discovered.keys("1e-7", 1)));

    private static KeyedBench<Outcome, Outcome> hold(Schedule schedule) {
        return new KeyedBench<>(() -> new HoldOperator(PLAN, schedule), new QueryRoutes(PLAN), false);
    }

    private static Outcome row(String key, long hour) {
        return new Outcome(
                Outcome.Kind.RELEASED, 0, key, (hour - 1) * Plans.HOUR, hour * Plans.HOUR, 7, new long[] {42});
    }

    private static String keys(List<Outcome> rows) {
        return rows.stream()
                .map(row -> (row.kind() == Outcome.Kind.CLOSED ? "end" : row.key()) + row.end() / Plans.HOUR)
                .collect(Collectors.joining(" "));
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
            assertThat(keys(first)).isEqualTo("end1 a1 b1 \ue0001 \ud800\udc001");
            assertThat(first.subList(1, 5)).allMatch(row -> row.charge() == 7 && row.values()[0] == 42);
            hold.watermark(2 * Plans.HOUR);
            assertThat(keys(hold.output())).isEqualTo("end2 y2 z2");
            hold.watermark(3 * Plans.HOUR);
            assertThat(keys(hold.output())).isEqualTo("end3");
        }
    }

    /** The ledger takes what leaves here, so that a state from before a window of silence is refused. */
    @Test
    void every_window_and_step_is_said_to_have_ended_once_also_in_silence_and_across_restores_and_rescaling()
            throws Exception {
        Plan two = Discovered.plan(
                Discovered.query(
                        Queries.hourly("w").count().contributions(3).recordsPerCell(1), Discovered.keys("1e-7", 1)),
                Discovered.running(Discovered.keys("1e-7", 1), 2, 3));
        KeyedBench<Outcome, Outcome> bench = new KeyedBench<>(
                () -> new HoldOperator(two, new Schedule(0, 6 * Plans.HOUR)), new QueryRoutes(two), false);
        List<String> ends = new ArrayList<>();
        KeyedBench.State state = null;
        int parallelism = 0;
        for (long time : new long[] {1, 3, 2, 3, 4, Long.MAX_VALUE}) {
            try (KeyedBench<Outcome, Outcome> hold = bench.start(1 + parallelism++ % 2, state)) {
                hold.watermark(time == Long.MAX_VALUE ? time : time * Plans.HOUR);
                hold.output()
                        .forEach(row ->
                                ends.add(row.query() + "/" + row.start() / Plans.HOUR + "-" + row.end() / Plans.HOUR
                                        + row.kind() + row.key() + row.charge() + row.values().length));
                state = hold.snapshot();
            }
        }
        assertThat(ends)
                .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 6)
                        .boxed()
                        .flatMap(end -> Stream.of(0, 1).map(q -> q + "/" + (end - 1) + "-" + end + "CLOSED00"))
                        .toList());
    }

    /** A schedule without an end closes nothing at the end of its input, so a part of a window must not leave. */
    @Test
    void the_end_of_the_input_closes_what_the_schedule_has_left_and_what_an_adoption_has_closed_does_not_leave()
            throws Exception {
        KeyedBench.State state;
        try (KeyedBench<Outcome, Outcome> hold = hold(ENDLESS).start(1, null)) {
            hold.process(row("a", 1));
            state = hold.snapshot();
            hold.watermark(Long.MAX_VALUE);
            hold.finish();
            assertThat(hold.output()).isEmpty();
        }
        try (KeyedBench<Outcome, Outcome> hold =
                hold(new Schedule(0, 2 * Plans.HOUR)).start(1, state)) {
            hold.watermark(Long.MAX_VALUE);
            assertThat(keys(hold.output())).isEqualTo("end1 a1 end2");
        }
        Schedule adopted = ENDLESS.without(new Closing(Long.MIN_VALUE, 2 * Plans.HOUR));
        try (KeyedBench<Outcome, Outcome> hold = hold(adopted).start(1, state)) {
            hold.watermark(4 * Plans.HOUR);
            assertThat(keys(hold.output())).isEqualTo("end3 end4");
        }
    }
}
