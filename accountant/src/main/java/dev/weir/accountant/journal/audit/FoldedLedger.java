package dev.weir.accountant.journal.audit;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.LedgerBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The first records of a ledger, folded: a {@link LedgerFold} that begins with this value and adds the records that follow gives the
 * same result as one that reads all records, except for digests of batches before the folded tips. The
 * sums of {@link ChargeAudit} are folded apart ({@link FoldedCharges}). Neither positions nor skipped records are part of it, so a copy of
 * the ledger in another place has the same form.
 *
 * <p><b>Why no guard needs more digests.</b> A state that may go on has all published batches of its pipeline. So it either begins behind
 * the folded tip, and is compared with batches that are read, or knows the digest of that tip, which covers all batches before. A state
 * that ends before the folded tip is behind the ledger, whatever its digests are. The anchor of a state may be any earlier entry of the
 * domain's chain, so the digests of all entries are kept: there are a few for each start.
 *
 * @param domain the name of the domain
 * @param tip the tip of the domain's chain
 * @param budget the declared budget and its raises as they take effect; null if nothing is declared yet
 * @param entries the digests of all entries of the domain's chain, by number
 * @param pipelines the pipelines, by name in their order
 */
record FoldedLedger(
        String domain,
        ChainTip tip,
        @Nullable DomainBudget budget,
        Map<Long, ChainHash> entries,
        List<FoldedPipeline> pipelines) {

    private static final byte FORM = 1;

    FoldedLedger {
        entries = Map.copyOf(entries);
        pipelines = List.copyOf(pipelines);
    }

    /** The folded form of a ledger without records. */
    static FoldedLedger empty(String domain) {
        return new FoldedLedger(domain, ChainOrigin.ofDomain(domain), null, Map.of(), List.of());
    }

    /** The canonical bytes. Equal ledgers have equal bytes. */
    byte[] bytes() {
        CanonicalWriter out = new CanonicalWriter()
                .code(FORM)
                .text(domain)
                .fields(tip)
                .count(budget == null ? 0 : 1 + budget.raises().size());
        if (budget != null) {
            out.fields(LedgerBytes.fields(budget.first()));
            budget.raises().forEach(raise -> out.fields(LedgerBytes.fields(raise)));
        }
        FoldedPipeline.writeAll(
                new TreeMap<>(entries).entrySet(), out, entry -> new ChainTip(entry.getKey(), entry.getValue()));
        FoldedPipeline.writeAll(pipelines, out, pipeline -> pipeline);
        return out.bytes();
    }

    /**
     * Reads a folded form; empty if the bytes are not the canonical bytes of one. The method never throws.
     *
     * @param bytes the bytes, any
     */
    static Optional<FoldedLedger> of(byte[] bytes) {
        try {
            CanonicalReader in = new CanonicalReader(bytes);
            in.expect(FORM);
            FoldedLedger read = new FoldedLedger(
                    in.text(),
                    ChainTip.read(in),
                    readBudget(in),
                    readEntries(in),
                    FoldedPipeline.readAll(in, FoldedPipeline::read));
            in.end();
            return Arrays.equals(read.bytes(), bytes) ? Optional.of(read) : Optional.empty();
        } catch (IllegalArgumentException | ClassCastException e) {
            return Optional.empty();
        }
    }

    private static @Nullable DomainBudget readBudget(CanonicalReader in) {
        int count = in.count(1);
        if (count == 0) {
            return null;
        }
        DomainBudget budget = DomainBudget.of((Declaration) LedgerBytes.readEvent(in));
        for (int i = 1; i < count; i++) {
            budget = budget.with((Raise) LedgerBytes.readEvent(in));
        }
        return budget;
    }

    private static Map<Long, ChainHash> readEntries(CanonicalReader in) {
        Map<Long, ChainHash> entries = new TreeMap<>();
        FoldedPipeline.readAll(in, ChainTip::read).forEach(tip -> entries.put(tip.sequence(), tip.hash()));
        return entries;
    }
}
