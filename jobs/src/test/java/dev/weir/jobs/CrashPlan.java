package dev.weir.jobs;

import dev.weir.jobs.embedded.BrokerProcess;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The next fault of a job in this process. It occurs once, before or after one point of the job's work. */
final class CrashPlan {

    /** The current plan, which the job's tasks reach here because they run in this process. */
    private static final AtomicReference<CrashPlan> PRESENT = new AtomicReference<>();

    private final BrokerProcess broker;
    private @Nullable Fault armed;
    private @Nullable Fault struck;
    private boolean restartWanted;
    private int attempt;
    private int gone;
    private CountDownLatch lost = new CountDownLatch(1);

    /** The points at which a fault can occur. */
    enum Point {
        /** The ledger is opened. */
        OPEN(true),
        /** The ledger is read before any id is taken. */
        LOOK(true),
        /** The domain's id is taken. */
        TAKE_DOMAIN(true),
        /** The pipeline's id is taken. */
        TAKE_PIPELINE(true),
        /** The ledger is read when both ids are held. */
        READ(true),
        /** The ownership is written. */
        WRITE_OWNERSHIP(true),
        /** The outcome of writing the ownership is unknown: before, it was not written; after, it was. */
        OWNERSHIP_UNKNOWN(true),
        /** The domain's id is released. */
        RELEASE_DOMAIN(true),
        /** The first heartbeat is written. */
        SHOW_LIFE(true),
        /** A batch is written. */
        WRITE_BATCH(false),
        /** The first row of a transaction is sent; then the process is gone, and the transaction stays open. */
        FIRST_ROW(false),
        /** The last record of a transaction is sent; then the process is gone, and the transaction stays open. */
        SEAL(false),
        /** The outcome of writing a batch is unknown: before, it was not written; after, it was. */
        BATCH_UNKNOWN(false),
        /** A transaction takes longer than the brokers allow: before its second row, or after its last one. */
        TIMED_OUT(false),
        /** Another process takes the pipeline's id, before a batch is written or after it. */
        FENCED(false),
        /** The sink is opened. */
        SINK_OPEN(true),
        /** Copies are published. */
        PUBLISH(false),
        /** Half of the copies are published; after: the rest, too. */
        PUBLISH_HALF(false),
        /** A task is restored. */
        RESTORE(true),
        /** A task begins. */
        BEGIN(true),
        /** A task takes its part of a checkpoint. */
        SNAPSHOT(false),
        /** A task is notified that a checkpoint has completed. */
        COMPLETE(false),
        /** Counters are written, in the callback of a completed checkpoint. */
        COUNTERS(false),
        /** The task manager is lost, before a batch is written or after it. */
        TASK_MANAGER(false),
        /** The broker stops for some seconds, before a batch is written or after it. */
        BROKER(false);

        private final boolean needsRestart;

        Point(boolean needsRestart) {
            this.needsRestart = needsRestart;
        }
    }

    /** Whether a fault occurs before or after its point. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** A fault: a point, and whether it occurs before or after it. */
    record Fault(Point point, Moment moment) {}

    private CrashPlan(BrokerProcess broker) {
        this.broker = broker;
    }

    /** Installs a new plan without faults. */
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

    /** Arms the next fault. If only a start passes its point, the job is made to restart. */
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

    /**
     * Begins a new attempt and returns its number. Later actions of the previous attempt have no effect if its process is
     * gone.
     */
    synchronized int next() {
        attempt++;
        return attempt;
    }

    synchronized int latest() {
        return attempt;
    }

    /** Whether the armed fault occurs at this point. */
    synchronized boolean strikes(Point point, Moment moment) {
        if (armed == null || armed.point() != point || armed.moment() != moment) {
            return false;
        }
        struck = armed;
        armed = null;
        return true;
    }

    /** Notes that an attempt passes a point. If the fault occurs here, the attempt's process counts as gone. */
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

    /** Blocks until the task manager has been lost. */
    void awaitLoss() throws InterruptedException {
        lost().await();
    }
}
