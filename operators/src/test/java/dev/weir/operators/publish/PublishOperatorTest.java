package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Faults.Fault;
import dev.weir.operators.publish.Faults.Kind;
import dev.weir.operators.publish.Faults.Moment;
import dev.weir.operators.publish.Faults.Point;
import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.batch.OpenRows;
import dev.weir.operators.publish.row.OrderedRows;
import dev.weir.operators.publish.row.PublishedRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class PublishOperatorTest extends LedgerJobs {

    private static final ResumePoint.Limits LIMITS = new ResumePoint.Limits(World.PLAN.unit(), 0, Closing.NOTHING);

    @Test
    void nothing_is_written_or_shown_before_the_checkpoint_that_holds_it_has_completed() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        assertThat(world.ledger()).isEmpty();
        assertThat(world.visible).isEmpty();
        attempt.complete(1);
        assertThat(world.ledger()).hasSize(2);
        assertThat(world.values()).hasSize(2);
        assertThat(world.uncovered).isEmpty();
    }

    /** Otherwise a query that has published nothing since before a restart would not be noticed. */
    @Test
    void how_far_a_query_has_been_published_is_known_from_the_start_on() throws Exception {
        Attempt attempt = begin(null);
        assertThat(gauge("publishedUntilMs")).isZero();
        assertThat(gauge("dueMs")).isEqualTo(3_600_000 + World.DELAY_MILLIS);
        step(attempt, 1);
        Checkpoint second = step(attempt, 2);
        assertThat(gauge("publishedUntilMs")).isEqualTo(2 * 3_600_000);
        attempt.abandon();
        world.gauges.clear();
        Attempt restored = begin(second);
        assertThat(gauge("publishedUntilMs")).isEqualTo(2 * 3_600_000);
        assertThat(gauge("dueMs")).isEqualTo(3_600_000 + World.DELAY_MILLIS);
        step(restored, 3);
        assertThat(gauge("publishedUntilMs")).isEqualTo(3 * 3_600_000);
    }

    /** Pending rows are not visible yet: the ledger or the sink may be what delays them. */
    @Test
    void windows_of_restored_batches_count_as_published_once_they_are_visible() throws Exception {
        Attempt attempt = begin(null);
        Checkpoint pending = withTwoPending(attempt);
        attempt.abandon();
        world.gauges.clear();
        world.faults.plan(new Fault(Point.PUBLISH, Moment.BEFORE, Kind.FAILURE, 0));
        assertThatThrownBy(() -> begin(pending)).hasMessageContaining("failed on purpose");
        assertThat(gauge("publishedUntilMs")).isEqualTo(3_600_000);
        begin(pending);
        assertThat(gauge("publishedUntilMs")).isEqualTo(3 * 3_600_000);
    }

    /** Each of them may be partly visible; the sink looks before it writes anything. */
    @Test
    void a_sink_is_told_of_the_restored_batches_before_any_is_published() throws Exception {
        Attempt attempt = begin(null);
        Checkpoint pending = withTwoPending(attempt);
        attempt.complete(3);
        attempt.abandon();
        begin(pending);
        assertThat(world.resumed).containsExactly("[] beside 0 visible", "[2, 3] beside 6 visible");
    }

    /** Publishes a batch and takes two checkpoints, neither of which completes; returns the second. */
    private Checkpoint withTwoPending(Attempt attempt) throws Exception {
        step(attempt, 1);
        attempt.release();
        attempt.snapshot(2);
        attempt.release();
        return attempt.snapshot(3);
    }

    private long gauge(String name) {
        return (Long) Objects.requireNonNull(world.gauges.get(name)).getValue();
    }

    @Test
    void rows_of_a_batch_are_in_the_ledger_and_shown_by_window_and_key_whatever_the_order_they_came_in()
            throws Exception {
        Attempt attempt = begin(null);
        for (long hour = 2; hour >= 1; hour--) {
            attempt.process(Attempt.row("b", hour));
            attempt.process(Attempt.row("a", hour));
        }
        attempt.snapshot(1);
        attempt.complete(1);
        List<String> inOrder =
                List.of("test/q/1/a/3600000", "test/q/1/b/3600000", "test/q/1/a/7200000", "test/q/1/b/7200000");
        assertThat(world.ledger().keySet()).containsExactlyElementsOf(inOrder);
        assertThat(world.visible)
                .extracting(value -> value.substring(0, value.indexOf('=')))
                .containsExactlyElementsOf(inOrder);
    }

    @Test
    void a_checkpoint_without_rows_closes_no_batch() throws Exception {
        Attempt attempt = begin(null);
        step(attempt, 1);
        int before = world.records().size();
        attempt.snapshot(2);
        attempt.complete(2);
        assertThat(world.records()).hasSize(before);
    }

    @Test
    void a_batch_whose_callback_was_lost_goes_with_the_next() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        attempt.snapshot(2);
        attempt.complete(2);
        assertThat(world.values()).hasSize(4);
        assertThat(world.audit().view().pipeline(World.PIPELINE).tip().sequence())
                .isEqualTo(2);
    }

    @Test
    void a_restored_batch_is_published_at_once_with_the_bytes_of_its_first_draw() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        Checkpoint taken = attempt.snapshot(1);
        attempt.abandon();
        begin(taken);
        List<String> first = List.copyOf(world.visible);
        assertThat(first).hasSize(2);
        begun.forEach(Attempt::abandon);
        begin(taken);
        assertThat(world.visible).hasSize(4).isSubsetOf(first);
    }

    /** Flink writes list state byte by byte, which is slow. */
    @Test
    void pending_rows_are_raw_state_with_a_part_for_each_batch_and_there_is_none_once_they_are_visible()
            throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.snapshot(1);
        attempt.release();
        Checkpoint pending = attempt.snapshot(2);
        assertThat(pending.state().getRawOperatorState()).singleElement().satisfies(rows -> assertThat(
                        rows.getStateNameToPartitionOffsets().values())
                .singleElement()
                .satisfies(parts -> assertThat(parts.getOffsets()).hasSize(2)));
        attempt.complete(2);
        assertThat(attempt.snapshot(3).state().getRawOperatorState()).isEmpty();
    }

    @Test
    void a_write_with_an_unknown_outcome_is_settled_by_a_start_and_each_batch_is_there_once() throws Exception {
        for (Moment moment : Moment.values()) {
            Attempt attempt = begin(null);
            world.faults.plan(new Fault(Point.WRITE_PIPELINE, moment, Kind.UNKNOWN, 0));
            step(attempt, 1);
            Checkpoint newest = step(attempt, 2);
            attempt.snapshot(3);
            attempt.complete(3);
            assertThat(world.faults.hasHappened()).isTrue();
            world.awaitValues(4);
            assertThat(world.visible).hasSize(4).doesNotHaveDuplicates();
            assertThat(world.audit().view().broken()).isEmpty();
            assertThat(newest.hour()).isEqualTo(2);
            close();
            deleteLog(Integer.MAX_VALUE);
            world = new World(folder);
        }
    }

    /**
     * While the ledger is unreachable, nothing is published, and checkpoints and rows go on. When it returns, everything is
     * published in order.
     */
    @Test
    void releases_are_held_while_the_ledger_cannot_be_reached() throws Exception {
        Attempt attempt = begin(null);
        world.faults.ledgerIsDown(true);
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            step(attempt, checkpoint);
        }
        assertThat(world.visible).isEmpty();
        assertThat(world.ledger()).isEmpty();
        world.faults.ledgerIsDown(false);
        world.awaitValues(6);
        assertThat(world.visible)
                .hasSize(6)
                .extracting(value -> value.substring(0, value.indexOf('=')))
                .containsExactly(
                        "test/q/1/a/3600000",
                        "test/q/1/b/3600000",
                        "test/q/1/a/7200000",
                        "test/q/1/b/7200000",
                        "test/q/1/a/10800000",
                        "test/q/1/b/10800000");
        assertThat(world.uncovered).isEmpty();
    }

    /** Each start of an owner leaves a record: without a pause the loop would leave hundreds in this time. */
    @Test
    void a_batch_that_can_never_be_written_does_not_fill_the_ledger_with_ownerships() throws Exception {
        Attempt attempt = begin(null);
        world.faults.batchesAreLost(true);
        attempt.release();
        attempt.snapshot(1);
        CompletableFuture<Void> completing = CompletableFuture.runAsync(() -> completeQuietly(attempt));
        Thread.sleep(2000);
        assertThat(world.records()).hasSizeLessThan(10);
        world.faults.batchesAreLost(false);
        world.awaitValues(2);
        assertThat(world.values()).hasSize(2);
        completing.join();
        assertThat(world.audit().view().broken()).isEmpty();
    }

    private static void completeQuietly(Attempt attempt) {
        try {
            attempt.complete(1);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_job_that_ends_by_itself_lets_its_claim_end_and_can_go_on_later() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.finish();
        Checkpoint last = attempt.snapshot(1);
        attempt.complete(1);
        attempt.end();
        assertThat(world.audit().view().pipeline(World.PIPELINE).owner().active())
                .isFalse();
        step(begin(last), 2);
        assertThat(world.values()).hasSize(4);
        assertThat(world.audit().view().broken()).isEmpty();
    }

    @Test
    void a_job_that_stops_with_a_savepoint_has_published_its_rows_and_lets_its_claim_end() throws Exception {
        Attempt attempt = begin(null);
        attempt.release();
        attempt.stop(1);
        assertThat(world.values()).hasSize(2);
        assertThat(world.audit().view().pipeline(World.PIPELINE).owner().active())
                .isFalse();
    }

    @Test
    void a_step_of_many_keys_closes_as_several_batches_of_the_same_bytes_in_every_checkpoint() throws Exception {
        OpenRows open = new OpenRows("p", LIMITS);
        int rows = OrderedRows.MOST_ROWS + 5;
        for (int key = 0; key < rows; key++) {
            open.add(Attempt.row("k" + key, 1));
        }
        var origin = ChainOrigin.ofPipeline("test", "p");
        List<LedgerBatch> batches = open.close(origin);
        assertThat(batches).extracting(batch -> batch.batch().rows()).containsExactly(OrderedRows.MOST_ROWS, 5);
        assertThat(batches).extracting(batch -> batch.batch().sequence()).containsExactly(1L, 2L);
        assertThat(batches.stream().flatMap(batch -> batch.rows().stream()).toList())
                .hasSize(rows)
                .isSortedAccordingTo(PublishedRow.PUBLIC_ORDER);
        LedgerBatch restored = LedgerBatch.restored(
                batches.get(0).batch().tip(),
                "p",
                batches.get(1).batch(),
                batches.get(1).bytes());
        assertThat(restored.rows())
                .extracting(row -> row.releaseId() + new String(row.line(), StandardCharsets.UTF_8))
                .containsExactlyElementsOf(batches.get(1).rows().stream()
                        .map(row -> row.releaseId() + new String(row.line(), StandardCharsets.UTF_8))
                        .toList());
        assertThat(open.close(batches.get(1).batch().tip())).isEmpty();
    }
}
