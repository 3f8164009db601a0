package dev.weir.accountant.journal.audit;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A whole ledger as one reader has read it, for another reader that goes on behind it. It has what every later check asks about the records
 * that were read ({@link FoldedLedger}), and the digests of batches that the first reader was asked for. Its bytes end with a digest of all
 * others, so that damaged bytes are not read.
 *
 * @param ledger the folded records
 * @param records their number
 * @param batchesSinceSnapshot the number of batches since the newest snapshot
 * @param pipeline the pipeline whose digests were wanted
 * @param batches the digests of batches of that pipeline, by number
 */
record HandedLedger(
        FoldedLedger ledger, long records, long batchesSinceSnapshot, String pipeline, Map<Long, ChainHash> batches) {

    private static final byte FORM = 1;

    HandedLedger {
        batches = Map.copyOf(batches);
    }

    /**
     * Whether a reader that goes on from here remembers all that is wanted. A batch behind the folded ones is still to be read, and the digest
     * of the last folded one is known.
     */
    boolean serves(WantedDigests wanted) {
        long folded = ledger.pipelines().stream()
                .filter(one -> one.name().equals(wanted.pipeline()))
                .mapToLong(one -> one.tip().sequence())
                .findFirst()
                .orElse(0);
        return wanted.batches().stream()
                .allMatch(
                        batch -> batch >= folded || (pipeline.equals(wanted.pipeline()) && batches.containsKey(batch)));
    }

    byte[] bytes() {
        CanonicalWriter out = new CanonicalWriter()
                .code(FORM)
                .block(ledger.bytes())
                .number(records)
                .number(batchesSinceSnapshot)
                .text(pipeline);
        FoldedPipeline.writeAll(
                new TreeMap<>(batches).entrySet(), out, batch -> new ChainTip(batch.getKey(), batch.getValue()));
        byte[] content = out.bytes();
        return new CanonicalWriter()
                .raw(content)
                .raw(ChainHash.digest(content).bytes())
                .bytes();
    }

    /**
     * Reads the bytes; empty if they are not whole, or of another build. The method never throws.
     *
     * @param bytes the bytes, any
     */
    static Optional<HandedLedger> of(byte[] bytes) {
        int length = bytes.length - ChainHash.BYTES;
        if (length < 0) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOf(bytes, length);
        byte[] digest = Arrays.copyOfRange(bytes, length, bytes.length);
        return Arrays.equals(digest, ChainHash.digest(content).bytes()) ? read(content) : Optional.empty();
    }

    private static Optional<HandedLedger> read(byte[] content) {
        try {
            CanonicalReader in = new CanonicalReader(content);
            in.expect(FORM);
            FoldedLedger ledger = FoldedLedger.of(in.block()).orElseThrow(CanonicalReader.Malformed::new);
            HandedLedger read = new HandedLedger(ledger, in.number(), in.number(), in.text(), readBatches(in));
            in.end();
            return Optional.of(read);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static Map<Long, ChainHash> readBatches(CanonicalReader in) {
        Map<Long, ChainHash> batches = new HashMap<>();
        FoldedPipeline.readAll(in, ChainTip::read).forEach(tip -> batches.put(tip.sequence(), tip.hash()));
        return batches;
    }
}
