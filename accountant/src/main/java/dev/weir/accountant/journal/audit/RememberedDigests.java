package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The digests that a reading remembers: those of all entries of the domain's chain, of which there are a few for each start, and those of
 * the wanted batches.
 */
final class RememberedDigests {

    private final WantedDigests wanted;
    private final Map<Long, ChainHash> batches = new HashMap<>();
    private final Map<Long, ChainHash> entries = new TreeMap<>();

    /** Creates a table with the digests of the entries that have been read before. */
    RememberedDigests(WantedDigests wanted, Map<Long, ChainHash> entries) {
        this.wanted = wanted;
        this.entries.putAll(entries);
    }

    void addEntry(ChainTip entry) {
        entries.put(entry.sequence(), entry.hash());
    }

    /** Adds the digest of a batch, if it is wanted. */
    void addBatch(String pipeline, ChainTip batch) {
        if (pipeline.equals(wanted.pipeline()) && wanted.batches().contains(batch.sequence())) {
            batches.put(batch.sequence(), batch.hash());
        }
    }

    boolean hasEntry(ChainTip entry) {
        return entry.hash().equals(entries.get(entry.sequence()));
    }

    /** Whether a reading that had wanted {@code other} would remember nothing else of the batches. */
    boolean serves(WantedDigests other) {
        return other.batches().isEmpty()
                || (wanted.pipeline().equals(other.pipeline())
                        && wanted.batches().containsAll(other.batches()));
    }

    Map<Long, ChainHash> batches() {
        return batches;
    }

    Map<Long, ChainHash> entries() {
        return entries;
    }

    /** The digest of an entry of the domain's chain; null if it has not been read. */
    @Nullable ChainHash entry(long number) {
        return entries.get(number);
    }
}
