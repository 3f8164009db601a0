package dev.weir.operators.publish;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A fault that occurs once, at one point of an attempt. Used by all threads of a test. */
final class Faults {

    /** The points at which a fault can occur. */
    enum Point {
        OPEN,
        READ,
        TAKE_DOMAIN,
        TAKE_PIPELINE,
        WRITE_DOMAIN,
        SHOW_LIFE,
        WRITE_PIPELINE,
        SINK_OPEN,
        PUBLISH,
        PUBLISH_HALF,
        SNAPSHOT,
        COMPLETE
    }

    /** Whether a fault occurs before or after its point. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** The kinds of faults. */
    enum Kind {
        /** The process is gone: later actions of this attempt have no effect. */
        CRASH,
        /** The call fails, and the attempt sees the failure. */
        FAILURE,
        /** The call's outcome is unknown. */
        UNKNOWN
    }

    /**
     * A fault.
     *
     * @param skip the number of times that the point is passed before the fault occurs
     */
    record Fault(Point point, Moment moment, Kind kind, int skip) {}

    private @Nullable Fault next;
    private final Map<Point, Integer> passed = new EnumMap<>(Point.class);
    private boolean happened;
    private boolean ledgerIsDown;
    private boolean batchesAreLost;
    private int attempt;
    private final Set<Integer> dead = new HashSet<>();

    /** Thrown in an attempt whose process is gone. */
    static final class Gone extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Gone() {
            super("this attempt is gone");
        }
    }

    synchronized void plan(Fault fault) {
        next = fault;
        passed.clear();
        happened = false;
    }

    synchronized int begin() {
        attempt++;
        return attempt;
    }

    synchronized int latest() {
        return attempt;
    }

    synchronized boolean hasHappened() {
        return happened;
    }

    /** Sets whether the ledger is unreachable from now on. */
    synchronized void ledgerIsDown(boolean down) {
        ledgerIsDown = down;
    }

    /** Whether the ledger is unreachable. */
    synchronized boolean isLedgerDown() {
        return ledgerIsDown;
    }

    /** Sets whether batches are lost on their way to the ledger, without an answer; everything else arrives. */
    synchronized void batchesAreLost(boolean lost) {
        batchesAreLost = lost;
    }

    synchronized boolean areBatchesLost() {
        return batchesAreLost;
    }

    /** Ends the process of an attempt. */
    synchronized void kill(int who) {
        dead.add(who);
    }

    /** Notes that an attempt passes a point, and returns the kind of fault that the caller must simulate, if any. */
    synchronized Kind pass(int who, Point point, Moment moment) throws IOException {
        if (dead.contains(who)) {
            throw new Gone();
        }
        Fault fault = next;
        if (fault == null || happened || fault.point() != point || fault.moment() != moment) {
            return Kind.FAILURE;
        }
        if (passed.merge(point, 1, Integer::sum) <= fault.skip()) {
            return Kind.FAILURE;
        }
        happened = true;
        if (fault.kind() == Kind.CRASH) {
            dead.add(who);
            throw new Gone();
        }
        if (fault.kind() == Kind.FAILURE) {
            throw new IOException("failed on purpose at " + point);
        }
        return Kind.UNKNOWN;
    }
}
