package dev.weir.operators.publish;

import dev.weir.accountant.journal.Committer;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartRequest;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.publish.batch.LedgerBatch;
import dev.weir.operators.publish.batch.OpenRows;
import dev.weir.operators.publish.batch.RestoredRows;
import dev.weir.operators.publish.commit.CommitQueue;
import dev.weir.operators.publish.commit.CopyWork;
import dev.weir.operators.publish.commit.LedgerWork;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.PublishMetrics;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.ClosedCells;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.state.restore.StateIdentity;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.IOUtils;

/**
 * Keeps rows until the checkpoint that contains them has completed, writes them into the ledger, and only then publishes their copies. It
 * is the only committer of a pipeline and runs with parallelism and max parallelism 1.
 *
 * <p><b>Without a ledger.</b> The access then leads to a ledger that stores nothing ({@link LedgerAccess#none}). The paragraphs below then
 * hold with two exceptions. A start is granted without a check ({@link ResumePoint#withoutLedger}), so state that is older than the
 * published rows is not refused, and no clone of the job is fenced.
 *
 * <p><b>When rows become visible.</b> Before any row can become visible, {@link #open} performs a {@link Start} from the restored state.
 * The start fences every older owner, requires that the ledger continues the state's batches with equal digests and claims the pipeline's
 * share of the domain's budget. Then the {@link Committer} determines what is written and published, and when. A batch gets its number and
 * digest in the synchronous part of the checkpoint that closes it. After that checkpoint has completed, the batch is written to the ledger,
 * and then copied to the sink, while the rows of the next one arrive. A retry copies the same bytes. A checkpoint without rows closes no batch.
 *
 * <p><b>Key accounts.</b> After a start, the release operators read the balances of key accounts from their own state. These balances
 * are the charges recorded in the ledger and in the pending batches of this operator's state; where keys have levels, they are more by the
 * charges of windows that are not complete yet, or were dropped. The reason is this. A checkpoint is a consistent cut: a row is in a batch
 * that was closed at or before the cut only if the release operator had charged for it before the cut. The start requires that the ledger
 * ends at one of these batches, with the digests of this chain. So ledger and pending batches contain no charge that was made after the
 * cut. State of another cut cannot be mixed in: every operator refuses to be restored without its {@link StateIdentity}, and Flink restores
 * one checkpoint for all operators. Therefore this operator need not send balances to the release operators.
 *
 * <p><b>Adopted state.</b> The windows that an adoption has closed may have been released by runs after the adopted state was written. The
 * operators before this one neither count nor draw these windows, and they end the series of the state ({@link ClosedCells}). They know
 * the closed windows from the ledger as of when the job was built. If the ledger has a new adoption since then, the job does not start.
 * Every other open cell was paid for by accounts of the adopted state, no value of it has been visible, and it is released.
 *
 * <p><b>Ends.</b> If the start is refused or another run fences this one, the job ends for good. If a later attempt of the same run
 * fences this attempt, only this attempt ends. A run is named by the job's id and by the submitted graph: all attempts of a job are the
 * same run, under any number of job managers, and a second submission is another run. When the task ends by itself with nothing pending,
 * because the input has ended or after a stop with a savepoint, its ownership and its claim on later periods end. A restart from that
 * state takes them up again.
 *
 * <p><b>State.</b> {@link JournalStore}. It is never rescaled.
 */
public final class PublishOperator extends RowsOperator {

    private static final long serialVersionUID = 1L;

    private final LedgerAccess access;
    private final PublicTimes times;
    private final ReleaseSink.Factory sinks;
    private final String graph = UUID.randomUUID().toString();

    private transient JournalStore store;
    private transient PublishJournal journal;
    private transient Ledger ledger;
    private transient ReleaseSink sink;
    private transient PublishMetrics publishing;
    private transient volatile CommitQueue queue;
    private transient CommitThreads committing;
    private transient long sinceSnapshot;
    private transient OpenRows open;
    private transient FinalCheckpoint last;

    /**
     * Creates an operator that publishes the rows of a plan's releases.
     *
     * @param plan the queries
     * @param times the schedule and the times at which releases are due
     * @param access the place of the ledger
     * @param sinks opens the sink where this operator runs
     */
    @SuppressWarnings("NullAway.Init")
    public PublishOperator(Plan plan, PublicTimes times, LedgerAccess access, ReleaseSink.Factory sinks) {
        super(plan);
        this.times = times;
        this.access = access;
        this.sinks = sinks;
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        last = new FinalCheckpoint();
        committing = new CommitThreads(access, this::fail);
        tell(access.remembers() ? List.of() : identity.changes());
        tell(identity.unexplained());
        store = new JournalStore(context.getOperatorStateStore());
        PublishJournal none = new PublishJournal(
                JournalState.empty(plan().domain(), access.pipeline()),
                times.schedule().from());
        journal = store.restore(access, none, RestoredRows.of(context));
    }

    private void tell(List<String> changes) {
        StartLog.changes("pipeline " + access.pipeline(), changes);
    }

    @Override
    public void open() throws Exception {
        super.open();
        publishing = new PublishMetrics(
                getRuntimeContext().getMetricGroup(), plan(), getProcessingTimeService()::getCurrentProcessingTime);
        ledger = access.open(plan());
        LedgerStart.Place place = new LedgerStart.Place(plan().domain(), access.pipeline(), run());
        StartRequest request = access.request(plan(), place.run(), firstPeriod());
        goOnFrom(start(place, request));
        commit(new LedgerWork(queue, ledger, place, request));
        queue.settle(false);
    }

