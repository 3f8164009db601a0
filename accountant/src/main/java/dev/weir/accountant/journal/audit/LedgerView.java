package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.reading.LedgerBreak;
import dev.weir.accountant.journal.reading.SkippedRecords;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The content of a ledger, read from its first record to its last.
 *
 * @param domain the name of the domain
 * @param tip the tip of the chain of the domain's own entries
 * @param budget the declared budget and its raises; null if nothing is declared yet
 * @param pipelines the content of the ledger about each pipeline, by name
 * @param digests the digests of the wanted batches that the ledger has, by number
 * @param entryDigest the digest of the wanted domain entry; null if the ledger does not have it
 * @param unreadable the records that cannot be read, which are skipped if the ledger has no break
 * @param problem the position where the ledger breaks, and the reason; null if the ledger has no break
 */
public record LedgerView(
        String domain,
        ChainTip tip,
        @Nullable DomainBudget budget,
        Map<String, PipelineView> pipelines,
        Map<Long, ChainHash> digests,
        @Nullable ChainHash entryDigest,
        SkippedRecords unreadable,
        @Nullable LedgerBreak problem) {

    public LedgerView {
        pipelines = Map.copyOf(pipelines);
        digests = Map.copyOf(digests);
    }

    /**
     * The view of a pipeline; if the ledger does not name it, the view of a pipeline that has written nothing.
     *
     * @param name the name of the pipeline
     */
    public PipelineView pipeline(String name) {
        PipelineView known = pipelines.get(name);
        return known == null ? PipelineView.unknown(ChainOrigin.ofPipeline(domain, name)) : known;
    }

    /** The declaration with the newest budget; null if nothing is declared yet. */
    public @Nullable Declaration declared() {
        return budget == null ? null : budget.newest();
    }

    /**
     * The last period that a batch of any pipeline is about; {@link Long#MIN_VALUE} without batches.
     *
     * @param unit the privacy unit that defines the periods
     */
    public long lastPeriod(PrivacyUnit unit) {
        return pipelines.values().stream()
                .mapToLong(pipeline -> pipeline.lastPeriod(unit))
                .max()
                .orElse(Long.MIN_VALUE);
    }

    /** The intervals of periods in which the pipelines' shares count as spent. */
    public List<SpendingInterval> intervals() {
        return pipelines.values().stream()
                .map(PipelineView::intervals)
                .flatMap(Collection::stream)
                .toList();
    }

    /** The records that were skipped; none if the ledger breaks. */
    public SkippedRecords skipped() {
        return problem == null ? unreadable : SkippedRecords.NONE;
    }

    /** The position where the ledger breaks, and the reason; empty if the ledger has no break. */
    public Optional<LedgerBreak> broken() {
        return Optional.ofNullable(problem);
    }
}
