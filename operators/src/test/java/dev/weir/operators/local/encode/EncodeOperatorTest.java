package dev.weir.operators.local.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.testing.HeldStore;
import dev.weir.operators.testing.KeyedBench;
import dev.weir.operators.time.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.runtime.state.memory.MemCheckpointStreamFactory;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EncodeOperatorTest {

    private static final long DAY = Gateway.DAY;

    @Test
    void a_person_sends_as_many_reports_a_day_as_are_allowed() throws Exception {
        try (Gateway gateway = Gateway.start(2, 0)) {
            for (int i = 0; i < 3; i++) {
                gateway.add("ada", 10 + i, i);
            }
            gateway.add("bob", 20, 0);
            assertThat(gateway.counts()).containsExactly(3L, 1L, 0L);
            List<PublishedRow> rows = gateway.rows();
            assertThat(rows).hasSize(3);
            assertThat(rows).extracting(PublishedRow::charge).containsOnly(10_000_000_000_000L);
            assertThat(rows.stream().map(Gateway::report))
                    .extracting(LocalReport::body)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void what_admission_has_counted_is_sent_once() throws Exception {
        try (Gateway gateway = Gateway.start(2, 0)) {
            RecordCounters counted = RecordCounters.empty(1);
            counted.add(0, RecordOutcome.READ, 5);
            gateway.subtasks().process(ContributionBatch.ofCounters(KeyedBench.MAX_PARALLELISM, counted));
            gateway.checkpoint();
            gateway.checkpoint();
            assertThat(gateway.subtasks().output(EncodeOperator.COUNTERS))
                    .extracting(counters -> counters.of(0, RecordOutcome.READ))
                    .containsExactly(5L);
        }
    }

    @Test
    void an_allowance_is_one_for_each_day_that_records_state() throws Exception {
        try (Gateway gateway = Gateway.start(1, 0)) {
            gateway.add("ada", DAY + 5, 1);
            gateway.add("ada", 7, 1);
            gateway.add("ada", 8, 1);
            gateway.add("ada", 2 * DAY - 1, 1);
            assertThat(gateway.counts()).containsExactly(2L, 2L, 0L);
            assertThat(gateway.rows().stream().map(Gateway::report))
                    .extracting(LocalReport::period)
                    .containsExactly(1L, 0L);
        }
    }

    @Test
    void a_row_has_the_id_of_a_release_and_tells_nothing_else_of_its_record() throws Exception {
        try (Gateway gateway = Gateway.start(100, 0)) {
            Set<String> keys = new HashSet<>();
            for (int i = 0; i < 100; i++) {
                gateway.add("ada", DAY + i, 77);
            }
            for (PublishedRow row : gateway.rows()) {
                ReleaseId id = ReleaseId.parse(row.releaseId());
                assertThat(id).isEqualTo(new ReleaseId("survey", "hours", 1, row.key(), 2 * DAY));
                assertThat(id).hasToString(row.releaseId());
                assertThat(row.windowStart()).isEqualTo(DAY);
                assertThat(row.windowEnd()).isEqualTo(2 * DAY);
                assertThat(Gateway.report(row).question()).isEqualTo("hours");
                assertThat(row.key()).hasSize(22);
                keys.add(row.key());
            }
            assertThat(keys).hasSize(100);
        }
    }

    @Test
    void a_remembered_report_is_sent_again_and_costs_once() throws Exception {
        try (Gateway gateway = Gateway.start(5, 2)) {
            gateway.add("ada", 1, 7);
            gateway.add("ada", 2, 8);
            gateway.restore(gateway.checkpoint(), 2);
            gateway.add("ada", 3, 7);
            gateway.add("ada", 4, 9);
            gateway.add("ada", DAY, 7);
            assertThat(gateway.rows()).extracting(PublishedRow::charge).containsExactly(0L, 0L, 10_000_000_000_000L);
        }
    }

    @Test
    void equal_answers_have_equal_reports_and_the_next_day_has_others() throws Exception {
        try (Gateway gateway = Gateway.start(5, 2)) {
            gateway.add("ada", 1, 7);
            gateway.add("ada", 2, 8);
            gateway.add("ada", 3, 7);
            gateway.add("ada", 4, 9);
            gateway.add("ada", DAY, 7);
            List<String> sent = gateway.rows().stream()
                    .map(row -> Gateway.report(row).body())
                    .toList();
            assertThat(sent.get(1)).isNotEqualTo(sent.get(0));
            assertThat(sent.get(2)).isEqualTo(sent.get(0));
            assertThat(sent.get(3)).isEqualTo(sent.get(1));
            assertThat(sent.get(4)).isNotIn(sent.subList(0, 4));
        }
    }

    @Test
    void a_closed_day_takes_no_record_and_is_forgotten() throws Exception {
        try (Gateway gateway = Gateway.start(1, 0)) {
            gateway.add("ada", 5, 1);
            int full = gateway.checkpoint()
                                    .state()
                                    .getRawKeyedState()
                                    .iterator()
                                    .next()
                                    .getStateSize()
                            > 0
                    ? 1
                    : 0;
            long before = size(gateway);
            gateway.watermark(DAY);
            assertThat(size(gateway)).isLessThan(before);
            gateway.counts();
            gateway.add("ada", DAY - 1, 1);
            gateway.add("bob", 6, 1);
            gateway.add("ada", DAY, 1);
            assertThat(gateway.counts()).containsExactly(1L, 0L, 2L);
            assertThat(full).isEqualTo(1);
        }
    }

    private static long size(Gateway gateway) throws Exception {
        return gateway.checkpoint().state().getStateSize();
    }

    /** The watermark begins anew after a restore. */
    @Test
    void a_restore_opens_no_closed_day() throws Exception {
        try (Gateway gateway = Gateway.start(1, 0)) {
            gateway.watermark(DAY);
            gateway.restore(gateway.checkpoint(), 3);
            for (int i = 0; i < 20; i++) {
                gateway.add("person-" + i, 5, 1);
            }
            assertThat(gateway.counts()).containsExactly(0L, 0L, 20L);
        }
    }

    @Test
    void no_restore_at_any_parallelism_refunds_an_allowance() throws Exception {
        try (Gateway gateway = Gateway.start(2, 0)) {
            int[] parallelisms = {3, 8, 1, 5};
            for (int start = 0; start < parallelisms.length; start++) {
                for (int i = 0; i < 50; i++) {
                    gateway.add("person " + i + (i % 2 == 0 ? "" : " whose id does not fit into two words"), start, i);
                }
                assertThat(gateway.counts()).containsExactly(start < 2 ? 50L : 0L, start < 2 ? 0L : 50L, 0L);
                gateway.restore(gateway.checkpoint(), parallelisms[start]);
            }
        }
    }

    @Test
    void who_has_sent_under_an_earlier_version_sends_no_more_that_day() throws Exception {
        KeyedBench.State state;
        try (Gateway gateway = Gateway.start(3, 2)) {
            gateway.add("ada", 5, 1);
            state = gateway.checkpoint();
        }
        try (Gateway next = Gateway.start(Gateway.terms(2, 3, 0), Schedule.startingAt(0), 2, state)) {
            next.add("ada", 6, 1);
            next.add("bob", 6, 1);
            next.add("ada", DAY, 1);
            assertThat(next.counts()).containsExactly(2L, 1L, 0L);
        }
    }

    @Test
    void another_allowance_under_the_same_version_is_refused() throws Exception {
        KeyedBench.State state;
        try (Gateway gateway = Gateway.start(1, 0)) {
            state = gateway.checkpoint();
        }
        assertThatThrownBy(() -> Gateway.start(Gateway.terms(1, 2, 0), Schedule.startingAt(0), 1, state))
                .hasStackTraceContaining("QUERY_CHANGED");
    }

    /** State that an adoption goes on from does not know what was sent after it was written. */
    @Test
    void an_adoption_closes_the_days_that_later_state_may_have_sent_in() throws Exception {
        KeyedBench.State state;
        try (Gateway gateway = Gateway.start(1, 0)) {
            state = gateway.checkpoint();
        }
        Schedule adopted = Schedule.startingAt(0).without(new Closing(1, Long.MIN_VALUE));
        try (Gateway next = Gateway.start(Gateway.terms(1, 1, 0), adopted, 1, state)) {
            next.add("ada", 5, 1);
            next.add("ada", 2 * DAY - 1, 1);
            next.add("ada", 2 * DAY, 1);
            assertThat(next.counts()).containsExactly(1L, 0L, 2L);
        }
    }

    @Test
    void what_is_sent_while_a_snapshot_is_written_is_not_part_of_it() throws Exception {
        try (Gateway gateway = Gateway.start(1, 0)) {
            gateway.add("ada", 5, 1);
            HeldStore store = new HeldStore(new MemCheckpointStreamFactory(1 << 20), HeldStore.Where.OPENING);
            KeyedBench.Writing writing = gateway.subtasks().write(1, store);
            store.awaitHeld(1);
            gateway.add("bob", 6, 1);
            gateway.watermark(DAY);
            store.letGo();
            KeyedBench.State state = writing.await();
            gateway.restore(state, 1);
            gateway.add("ada", 7, 1);
            gateway.add("bob", 7, 1);
            assertThat(gateway.counts()).containsExactly(1L, 1L, 0L);
        }
    }
}