    /** Opens the sink, the buffer of open rows and the commit queue at the point where the job resumes. */
    private void goOnFrom(ResumePoint resumePoint) throws Exception {
        List<LedgerBatch> pending = resumePoint.adopted() ? List.of() : store.batches();
        sink = sinks.open();
        sink.expect(resumePoint.state().base().sequence() + 1);
        sink.resume(LedgerBatch.byNumber(pending));
        open = new OpenRows(access.pipeline(), resumePoint.limits());
        queue = new CommitQueue(Committer.of(access.pipeline(), resumePoint), pending, CommitQueue.MOST_HELD_BYTES);
        if (access.remembers()) {
            publishing.showHeld(queue::heldBatches);
            ledger.watch(records -> {
                publishing.foreign(records);
                queue.answer(Committer::unconfirmed);
            });
            publishing.expect(times.from(earliestFrom()), resumePoint.state());
        }
    }

    private String run() {
        return LedgerStart.Place.runOf(
                getRuntimeContext().getJobInfo().getJobId().toString(), graph);
    }

    /** The first period of the privacy unit that a pending batch or a release of the schedule can be about. */
    private long firstPeriod() {
        long first = LedgerAccess.firstPeriod(plan(), times.from(earliestFrom()).schedule());
        for (LedgerBatch pending : store.batches()) {
            first = Math.min(first, plan().unit().period(pending.batch().span().from()));
        }
        return first;
    }

    /** The start of the restored state's schedule or of this job's schedule, whichever is earlier. */
    private long earliestFrom() {
        return Math.min(times.schedule().from(), journal.scheduleFrom());
    }

    private ResumePoint start(LedgerStart.Place place, StartRequest request) throws Exception {
        return access.remembers() ? ask(place, request) : ResumePoint.withoutLedger(journal.chain(), plan().unit());
    }

    private ResumePoint ask(LedgerStart.Place place, StartRequest request) throws Exception {
        LedgerStart start = new LedgerStart(ledger, place, Start.of(request, journal.chain()), access.handed());
        StartStep.Go go = LedgerStart.granted(start.drive());
        ResumePoint resumePoint = go.resumePoint();
        requireKnown(resumePoint.limits().closing());
        if (start.isFirstOfDomain()) {
            StartLog.firstStart(plan().domain(), access);
        }
        tell(go.changes());
        sinceSnapshot = start.batchesSinceSnapshot();
        ledger.showLife(resumePoint.owner(), this::replaced);
        return resumePoint;
    }

    /** Requires that the schedule, which gate and release operators follow, leaves out the windows that adoptions have closed. */
    private void requireKnown(Closing closing) {
        if (!closing.equals(times.schedule().closing())) {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_AHEAD,
                            "an adoption has been recorded since the job was built: submit the job again (weir run); a"
                                    + " job of the Java API cannot go on from an adopted state")
                    .asFailure();
        }
    }

    /** Reacts to a later owner's sign of life: this attempt ends with the reason found in the ledger. */
    private void replaced() {
        Optional.ofNullable(queue).ifPresent(opened -> opened.answer(Committer::fenced));
    }

    private void commit(LedgerWork work) {
        committing.start(work, new CopyWork(queue, sink, publishing));
        committing.startSnapshots(queue, plan(), ledger, sinceSnapshot);
    }

    /** Ends the commit queue and this attempt at once, without waiting for a completed checkpoint. */
    private void fail(Exception reason) {
        queue.fail(reason);
        getContainingTask()
                .getMailboxExecutorFactory()
                .createExecutor(0)
                .execute(
                        () -> {
                            throw reason;
                        },
                        "end of the committer");
    }

    @Override
    public void processElement(StreamRecord<byte[]> row) {
        open.add(row.getValue());
    }

    /** Notes that no more rows will arrive, so that the next checkpoint is the last with rows to publish. */
    @Override
    public void finish() throws Exception {
        super.finish();
        last.inputEnded();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        long checkpoint = context.getCheckpointId();
        publishing.barrier();
        closeBatches(checkpoint);
        store.snapshot(queue.snapshot(), earliestFrom());
        last.barrier(checkpoint);
    }

    @Override
    List<LedgerBatch> rowsOfCheckpoint() {
        return store.takeRows();
    }

    private void closeBatches(long checkpoint) throws Exception {
        for (LedgerBatch batch : open.close(queue.committer().state().last())) {
            publishing.closed(batch);
            queue.add(batch, checkpoint);
        }
    }

    /** Waits for the batches of earlier completed checkpoints, and for those of this one if the task may end now. */
    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        boolean isLast = last.isCompletedBy(checkpoint);
        queue.settle(false);
        queue.complete(checkpoint);
        if (isLast || isStop(checkpoint)) {
            queue.settle(isLast);
        }
        if (isLast) {
            sink.end(queue.committer().state().last().sequence());
        }
    }

    @Override
    public void close() throws Exception {
        try {
            if (committing != null) {
                committing.stop();
            }
            retire();
        } finally {
            IOUtils.closeAll(sink, ledger);
            super.close();
        }
    }

    private void retire() throws InterruptedException {
        boolean endsByItself = committing != null
                && committing.haveEnded()
                && !getContainingTask().isCanceled()
                && !getContainingTask().isFailing();
        Optional<Retirement> retirement = endsByItself ? queue.retirement() : Optional.empty();
        if (retirement.isPresent()) {
            ledger.writePipeline(List.of(retirement.get()));
        }
    }
}
