package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.privacy.Require;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * One record of a domain's ledger.
 *
 * <p>Domain entries are written under the domain's own transactional id and form one hash chain. Other records are
 * written under the id of their pipeline, and each pipeline has its own chain of batches. Records of several pipelines
 * may interleave; the records of one transaction keep their order.
 */
public sealed interface LedgerRecord {

    /**
     * A decision about the domain as an entry of its chain.
     *
     * @param tip the entry's number in the domain's chain, and the digest of the previous tip and the event
     * @param event the decision
     */
    record DomainEntry(ChainTip tip, DomainEvent event) implements LedgerRecord {

        /**
         * Creates the entry that follows {@code previous} in the domain's chain.
         *
         * @param previous the tip of the domain's chain
         * @param event the decision
         */
        public static DomainEntry after(ChainTip previous, DomainEvent event) {
            CanonicalWriter out = new CanonicalWriter()
                    .code(CanonicalForm.VERSION)
                    .code(CanonicalForm.DOMAIN_ENTRY)
                    .fields(previous);
            DomainEventBytes.write(event, out);
            return new DomainEntry(new ChainTip(previous.sequence() + 1, ChainHash.digest(out.bytes())), event);
        }

        /**
         * Creates the entries of consecutive events that follow {@code previous} in the domain's chain.
         *
         * @param previous the tip of the domain's chain
         * @param events the decisions in their order
         */
        public static List<DomainEntry> after(ChainTip previous, List<DomainEvent> events) {
            List<DomainEntry> entries = new ArrayList<>();
            ChainTip tip = previous;
            for (DomainEvent event : events) {
                DomainEntry entry = after(tip, event);
                entries.add(entry);
                tip = entry.tip();
            }
            return List.copyOf(entries);
        }
    }

    /**
     * One row of a batch whose {@link BatchSeal} follows in the same transaction.
     *
     * @param pipeline the name of the batch's pipeline
     * @param sequence the batch's number
     * @param index the index of the row in the batch, from 0 on
     * @param row the canonical bytes of a {@link LedgerRow}
     */
    record RowEntry(String pipeline, long sequence, int index, byte[] row) implements LedgerRecord {

        /**
         * Reads the length of an entry, and skips the entry. What it holds is checked as where it is read, and not kept.
         *
         * @param in the reader of the bytes
         * @throws CanonicalReader.Malformed if there is no entry of that length
         */
        public static void skip(CanonicalReader in) {
            int length = in.count();
            int rest = in.left() - length;
            in.expect(CanonicalForm.VERSION);
            in.expect(CanonicalForm.ROW_ENTRY);
            in.text();
            in.number();
            in.count();
            in.skipBlock();
            CanonicalReader.check(in.left() == rest);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof RowEntry entry
                    && pipeline.equals(entry.pipeline)
                    && sequence == entry.sequence
                    && index == entry.index
                    && Arrays.equals(row, entry.row);
        }

        @Override
        public int hashCode() {
            return Objects.hash(pipeline, sequence, index, Arrays.hashCode(row));
        }

        /** Names the row, without its value. */
        @Override
        public String toString() {
            return pipeline + " " + sequence + "." + index;
        }
    }

    /**
     * The end of a batch. The rows of the batch are the last {@link Batch#rows} row entries of its pipeline before this
     * record.
     *
     * @param pipeline the name of the batch's pipeline
     * @param owner the number, in the domain's chain, of the ownership under which the batch was written
     * @param batch the batch
     */
    record BatchSeal(String pipeline, long owner, Batch batch) implements LedgerRecord {}

    /**
     * The statement of a pipeline's owner that it writes nothing more. The owner's claim ends with its last batch.
     *
     * @param pipeline the name of the pipeline
     * @param owner the number, in the domain's chain, of the ownership that ends
     * @param last the tip of the pipeline's chain
     */
    record Retirement(String pipeline, long owner, ChainTip last) implements LedgerRecord {}

    /**
     * A statement of the tip of a pipeline's chain. The owner of the pipeline writes it after it has seen an unreadable
     * record, so that readers know that the unreadable record is not a missing batch of the pipeline. The fields have
     * another order than those of a {@link Retirement}, so that damage to a single byte cannot turn a confirmation into
     * a retirement, which would end a claim.
     *
     * @param last the tip of the pipeline's chain
     * @param pipeline the name of the pipeline
     * @param owner the number of the ownership in the domain's chain
     * @param number a number that increases with every confirmation under one ownership, from 1 on, so that a copy of
     *     an earlier confirmation shows nothing
     */
    record Confirmation(ChainTip last, String pipeline, long owner, long number) implements LedgerRecord {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code number} is out of range */
        public Confirmation {
            Require.atLeast("number", number, 1);
        }
    }

    /**
     * A part of the bytes of a snapshot, behind its entry in the same transaction. No chain covers a part: the entry names its digest.
     *
     * @param entry the number of the snapshot's entry in the domain's chain
     * @param index the index of the part, from 0 on, over all contents
     * @param content what the bytes are of
     * @param bytes the bytes, which the parts of the same content before this one begin
     */
    record SnapshotPart(long entry, int index, Content content, byte[] bytes) implements LedgerRecord {

        /** The largest number of bytes of a part, which is well below what any topic of a ledger takes. */
        public static final int MOST_BYTES = 1 << 16;

        /** The largest number of parts of a snapshot, which bounds its bytes. */
        public static final int MOST_PARTS = 512;

        /** @throws dev.weir.accountant.privacy.InvalidParameter if a number is out of range, or there are too many bytes */
        public SnapshotPart {
            Require.atLeast("entry", entry, 1);
            Require.atLeast("index", index, 0);
            Require.atLeast("bytes left", (long) MOST_BYTES - bytes.length, 0);
        }

        /** The two halves of a snapshot. A start needs the first alone. */
        public enum Content {
            /** The owners, claims, closed periods and tips of all chains. */
            LEDGER,
            /** The sums of charges, by key and period. */
            CHARGES
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof SnapshotPart part
                    && entry == part.entry
                    && index == part.index
                    && content == part.content
                    && Arrays.equals(bytes, part.bytes);
        }

        @Override
        public int hashCode() {
            return Objects.hash(entry, index, content, Arrays.hashCode(bytes));
        }

        /** Names the part, without its bytes. */
        @Override
        public String toString() {
            return "snapshot " + entry + "." + index;
        }
    }
}
