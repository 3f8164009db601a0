package dev.weir.jobs;

import dev.weir.jobs.embedded.BrokerProcess;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What is to go wrong next in a job of this process, once, before or after one point of what it does. */
final class CrashPlan {

    /** The tasks run in this process, and reach the plan here. */
    private static final AtomicReference<CrashPlan> PRESENT = new AtomicReference<>();

    private final BrokerProcess broker;
    private @Nullable Fault armed;
    private @Nullable Fault struck;
    private boolean restartWanted;
    private int attempt;
    private int gone;
    private CountDownLatch lost = new CountDownLatch(1);

    /** Where something can go wrong. */
    enum Point {
        /** The ledger is opened. */
        OPEN(true),
        /** It is read before anything is taken. */
        LOOK(true),
        /** The domain's id is taken. */
        TAKE_DOMAIN(true),
        /** The pipeline's id is taken. */
        TAKE_PIPELINE(true),
        /** The ledger is read once both are held. */
        READ(true),
        /** The ownership is written. */
        WRITE_OWNERSHIP(true),
        /** Whether the ownership was written is not known: before, it was not; after, it was. */
        OWNERSHIP_UNKNOWN(true),
        /** The domain's id is let go of. */
        RELEASE_DOMAIN(true),
        /** The first sign of life is given. */
        SHOW_LIFE(true),
        /** A batch is written. */
        WRITE_BATCH(false),
        /** The first row of a transaction is sent; the process is gone, and the transaction stays open. */
        FIRST_ROW(false),
        /** The last record of a transaction is sent; the process is gone, and the transaction stays open. */
        SEAL(false),
        /** Whether a batch was written is not known: before, it was not; after, it was. */
        BATCH_UNKNOWN(false),
        /** A transaction takes longer than the brokers let it: before its second row, or behind its last one. */
        TIMED_OUT(false),
        /** Somebody takes the pipeline's id, before a batch is written or behind it. */
        FENCED(false),
        /** The sink is opened. */
        SINK_OPEN(true),
        /** Copies are published. */
        PUBLISH(false),
        /** Half of the copies are published; after: then all of them. */
        PUBLISH_HALF(false),
        /** A task is restored. */
        RESTORE(true),
        /** A task begins. */
        BEGIN(true),
        /** A task takes its part of a checkpoint. */
        SNAPSHOT(false),
        /** A task hears that a checkpoint has completed. */
        COMPLETE(false),
        /** Counters are written, in the callback of a completed checkpoint. */
        COUNTERS(false),
        /** The task manager is lost, before a batch is written or behind it. */
        TASK_MANAGER(false),
        /** The broker stands still for some seconds, before a batch is written or behind it. */
        BROKER(false);

        private final boolean needsRestart;

        Point(boolean needsRestart) {
            this.needsRestart = needsRestart;
        }
    }

    /** When. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** What. */
    record Fault(Point point, Moment moment) {}

    private CrashPlan(BrokerProcess broker) {
        this.broker = broker;
    }

    /** A new plan, in which nothing goes wrong. */
    static CrashPlan begin(BrokerProcess broker) {
        CrashPlan plan = new CrashPlan(broker);
        PRESENT.set(plan);
        return plan;
    }

    static CrashPlan present() {
        return Objects.requireNonNull(PRESENT.get());
    }

    BrokerProcess broker() {
        return broker;
    }

    /** This goes wrong next; where only a start passes the point, the job is made to start again. */
    synchronized void arm(Fault fault) {
        armed = fault;
        struck = null;
        lost = new CountDownLatch(1);
        restartWanted = fault.point().needsRestart;
    }

    synchronized boolean hasStruck() {
        return struck != null;
    }

    synchronized boolean takeRestart() {
        boolean wanted = restartWanted;
        restartWanted = false;
        return wanted;
    }

    /** A later attempt; what the one before still does has no effect if it is gone. */
    synchronized int next() {
        attempt++;
        return attempt;
    }

    synchronized int latest() {
        return attempt;
    }

    /** Whether a fault happens here and now. */
    synchronized boolean strikes(Point point, Moment moment) {
        if (armed == null || armed.point() != point || armed.moment() != moment) {
            return false;
        }
        struck = armed;
        armed = null;
        return true;
    }

    /** An attempt passes a point: if the fault happens here, its process is gone. */
    void pass(int who, Point point, Moment moment) throws IOException {
        requireAlive(who);
        if (strikes(point, moment)) {
            kill(who);
            throw new IOException("failed on purpose " + moment + " " + point);
        }
    }

    synchronized void kill(int who) {
        gone = Math.max(gone, who);
    }

    synchronized void requireAlive(int who) throws IOException {
        if (who <= gone) {
            throw new IOException("this attempt is gone");
        }
    }

    private synchronized CountDownLatch lost() {
        return lost;
    }

    /** Stands still until the task manager has been lost. */
    void awaitLoss() throws InterruptedException {
        lost().await();
    }
}
