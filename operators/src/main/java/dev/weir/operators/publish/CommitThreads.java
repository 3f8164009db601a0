package dev.weir.operators.publish;

import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.CommitLoop;
import dev.weir.operators.publish.commit.CommitQueue;
import dev.weir.operators.publish.commit.CopyWork;
import dev.weir.operators.publish.commit.LedgerWork;
import dev.weir.operators.publish.commit.SnapshotWork;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The threads that commit the batches of one pipeline. */
final class CommitThreads {

    private final LedgerAccess access;
    private final Consumer<Exception> failed;
    private final List<Thread> started = new ArrayList<>();

    /**
     * Creates the threads of a pipeline, none of which runs yet.
     *
     * @param access the place of the ledger, and the name of the pipeline
     * @param failed receives the exception by which a thread ends
     */
    CommitThreads(LedgerAccess access, Consumer<Exception> failed) {
        this.access = access;
        this.failed = failed;
    }

    /** Opens another object of the pipeline's ledger. A topic that is missing while the job runs was deleted, and is not made again. */
    private record Own(LedgerAccess access, Plan plan) implements SnapshotWork.Opening {

        @Override
        public Ledger open() throws IOException {
            return access.look(plan);
        }

        @Override
        public void tell(String line) {
            StartLog.changes("pipeline " + access.pipeline(), List.of(line));
        }
    }

    /** Starts the thread that writes batches, and the one that copies them. */
    void start(LedgerWork work, CopyWork copies) {
        start("weir-commit ", work);
        start("weir-copies ", copies);
    }

    /**
     * Starts the thread that writes snapshots, if the ledger has any.
     *
     * @param queue the queue that knows how many batches have been published
     * @param plan the plan of the job
     * @param ledger the ledger of the pipeline
     * @param since the number of batches since the newest snapshot, as the start has seen
     */
    void startSnapshots(CommitQueue queue, Plan plan, Ledger ledger, long since) {
        long every = ledger.batchesASnapshot();
        if (every > 0) {
            SnapshotWork.Interval interval = new SnapshotWork.Interval(every, since);
            start("weir-snapshots ", new SnapshotWork(queue, new Own(access, plan), plan.domain(), interval));
        }
    }

    private void start(String name, CommitLoop.Work work) {
        started.add(new CommitLoop(work, failed).start(name + access.pipeline()));
    }

    /** Ends all threads. */
    void stop() throws InterruptedException {
        CommitLoop.stop(started);
    }

    /** Whether threads were started, and all of them have ended. */
    boolean haveEnded() {
        return !started.isEmpty() && started.stream().noneMatch(Thread::isAlive);
    }
}
