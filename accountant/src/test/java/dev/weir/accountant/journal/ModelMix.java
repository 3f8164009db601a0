package dev.weir.accountant.journal;

import java.util.EnumMap;
import java.util.Map;

/**
 * The bounds of one exploration: its pipelines, and how often each fault may occur.
 *
 * @param name the subject of the exploration
 * @param pipelines the number of pipelines of one domain
 * @param runs the number of runs of each pipeline that start at once without state
 * @param windows the number of windows of one key that each pipeline releases; a window is a period of the privacy unit
 * @param keyLimit the number of releases that the key's account affords
 * @param budget the number of shares that the domain affords in a period
 * @param isSuccessive whether each pipeline releases windows after those of the previous pipeline
 * @param isCoarse whether reading the ledger and taking the domain's id are one move, and drawing and the barrier are one
 *     move
 * @param faults how often each fault may occur
 */
record ModelMix(
        String name,
        int pipelines,
        int runs,
        int windows,
        int keyLimit,
        int budget,
        boolean isSuccessive,
        boolean isCoarse,
        Map<Fault, Integer> faults) {

    /** The kinds of faults. */
    enum Fault {
        /** An attempt ends at any point, also between copies and their acknowledgement, and its run restarts. */
        CRASH,
        /** A crash after which the replaced attempt still runs. */
        ZOMBIE,
        /** A checkpoint completes, and no operator is notified. */
        LOST_CALLBACK,
        /** A checkpoint does not complete. */
        ABORTED_CHECKPOINT,
        /** The outcome of a write is unknown: it has landed, will land, or never does. */
        UNKNOWN,
        /** A run ends, and another run starts from any earlier checkpoint or without state. */
        OLD_STATE,
        /** Another run starts from any checkpoint or without state, while others run. */
        CLONE,
        /** The ledger loses its newest transactions. */
        TRUNCATION,
        /** An operator adopts a state that was refused. */
        ADOPTION,
        /** A foreign record that cannot be read is written; each running owner may or may not learn of it. */
        FOREIGN,
        /** The ledger's newest transaction becomes unreadable; the running owners learn of it. */
        GARBLED,
        /**
         * A pipeline does not fit the domain's budget. The budget is raised by one share, and another run starts that states
         * the raised budget.
         */
        RAISE,
        /** Somebody takes the domain's id and writes a barrier, and later the snapshot, unless a start has taken the id since. */
        SNAPSHOT,
        /** A person cuts off what lies before a barrier with a snapshot that a later one has been recomputed from. */
        CUT
    }

    static ModelMix of(String name, int windows, Object... faults) {
        Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
        for (int i = 0; i < faults.length; i += 2) {
            counts.put((Fault) faults[i], (Integer) faults[i + 1]);
        }
        return new ModelMix(name, 1, 1, windows, windows, 1, false, false, counts);
    }

    ModelMix withKeyLimit(int limit) {
        return new ModelMix(name, pipelines, runs, windows, limit, budget, isSuccessive, isCoarse, faults);
    }

    ModelMix coarse() {
        return new ModelMix(name, pipelines, runs, windows, keyLimit, budget, isSuccessive, true, faults);
    }

    ModelMix withRuns(int count) {
        return new ModelMix(name, pipelines, count, windows, keyLimit, budget, isSuccessive, isCoarse, faults);
    }

    ModelMix withPipelines(int count, int shares) {
        return new ModelMix(name, count, runs, windows, keyLimit, shares, isSuccessive, isCoarse, faults);
    }

    ModelMix successive() {
        return new ModelMix(name, pipelines, runs, windows, keyLimit, budget, true, isCoarse, faults);
    }

    /** The number of times that a start may lose the domain's id before it gives up. */
    int patience() {
        return pipelines - 1;
    }

    int firstWindow(int pipeline) {
        return isSuccessive ? pipeline * windows + 1 : 1;
    }

    int lastWindow(int pipeline) {
        return firstWindow(pipeline) + windows - 1;
    }

    /** Whether there are neither operator decisions nor lost ledgers, so that nothing may be refused and nothing may be lost. */
    boolean isOrdinary() {
        return !faults.containsKey(Fault.OLD_STATE)
                && !faults.containsKey(Fault.CLONE)
                && !faults.containsKey(Fault.TRUNCATION)
                && !isWrittenByOthers()
                && runs == 1
                && budget >= pipelines;
    }

    /** Whether the ledger may contain unreadable records. */
    boolean isWrittenByOthers() {
        return faults.containsKey(Fault.FOREIGN) || faults.containsKey(Fault.GARBLED);
    }

    @Override
    public String toString() {
        return name;
    }
}
