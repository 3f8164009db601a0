package dev.weir.operators.publish;

import java.io.IOException;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is to go wrong, once, at one point of what an attempt does. Used by all threads of a test. */
final class Faults {

    /** Where something can go wrong. */
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

    /** When. */
    enum Moment {
        BEFORE,
        AFTER
    }

    /** What. */
    enum Kind {
        /** The process is gone: nothing that this attempt does later has any effect. */
        CRASH,
        /** The call fails and the attempt finds out. */
        FAILURE,
        /** The call's outcome is not known. */
        UNKNOWN
    }

    /**
     * A fault.
     *
     * @param skip how often the point is passed before
     */
    record Fault(Point point, Moment moment, Kind kind, int skip) {}

    private @Nullable Fault next;
    private final Map<Point, Integer> passed = new EnumMap<>(Point.class);
    private boolean happened;
    private boolean ledgerIsDown;
    private boolean batchesAreLost;
    private int attempt;
    private final Set<Integer> dead = new HashSet<>();

    /** Says that an attempt is gone. */
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

    /** From now on the ledger can, or cannot, be reached. */
    synchronized void ledgerIsDown(boolean down) {
        ledgerIsDown = down;
    }

    /** Whether a write cannot reach the ledger. */
    synchronized boolean isLedgerDown() {
        return ledgerIsDown;
    }

    /** From now on batches are, or are not, lost on their way to the ledger, without an answer; all else gets there. */
    synchronized void batchesAreLost(boolean lost) {
        batchesAreLost = lost;
    }

    synchronized boolean areBatchesLost() {
        return batchesAreLost;
    }

    /** An attempt is gone. */
    synchronized void kill(int who) {
        dead.add(who);
    }

    /** An attempt passes a point. */
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
