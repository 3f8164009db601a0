package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Snapshot;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.SkippedRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The writing of snapshots, and the cutting of the ledger. Neither may change what becomes visible. */
final class ModelSnapshots {

    private final ModelBuild build;

    ModelSnapshots(ModelBuild build) {
        this.build = build;
    }

    void moves(ModelWorld world, List<ModelWorld> moves) {
        if (world.domainHolder == ModelWorld.SNAPSHOTTER) {
            moves.add(snapshot(world));
        }
        if (world.may(Fault.SNAPSHOT) && world.log.view().declared() != null) {
            moves.add(barrier(world));
        }
        if (world.may(Fault.CUT)) {
            int least =
                    build == ModelBuild.CUT_BEFORE_NEWEST || !build.forgotten().isEmpty() ? 1 : 2;
            for (int cut : world.log.cuts(least)) {
                ModelWorld next = world.after("the ledger is cut before record " + cut);
                next.use(Fault.CUT);
                next.log = world.log.cutBefore(cut);
                moves.add(next);
            }
        }
    }

    /**
     * Returns the indices of barriers that have a snapshot, from which on there are so many.
     *
     * @param cut the index of the first record that is not cut off
     * @param least the number of snapshots from the barrier on
     */
    static List<Integer> barriers(List<LedgerRecord> records, int cut, int least) {
        List<Long> named = new ArrayList<>();
        List<Integer> barriers = new ArrayList<>();
        for (int i = records.size() - 1; i > cut; i--) {
            if (records.get(i) instanceof DomainEntry entry) {
                if (entry.event() instanceof Snapshot snapshot) {
                    named.add(snapshot.barrier());
                }
                if (named.size() >= least && named.contains(entry.tip().sequence())) {
                    barriers.add(0, i);
                }
            }
        }
        return barriers;
    }

    /**
     * Requires that a reading from a snapshot says what a reading of everything says, or is not used: because it lacks digests that are
     * wanted, or finds records that cannot be read.
     */
    static void requireSame(LedgerReader reader, WantedDigests wanted, LedgerView whole) {
        LedgerView expected = new LedgerView(
                whole.domain(),
                whole.tip(),
                whole.budget(),
                whole.pipelines(),
                whole.digests(),
                whole.entryDigest(),
                SkippedRecords.NONE,
                null);
        boolean isUsed = !reader.mayLackDigests() && reader.view(wanted).isPresent();
        if (isUsed && !reader.view().equals(expected)) {
            throw new AssertionError("from a snapshot: " + reader.view() + "\nfrom the beginning: " + expected);
        }
    }

    private static ModelWorld barrier(ModelWorld world) {
        ModelWorld next = world.after("a barrier is written");
        next.use(Fault.SNAPSHOT);
        next.inFlight.removeIf(write -> write.pipeline() == ModelWorld.NOBODY);
        next.domainHolder = ModelWorld.SNAPSHOTTER;
        next.log = world.log.append(List.of(DomainEntry.after(world.log.view().tip(), new Barrier())));
        return next;
    }

    private ModelWorld snapshot(ModelWorld world) {
        Optional<List<LedgerRecord>> snapshot =
                build == ModelBuild.SNAPSHOT_AT_WRITING ? world.log.lateSnapshot() : world.log.snapshot();
        ModelWorld next = world.after(snapshot.isPresent() ? "the snapshot is written" : "there is no snapshot");
        next.domainHolder = ModelWorld.NOBODY;
        snapshot.ifPresent(records -> next.log = world.log.append(records));
        return next;
    }
}
