package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.LedgerBreak.Reason;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.journal.reading.RecordPosition;
import dev.weir.accountant.journal.reading.SkippedRecords;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a ledger that cannot be read, and whether they may be skipped. They may if, and only if, the records
 * that follow show that none of them is a missing record of Weir.
 *
 * <p><b>Guarantee.</b> Let a record g be unreadable. It is skipped once two things are shown.
 * <ol>
 *   <li><i>The domain's chain goes on behind it</i>: a later entry names the digest of the last one before g, or the newest
 *       entry that is known elsewhere ({@link LedgerRecords#newest}) is the last one that was read. Then g is no entry: no
 *       claim, declaration, renaming or adoption is missed, hence none is refunded.
 *   <li><i>The chain of every pipeline that had an owner at g goes on behind it</i>: a later seal of a batch, ownership,
 *       adoption, confirmation or retirement names the digest of the last batch before g. Then g is neither a row nor the seal of one.
 * </ol>
 *
 * <p><i>Why what follows tells.</i> By induction over the records behind g. If g was a batch of a pipeline, or its seal, its owner had
 * written it and knew so, and whatever that owner writes later under the pipeline's id follows it. If g was an entry, the same
 * holds for whoever held the domain's id. Everybody else writes only after a start that has read the ledger up to its end, under
 * both ids. That start has either read g, so that what it writes follows g; or has found it unreadable and was refused, unless
 * records that were there already showed both. So the first record behind g in a chain that g belonged to would not fit, unless
 * SHA-256 has a collision. A record that is known elsewhere to be the newest is written in the transaction of the entry itself, so
 * that no entry is without it.
 *
 * <p><i>The owner itself</i> may start again behind g, where it does not know what became of its last write
 * ({@link WantedDigests#vouched}). It knows up to where its chain has come, and holds every batch behind that. If g was
 * one of them, no copies of it have been made, so it is as if that write had never landed, and the same bytes are
 * written once more. The owner vouches for its own chain alone, and goes on only if it is the latest owner still.
 *
 * <p><i>Why a copy tells nothing.</i> What follows may be a copy of what stands before g, made by a mirror or by a stranger. A copy of an
 * entry does not have the next number, one of a row or a seal does not follow its batch, and one of a retirement is by an owner that has
 * ended. Confirmations under one ownership have numbers that grow strictly, from 1 on, so the copy of an earlier one, the newest
 * before g included, does not have a higher number than what was read. So each breaks the ledger and shows nothing.
 *
 * <p><i>Premises.</i> Records are not moved: none that was destroyed at its place stands whole at a later one. The
 * register, or whatever else knows of the newest entry, is not rolled back together with the ledger.
 *
 * <p>A pipeline without an owner at g, as one that has retired, was adopted or has not been owned yet, has written nothing there: it would
 * have been owned again, by an entry. What may be missed all the same is a retirement. Without it a claim stays open, which spends
 * more and never less.
 *
 * <p>An owner that sees such a record while it runs says at once how far its chain has come ({@link
 * dev.weir.accountant.journal.chain.LedgerRecord.Confirmation}), so that its next start need not wait for a batch.
 *
 * <p>Nothing else shows that a last batch before a pipeline's end is none of what cannot be read: it could hide that a
 * state is old. Then the ledger breaks at g.
 */
final class UnreadableRecords {

    private final List<RecordPosition> first = new ArrayList<>();
    private long count;
    private final WantedDigests wanted;
    private @Nullable RecordPosition unshownFrom;
    private @Nullable ChainTip newest;
    private boolean hasNewest;

    /** No unreadable record so far. */
    UnreadableRecords(WantedDigests wanted) {
        this.wanted = wanted;
    }

    /** Adds an unreadable record. */
    void add(RecordPosition position, Collection<PipelineFold> pipelines) {
        if (first.size() < SkippedRecords.MOST_PLACES) {
            first.add(position);
        }
        count++;
        unshownFrom = unshownFrom == null ? position : unshownFrom;
        pipelines.forEach(pipeline -> pipeline.unreadable(position));
    }

    /** Sets the entry that is known from elsewhere to be the newest. */
    void expect(ChainTip entry) {
        newest = entry;
    }

    /** Whether the newest entry that is known from elsewhere has been read; true if none is known. */
    boolean hasNewest() {
        return newest == null || hasNewest;
    }

    /** Tells that the domain's chain has gone on to an entry that follows the one before it. */
    void shown(ChainTip entry) {
        unshownFrom = null;
        hasNewest |= entry.equals(newest);
    }

    /**
     * The unreadable records.
     *
     * @param tip the tip of the domain's chain
     * @param isRead whether the reading has reached the end of the ledger, so that records still to be written may show
     * that nothing is missed
     */
    SkippedRecords skipped(ChainTip tip, Collection<PipelineFold> pipelines, boolean isRead) {
        boolean mayBeShown = isRead && ofDomain(tip).findAny().isEmpty();
        Set<String> silent = pipelines.stream()
                .filter(pipeline -> mayBeShown && unconfirmedFrom(pipeline) != null)
                .map(PipelineFold::name)
                .collect(Collectors.toSet());
        return new SkippedRecords(count, first, silent);
    }

    /**
     * The first record that must not be skipped, according to the records read so far; empty if there is none.
     *
     * @param tip the tip of the domain's chain
     * @param problem the break that has ended the reading after it; null if there is none
     */
    Optional<LedgerBreak> notShown(ChainTip tip, Collection<PipelineFold> pipelines, @Nullable LedgerBreak problem) {
        return Stream.concat(ofDomain(tip), pipelines.stream().flatMap(this::ofPipeline))
                .min(Comparator.comparingLong(found -> found.position().record()))
                .map(found -> problem == null ? found : found.followedBy(problem));
    }

    private Stream<LedgerBreak> ofDomain(ChainTip tip) {
        if (newest != null && !hasNewest && count > 0) {
            return Stream.of(unreadable(first.get(0), "domain entry " + newest.sequence() + " is not behind it"));
        }
        return unshownFrom == null || tip.equals(newest)
                ? Stream.empty()
                : Stream.of(unreadable(unshownFrom, "no domain entry shows that none is missing"));
    }

    private @Nullable RecordPosition unconfirmedFrom(PipelineFold pipeline) {
        return wanted.vouchesFor(pipeline.name(), pipeline.tip()) ? null : pipeline.unconfirmedFrom();
    }

    private Stream<LedgerBreak> ofPipeline(PipelineFold pipeline) {
        RecordPosition position = unconfirmedFrom(pipeline);
        return position == null
                ? Stream.empty()
                : Stream.of(unreadable(
                        position,
                        "nothing of pipeline " + pipeline.name() + " behind it shows that no batch is missing"));
    }

    private static LedgerBreak unreadable(RecordPosition position, String where) {
        return new LedgerBreak(position, Reason.UNREADABLE, where);
    }
}
