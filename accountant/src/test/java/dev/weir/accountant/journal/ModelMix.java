package dev.weir.accountant.journal;

import java.util.EnumMap;
import java.util.Map;

/**
 * What happens in one exploration, and how often at most.
 *
 * @param name what it is about
 * @param pipelines how many pipelines of one domain
 * @param runs how many runs of each start at once from nothing
 * @param windows how many windows of one key each pipeline releases; a window is a period of the privacy unit
 * @param keyLimit how many releases the key's account affords
 * @param budget how many shares the domain affords in a period
 * @param isSuccessive whether each pipeline releases windows after those of the one before it
 * @param isCoarse whether looking and taking the domain's id is one move, and drawing and the barrier is one move
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

    /** What can go wrong. */
    enum Fault {
        /** An attempt ends anywhere, also between copies and their acknowledgement, and its run restarts. */
        CRASH,
        /** A crash whose replaced attempt goes on. */
        ZOMBIE,
        /** A checkpoint completes and nobody is told. */
        LOST_CALLBACK,
        /** A checkpoint does not complete. */
        ABORTED_CHECKPOINT,
        /** A write has no known outcome: it has landed, will land, or never does. */
        UNKNOWN,
        /** A run ends, and another one starts from any earlier checkpoint or empty. */
        OLD_STATE,
        /** Another run starts from any checkpoint or empty, beside those that go on. */
        CLONE,
        /** The ledger loses its end. */
        TRUNCATION,
        /** An operator adopts a state that was refused. */
        ADOPTION,
        /** Somebody else writes a record that cannot be read; the owners that run learn of it, or do not. */
        FOREIGN,
        /** The ledger's newest transaction cannot be read any more; the owners that run learn of it. */
        GARBLED,
        /** A pipeline does not fit the domain's budget: it is raised by one share, and another run starts that states it. */
        RAISE
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

    /** How often a start may lose the domain's id before it gives up. */
    int patience() {
        return pipelines - 1;
    }

    int firstWindow(int pipeline) {
        return isSuccessive ? pipeline * windows + 1 : 1;
    }

    int lastWindow(int pipeline) {
        return firstWindow(pipeline) + windows - 1;
    }

    /** Whether no operator and no lost ledger is involved, so that nothing may be refused and nothing may be lost. */
    boolean isOrdinary() {
        return !faults.containsKey(Fault.OLD_STATE)
                && !faults.containsKey(Fault.CLONE)
                && !faults.containsKey(Fault.TRUNCATION)
                && !isWrittenByOthers()
                && runs == 1
                && budget >= pipelines;
    }

    /** Whether the ledger may hold what cannot be read. */
    boolean isWrittenByOthers() {
        return faults.containsKey(Fault.FOREIGN) || faults.containsKey(Fault.GARBLED);
    }

    @Override
    public String toString() {
        return name;
    }
}
