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
 * What a checkpoint holds of a pipeline's chain: the batches whose copies have not been acknowledged, and where they meet
 * the ledger.
 *
 * @param base the tip before the oldest pending batch
 * @param pending closed batches in their order, without gaps
 * @param anchor the tip of the domain's chain when this run became the owner; null before a first start, and where there is no
 *     ledger. A ledger that has lost what was decided about the domain is told by it
 * @param reach the latest end of a window that any closed batch is about, epoch milliseconds; {@link Long#MIN_VALUE}
 *     without one
 */
public record JournalState(
        ChainTip base, List<Pending> pending, @Nullable ChainTip anchor, long reach) {

    public JournalState {
        pending = List.copyOf(pending);
    }

    /** The state of a pipeline that starts without one. */
    public static JournalState empty(String domain, String pipeline) {
        return new JournalState(ChainOrigin.ofPipeline(domain, pipeline), List.of(), null, Long.MIN_VALUE);
    }

    /** Whether a ledger has let a run go on from this state or an earlier one: then nothing but that ledger may do so again. */
    public boolean isAnchored() {
        return anchor != null;
    }

    /** The tip that the closed batches have come to: what the next one follows. */
    public ChainTip last() {
        return pending.isEmpty()
                ? base
                : pending.get(pending.size() - 1).batch().tip();
    }

    /**
     * A checkpoint has closed a batch.
     *
     * @throws IllegalArgumentException if it does not have the next number
     */
    JournalState close(Batch batch, long checkpoint) {
        long next = last().sequence() + 1;
        Require.that(batch.sequence() == next, "batch", "number " + next, batch.sequence());
        List<Pending> longer = new ArrayList<>(pending);
        longer.add(new Pending(batch, checkpoint));
        return new JournalState(
                base, longer, anchor, Math.max(reach, batch.span().lastEnd()));
    }

    /** The copies of the oldest batch have been acknowledged. */
    JournalState forgetOldest() {
        return new JournalState(pending.get(0).batch().tip(), pending.subList(1, pending.size()), anchor, reach);
    }

    /** The state of an attempt that was restored from a checkpoint, hence from a completed one. */
    public JournalState restored() {
        return new JournalState(
                base, pending.stream().map(Pending::ofCompletedCheckpoint).toList(), anchor, reach);
    }

    JournalState ownedSince(ChainTip tip) {
        return new JournalState(base, pending, tip, reach);
    }

    /** The state that goes on where the ledger is, without what it had pending. */
    JournalState movedTo(ChainTip tip) {
        return new JournalState(tip, List.of(), anchor, reach);
    }

    /** The state of an owner that knows that the ledger has come to a tip: batches up to there must be in it, copied or not. */
    JournalState behind(ChainTip ledger) {
        List<Pending> left = pending.stream()
                .filter(closed -> closed.batch().sequence() > ledger.sequence())
                .toList();
        return new JournalState(ledger, left, anchor, reach);
    }

    /** The digest that this state knows of a batch; empty if it has forgotten the batch or has not come to it. */
    Optional<ChainHash> hash(long sequence) {
        if (sequence == base.sequence()) {
            return Optional.of(base.hash());
        }
        return pending.stream()
                .filter(known -> known.batch().sequence() == sequence)
                .map(known -> known.batch().tip().hash())
                .findFirst();
    }

    /** Which digests of a ledger this state can be compared with. */
    public WantedDigests wantedDigests(String pipeline) {
        Set<Long> known = new HashSet<>();
        known.add(base.sequence());
        pending.forEach(batch -> known.add(batch.batch().sequence()));
        return new WantedDigests(pipeline, known, anchor == null ? 0 : anchor.sequence());
    }

    /**
     * A closed batch that waits.
     *
     * @param batch the batch
     * @param checkpoint the checkpoint that closed it; 0 for one that was restored
     */
    public record Pending(Batch batch, long checkpoint) {

        Pending ofCompletedCheckpoint() {
            return new Pending(batch, 0);
        }
    }
}
