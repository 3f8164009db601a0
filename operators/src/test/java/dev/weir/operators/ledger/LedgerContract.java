package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the guarantees of every {@link Ledger}. A test of an implementation extends this class and supplies empty places. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
public abstract class LedgerContract {

    private static final int RACERS = 4;
    private static final int STARTS = 6;

    private LedgerBench bench = new LedgerBench(unopened());

    /** Returns a factory of ledgers at an unused place; each call returns another place. */
    protected abstract Ledger.Factory emptyPlace() throws Exception;

    private static Ledger.Factory unopened() {
        return (domain, pipeline) -> {
            throw new IllegalStateException("the test has not begun");
        };
    }

    @BeforeEach
    final void openBench() throws Exception {
        bench = new LedgerBench(emptyPlace());
    }

    @AfterEach
    final void closeBench() throws Exception {
        bench.close();
    }

    @Test
    void nothing_is_in_a_ledger_that_nobody_has_written() throws Exception {
        assertThat(bench.records(bench.open("p"))).isEmpty();
        assertThat(bench.open("p").lastWritten()).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void every_reader_sees_what_was_written_byte_for_byte_in_its_order() throws Exception {
        Ledger owner = bench.own("p", "run");
        assertThat(owner.writePipeline(bench.batch("p", 3))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(owner.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
        List<byte[]> seen = bench.records(bench.open("q"));
        assertThat(seen).containsExactlyElementsOf(bench.records(owner)).hasSize(2 + 4 + 2);
        assertThat(bench.view().broken()).isEmpty();
        assertThat(bench.view().pipeline("p").tip().sequence()).isEqualTo(2);
        assertThat(owner.lastWritten()).isCloseTo(System.currentTimeMillis(), within(60_000L));
    }

    @Test
    void a_ledger_that_is_opened_again_holds_what_was_written() throws Exception {
        Ledger owner = bench.own("p", "run");
        owner.writePipeline(bench.batch("p", 2));
        owner.close();
        ChainTip before = bench.view().tip();
        Ledger next = bench.own("p", "next");
        assertThat(next.writePipeline(bench.batch("p", 2))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(bench.view().tip().sequence()).isEqualTo(before.sequence() + 1);
        assertThat(bench.view().broken()).isEmpty();
    }

    @Test
    void whoever_takes_a_pipeline_fences_its_earlier_holder_for_good() throws Exception {
        Ledger first = bench.own("p", "run");
        List<LedgerRecord> late = bench.batch("p", 2);
        Ledger second = bench.open("p");
        second.takePipeline();
        assertThat(first.writePipeline(late)).isEqualTo(Ledger.Result.FENCED);
        assertThat(bench.records(second)).hasSize(2);
        second.close();
        assertThat(first.writePipeline(late)).isEqualTo(Ledger.Result.FENCED);
        assertThat(bench.records(bench.open("p"))).hasSize(2);
    }

    @Test
    void a_holder_that_never_wrote_is_fenced_like_any_other() throws Exception {
        Ledger first = bench.open("p");
        first.takePipeline();
        first.takeDomain();
        Ledger second = bench.own("p", "run");
        assertThat(first.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.FENCED);
        assertThat(first.writeDomain(bench.ownership("p", "late"))).isEqualTo(Ledger.Result.FENCED);
        assertThat(second.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(bench.view().pipeline("p").owner().run()).isEqualTo("run");
    }

    @Test
    void taking_one_id_fences_the_holder_of_no_other() throws Exception {
        Ledger p = bench.own("p", "run-p");
        Ledger q = bench.own("q", "run-q");
        Ledger starting = bench.open("r");
        starting.takeDomain();
        starting.takePipeline();
        assertThat(p.writePipeline(bench.batch("p", 2))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(q.writePipeline(bench.batch("q", 2))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(starting.writeDomain(bench.ownership("r", "run-r"))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(bench.view().broken()).isEmpty();
    }

    @Test
    void whoever_takes_the_domain_fences_its_earlier_holder_and_no_pipeline() throws Exception {
        Ledger first = bench.own("p", "run");
        first.takeDomain();
        Ledger second = bench.open("q");
        second.takeDomain();
        assertThat(first.writeDomain(bench.ownership("p", "late"))).isEqualTo(Ledger.Result.FENCED);
        assertThat(first.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
        assertThat(second.writeDomain(bench.ownership("q", "next"))).isEqualTo(Ledger.Result.WRITTEN);
    }

    @Test
    void an_id_that_was_lost_can_be_taken_again() throws Exception {
        Ledger first = bench.own("p", "run");
        bench.open("p").takePipeline();
        assertThat(first.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.FENCED);
        first.takePipeline();
        assertThat(first.writePipeline(bench.batch("p", 1))).isEqualTo(Ledger.Result.WRITTEN);
    }

    @Test
    void nothing_is_written_under_an_id_that_has_not_been_taken() throws Exception {
        bench.own("p", "run");
        Ledger idle = bench.open("p");
        List<LedgerRecord> batch = bench.batch("p", 1);
        assertThatIllegalStateException().isThrownBy(() -> idle.writePipeline(batch));
        assertThatIllegalStateException().isThrownBy(() -> idle.writeDomain(bench.ownership("p", "next")));
        Ledger released = bench.open("p");
        released.takeDomain();
        released.releaseDomain();
        assertThatIllegalStateException().isThrownBy(() -> released.writeDomain(bench.ownership("p", "next")));
    }

    @Test
    void of_a_transaction_whose_records_run_out_in_the_middle_nothing_is_in_the_ledger() throws Exception {
        Ledger owner = bench.own("p", "run");
        List<LedgerRecord> batch = bench.batch("p", 50);
        assertThatIllegalStateException()
                .isThrownBy(() -> owner.writePipeline(LedgerBench.breakingAfter(batch, 30)))
                .withMessage("no more rows");
        assertThat(bench.records(bench.open("q"))).hasSize(2);
        Ledger next = bench.own("p", "run");
        assertThat(next.writePipeline(batch)).isIn(Ledger.Result.WRITTEN);
    }

    @Test
    void a_batch_of_many_rows_is_one_transaction() throws Exception {
        Ledger owner = bench.own("p", "run");
        int rows = 20_000;
        assertThat(owner.writePipeline(bench.batch("p", rows))).isEqualTo(Ledger.Result.WRITTEN);
        List<LedgerRecord> seen = bench.decoded(bench.open("q"));
        assertThat(seen.subList(2, 2 + rows))
                .extracting(row -> ((RowEntry) row).index())
                .containsExactlyElementsOf(IntStream.range(0, rows).boxed().toList());
        assertThat(bench.view().broken()).isEmpty();
    }

    @Test
    void an_owner_shows_life_until_it_closes_its_ledger() throws Exception {
        Ledger owner = bench.own("p", "run");
        Owner latest = bench.view().pipeline("p").owner();
        owner.showLife(latest.number(), () -> {});
        assertThat(bench.open("p").isAlive(latest)).isTrue();
        owner.close();
        assertThat(bench.open("p").isAlive(latest)).isFalse();
    }

    @Test
    void an_owner_that_never_showed_life_is_not_alive() throws Exception {
        bench.own("p", "run");
        assertThat(bench.open("p").isAlive(bench.view().pipeline("p").owner())).isFalse();
    }

    /**
     * An idle owner writes nothing that would be refused, so it learns of its replacement only from its successor's
     * heartbeat.
     */
    @Test
    void an_owner_that_has_been_replaced_is_told_and_leaves_the_sign_of_life_to_its_successor() throws Exception {
        CountDownLatch told = new CountDownLatch(1);
        Ledger first = bench.own("p", "first");
        first.showLife(bench.view().pipeline("p").owner().number(), told::countDown);
        Ledger second = bench.own("p", "second");
        Owner latest = bench.view().pipeline("p").owner();
        second.showLife(latest.number(), () -> {
            throw new IllegalStateException("the latest owner has not been replaced");
        });
        assertThat(bench.open("p").isAlive(latest)).isTrue();
        assertThat(told.await(30, TimeUnit.SECONDS)).isTrue();
        second.close();
        assertThat(bench.open("p").isAlive(latest)).isFalse();
    }

    /**
     * Numbers of owners start again in a ledger that has lost its end, and the heartbeat of a killed owner does not change
     * any more.
     */
    @Test
    void a_sign_of_life_that_was_left_by_an_owner_with_a_higher_number_does_not_keep_a_later_one_from_showing_its_own()
            throws Exception {
        AtomicBoolean told = new AtomicBoolean();
        Ledger left = bench.own("p", "left");
        left.showLife(1000, () -> told.set(true));
        Ledger owner = bench.own("p", "run");
        Owner latest = bench.view().pipeline("p").owner();
        stop(left);
        Thread.sleep(2000); // waits for heartbeats that were under way when the owner was stopped
        owner.showLife(latest.number(), () -> told.set(true));
        Ledger other = bench.open("p");
        for (int looks = 0; looks < 20 && !other.isAlive(latest); looks++) {
            Thread.sleep(1000);
        }
        assertThat(other.isAlive(latest)).isTrue();
        assertThat(told).isFalse();
    }

    /** Stops the thread that rewrites the heartbeat, as a kill does: the last heartbeat stays. */
    private static void stop(Ledger ledger) throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("weir-ledger-heartbeat")) {
                thread.interrupt();
                thread.join();
            }
        }
        assertThat(ledger).isNotNull();
    }

    /**
     * Each start writes only after what it has read while holding the domain's id; without a fence two starts would follow
     * the same entry.
     */
    @Test
    void starts_that_race_leave_one_chain() throws Exception {
        bench.own("p", "run");
        ExecutorService racers = Executors.newFixedThreadPool(RACERS);
        try {
            List<Callable<Integer>> starts = IntStream.range(0, RACERS)
                    .<Callable<Integer>>mapToObj(racer -> () -> race("racer-" + racer))
                    .toList();
            int written = 0;
            for (Future<Integer> racer : racers.invokeAll(starts)) {
                written += racer.get();
            }
            assertThat(bench.view().broken()).isEmpty();
            assertThat(bench.view().tip().sequence()).isEqualTo(2 + written);
            long published = bench.view().pipeline("p").tip().sequence();
            race("last");
            assertThat(bench.view().pipeline("p").tip().sequence()).isGreaterThan(published);
            assertThat(bench.view().broken()).isEmpty();
        } finally {
            racers.shutdownNow();
        }
    }

    /** Starts, and writes batches as long as no other owner has started. Returns the number of ownerships written. */
    private int race(String run) throws Exception {
        int written = 0;
        for (int start = 0; start < STARTS; start++) {
            try (Ledger ledger = bench.openAlone("p")) {
                if (bench.start(ledger, "p", run)) {
                    written++;
                    ledger.writePipeline(bench.batch("p", ledger, 5));
                }
            }
        }
        return written;
    }
}
