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
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The records of a ledger that cannot be read, and whether they may be skipped. They may be skipped if, and only if, later records show
 * that none of them is a missing record of Weir.
 *
 * <p><b>Guarantee.</b> Let a record g be unreadable. It is skipped after two facts have been shown.
 * <ol>
 *   <li><i>The domain's chain continues after g</i>: a later entry names the digest of the last entry before g, or the newest entry that is
 *       known from elsewhere ({@link LedgerRecords#newest}) is the last entry that was read. Then g is no entry, so no claim, declaration,
 *       renaming or adoption is missed and nothing is refunded.
 *   <li><i>The chain of every pipeline that had an owner at g continues after g</i>: a later seal of a batch, ownership, adoption,
 *       confirmation or retirement names the digest of the last batch before g. Then g is neither a row nor the seal of a batch.
 * </ol>
 *
 * <p><i>Why later records show these facts.</i> By induction over the records after g. If g was a row or the seal of a batch, the
 * pipeline's owner wrote g and knew this, so everything that this owner writes later under the pipeline's id follows g in the chain. If g
 * was an entry, the same holds for the holder of the domain's id. Every other process writes only after a start that has read the ledger to
 * its end while holding both ids. Either this start could read g, so what it writes follows g in the chain. Or it found g unreadable and
 * was refused, unless records that were already there showed both facts. The first record after g in a chain that contained g would
 * therefore not name the digest of the last record before g, unless SHA-256 has a collision. The statement of the newest entry that is
 * known from elsewhere is written in the transaction of that entry, so there is such a statement for every entry.
 *
 * <p><i>The owner itself</i> may start again after g if it does not know the outcome of its last write ({@link WantedDigests#vouched}). It
 * knows the tip of its chain, and still has every batch after that tip. If g belonged to one of these batches, no copies of the batch have
 * been published. The ledger may then be read as if the write had failed, and the same bytes are written again. The owner vouches for its
 * own chain only, and goes on only if it is still the latest owner.
 *
 * <p><i>Why copies show nothing.</i> A record after g may be a copy of a record before g, made by a mirror or by another writer. A copy of
 * an entry does not have the next number, a copy of a row or a seal does not follow the latest batch, and a copy of a retirement names an
 * owner that has ended. The confirmations of one ownership have strictly increasing numbers, from 1 on, so a copy of a confirmation that
 * has been read does not have a higher number. Every copy therefore breaks the ledger and shows nothing.
 *
 * <p><i>Premises.</i> Records are not moved: a record that has become unreadable at its position is not readable at a later position. The
 * source from which the newest entry is known is not rolled back together with the ledger.
 *
 * <p>A pipeline has no owner at g if it has retired, was adopted or has not been owned yet. Such a pipeline cannot have written g, because
 * that would have needed a new ownership, which is an entry. A retirement may be missed nevertheless. Without it a claim stays open, which
 * can only increase the spending.
 *
 * <p>An owner that sees an unreadable record while it runs immediately writes the tip of its chain ({@link
 * dev.weir.accountant.journal.chain.LedgerRecord.Confirmation}), so that its next start need not wait for a batch.
 *
 * <p>If the two facts are not shown, g may belong to the last batch of a pipeline, whose loss could hide that a state is old. The ledger
 * then breaks at g.
 */
final class UnreadableRecords {

    private final List<RecordPosition> first = new ArrayList<>();
    private long count;
    private final WantedDigests wanted;
    private @Nullable RecordPosition unshownFrom;
    private @Nullable ChainTip newest;
    private boolean hasNewest;

    /** Creates a table with no unreadable records. */
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

    /** Sets the entry that is known from elsewhere to be the newest, and whether it has been read already. */
    void expect(ChainTip entry, boolean isRead) {
        newest = entry;
        hasNewest = isRead;
    }

    /** Reports which entries are known from a snapshot. */
    void expectAlso(Predicate<ChainTip> isKnown) {
        hasNewest |= newest != null && isKnown.test(newest);
    }

    /** Whether the records read so far, without anything that is known from elsewhere, show that no unreadable record is one of Weir. */
    boolean isShown(Collection<PipelineFold> pipelines) {
        return unshownFrom == null && pipelines.stream().allMatch(pipeline -> pipeline.unconfirmedFrom() == null);
    }

    /** Whether the newest entry that is known from elsewhere has been read; true if none is known. */
    boolean hasNewest() {
        return newest == null || hasNewest;
    }

    /** Reports that an entry was read that follows the entry before it in the domain's chain. */
    void shown(ChainTip entry) {
        unshownFrom = null;
        hasNewest |= entry.equals(newest);
    }

    /**
     * The unreadable records.
     *
     * @param tip the tip of the domain's chain
     * @param isRead whether the reading has reached the end of the ledger, so that only records that are written later
     *     can show that nothing is missed
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
     * The break at the first unreadable record that must not be skipped, according to the records read so far; empty if all may be skipped.
     *
     * @param tip the tip of the domain's chain
     * @param problem the break that has ended the reading; null if no break has
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
