package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The part of a checkpoint that belongs to a pipeline's chain: the batches whose copies have not been acknowledged, and
 * the point where they follow the ledger.
 *
 * @param base the tip of the pipeline's chain before the oldest pending batch
 * @param pending closed batches in their order, without gaps
 * @param anchor the tip of the domain's chain when this run became the owner. A ledger without this entry has lost its end or is another
 *     ledger. Null before a first start, and in a run without a ledger
 * @param reach the latest end of a window that any closed batch is about, epoch milliseconds; {@link Long#MIN_VALUE} if no batch was ever
 *     closed
 */
public record JournalState(
        ChainTip base, List<Pending> pending, @Nullable ChainTip anchor, long reach) {

    public JournalState {
        pending = List.copyOf(pending);
    }

    /**
     * Creates the state of a pipeline that starts without a restored state.
     *
     * @param domain the name of the domain
     * @param pipeline the name of the pipeline
     */
    public static JournalState empty(String domain, String pipeline) {
        return new JournalState(ChainOrigin.ofPipeline(domain, pipeline), List.of(), null, Long.MIN_VALUE);
    }

    /**
     * Whether a run with a ledger has started from this state or from an earlier state of its chain. If so, a run may
     * go on from this state only with the same ledger.
     */
    public boolean isAnchored() {
        return anchor != null;
    }

    /** The tip of the chain after the last closed batch, which the next batch follows. */
    public ChainTip last() {
        return pending.isEmpty()
                ? base
                : pending.get(pending.size() - 1).batch().tip();
    }

    /**
     * The state after a checkpoint has closed a batch.
     *
     * @throws IllegalArgumentException if the number of the batch is not the next one
     */
    JournalState close(Batch batch, long checkpoint) {
        long next = last().sequence() + 1;
        Require.that(batch.sequence() == next, "batch", "number " + next, batch.sequence());
        List<Pending> longer = new ArrayList<>(pending);
        longer.add(new Pending(batch, checkpoint));
        return new JournalState(
                base, longer, anchor, Math.max(reach, batch.span().lastEnd()));
    }

    /** The state after the copies of the oldest batch have been acknowledged. */
    JournalState forgetOldest() {
        return new JournalState(pending.get(0).batch().tip(), pending.subList(1, pending.size()), anchor, reach);
    }

    /**
     * The state as an attempt restores it. Restored checkpoints have completed, so no pending batch waits for its checkpoint to complete.
     */
    public JournalState restored() {
        return new JournalState(
                base, pending.stream().map(Pending::ofCompletedCheckpoint).toList(), anchor, reach);
    }

    JournalState ownedSince(ChainTip tip) {
        return new JournalState(base, pending, tip, reach);
    }

    /** The state moved to a tip of the ledger, without its pending batches. */
    JournalState movedTo(ChainTip tip) {
        return new JournalState(tip, List.of(), anchor, reach);
    }

    /**
     * The state without the pending batches up to a tip of the ledger. The owner knows that these batches are in the
     * ledger, whether they have been copied or not.
     */
    JournalState behind(ChainTip ledger) {
        List<Pending> left = pending.stream()
                .filter(closed -> closed.batch().sequence() > ledger.sequence())
                .toList();
        return new JournalState(ledger, left, anchor, reach);
    }

    /** The digest of a batch; empty if this state has dropped the batch or does not have it yet. */
    Optional<ChainHash> hash(long sequence) {
        if (sequence == base.sequence()) {
            return Optional.of(base.hash());
        }
        return pending.stream()
                .filter(known -> known.batch().sequence() == sequence)
                .map(known -> known.batch().tip().hash())
                .findFirst();
    }

    /**
     * The numbers of the batches and the domain entry whose digests this state can compare with a ledger.
     *
     * @param pipeline the name of the pipeline
     */
    public WantedDigests wantedDigests(String pipeline) {
        Set<Long> known = new HashSet<>();
        known.add(base.sequence());
        pending.forEach(batch -> known.add(batch.batch().sequence()));
        return new WantedDigests(pipeline, known, anchor == null ? 0 : anchor.sequence());
    }

    /**
     * A closed batch whose copies have not been acknowledged yet.
     *
     * @param batch the batch
     * @param checkpoint the number of the checkpoint that closed it; 0 for a restored batch
     */
    public record Pending(Batch batch, long checkpoint) {

        Pending ofCompletedCheckpoint() {
            return new Pending(batch, 0);
        }
    }
}
