package dev.weir.accountant.journal.audit;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Adoption;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The records of one pipeline, folded: everything that the check of a later record of the pipeline, or a start, can ask about them. The
 * folded form lies between two transactions, so no batch is open. It has canonical bytes.
 *
 * @param name the name of the pipeline
 * @param tip the tip of the pipeline's chain
 * @param owner the latest owner, which may have ended
 * @param confirmed the number of the owner's latest confirmation; 0 if it has confirmed nothing
 * @param reach the latest end of a window that a batch is about, epoch milliseconds; {@link Long#MIN_VALUE} without batches
 * @param claim the latest claim; null if nobody has claimed
 * @param runs the names of all runs that have owned the pipeline
 * @param queries the names of all queries that the pipeline has ever claimed
 * @param meanings the meanings of the queries, by name and version
 * @param ended the spending of all ownerships before the latest, and of the latest one if it has ended
 * @param adoptions all adoptions, in their order; their number is the number of lives that have ended
 */
record FoldedPipeline(
        String name,
        ChainTip tip,
        Owner owner,
        long confirmed,
        long reach,
        @Nullable Claim claim,
        Set<String> runs,
        Set<String> queries,
        Map<String, QueryMeaning> meanings,
        List<SpendingInterval> ended,
        List<Adoption> adoptions)
        implements CanonicalWriter.Fields {

    FoldedPipeline {
        runs = Set.copyOf(runs);
        queries = Set.copyOf(queries);
        meanings = Map.copyOf(meanings);
        ended = List.copyOf(ended);
        adoptions = List.copyOf(adoptions);
    }

    /** The folded form of a pipeline without records. */
    static FoldedPipeline unknown(ChainTip origin, String name) {
        return new FoldedPipeline(
                name,
                origin,
                Owner.NOBODY,
                0,
                Long.MIN_VALUE,
                null,
                Set.of(),
                Set.of(),
                Map.of(),
                List.of(),
                List.of());
    }

    /** Everything that the adoptions together have closed. */
    Closing closing() {
        return adoptions.stream().map(Adoption::closing).reduce(Closing.NOTHING, Closing::with);
    }

    /** The spending of the latest claim, which has no end while its ownership is in force. */
    List<SpendingInterval> claimed() {
        return claim == null || !owner.active()
                ? List.of()
                : SpendingInterval.of(name, adoptions.size(), claim, closing().firstOpen());
    }

    /** Writes the claim as the ownership that made it: its form is in the ledger already. */
    @Override
    public void writeTo(CanonicalWriter out) {
        out.text(name)
                .fields(tip)
                .number(owner.number())
                .text(owner.run())
                .code(flag(owner.active()))
                .number(confirmed)
                .number(reach)
                .code(flag(claim != null));
        if (claim != null) {
            out.fields(LedgerBytes.fields(new Ownership(name, owner.run(), tip, reach, claim)));
        }
        writeAll(new TreeSet<>(runs), out, run -> to -> to.text(run));
        writeAll(new TreeSet<>(queries), out, query -> to -> to.text(query));
        writeAll(new TreeMap<>(meanings).entrySet(), out, FoldedPipeline::fields);
        writeAll(ended, out, FoldedPipeline::fields);
        writeAll(adoptions, out, LedgerBytes::fields);
    }

    private static byte flag(boolean value) {
        return (byte) (value ? 1 : 0);
    }

    static <T> void writeAll(
            Collection<? extends T> all, CanonicalWriter out, Function<T, CanonicalWriter.Fields> form) {
        out.count(all.size());
        all.forEach(one -> out.fields(form.apply(one)));
    }

    private static CanonicalWriter.Fields fields(Map.Entry<String, QueryMeaning> release) {
        QueryMeaning meaning = release.getValue();
        return out -> out.text(release.getKey())
                .count(meaning.version())
                .text(meaning.cells())
                .text(meaning.keys())
                .count(meaning.keyCount());
    }

    private static CanonicalWriter.Fields fields(SpendingInterval interval) {
        return out -> out.count(interval.life())
                .number(interval.from())
                .number(interval.to())
                .fields(LedgerBytes.fields(interval.share(), interval.failures(), interval.keys()));
    }

    /**
     * Reads a folded form that {@link #writeTo} has written.
     *
     * @throws IllegalArgumentException if the bytes are not those of a folded form
     */
    static FoldedPipeline read(CanonicalReader in) {
        String name = in.text();
        return new FoldedPipeline(
                name,
                ChainTip.read(in),
                new Owner(in.number(), in.text(), readFlag(in)),
                in.number(),
                in.number(),
                readFlag(in) ? ((Ownership) LedgerBytes.readEvent(in)).claim() : null,
                new TreeSet<>(readAll(in, CanonicalReader::text)),
                new TreeSet<>(readAll(in, CanonicalReader::text)),
                readMeanings(in),
                readAll(in, from -> readInterval(name, from)),
                readAll(in, from -> (Adoption) LedgerBytes.readEvent(from)));
    }

    private static boolean readFlag(CanonicalReader in) {
        byte code = in.code();
        CanonicalReader.check(code == 0 || code == 1);
        return code == 1;
    }

    static <T> List<T> readAll(CanonicalReader in, Function<CanonicalReader, T> form) {
        int count = in.count(1);
        List<T> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(form.apply(in));
        }
        return all;
    }

    private static Map<String, QueryMeaning> readMeanings(CanonicalReader in) {
        Map<String, QueryMeaning> meanings = new TreeMap<>();
        readAll(
                in,
                from -> meanings.put(
                        from.text(), new QueryMeaning(from.count(), from.text(), from.text(), from.count())));
        return meanings;
    }

    private static SpendingInterval readInterval(String name, CanonicalReader in) {
        return new SpendingInterval(
                name,
                in.count(),
                in.number(),
                in.number(),
                LedgerBytes.readAmount(in),
                LedgerBytes.readDelta(in),
                LedgerBytes.readDelta(in));
    }
}
