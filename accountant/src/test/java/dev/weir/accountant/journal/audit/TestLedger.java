package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.Retirement;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A ledger of the domain {@value #DOMAIN} that a test writes record by record, with hourly windows and units per day. */
public final class TestLedger {

    /** The name of the domain. */
    public static final String DOMAIN = "rides";

    /** An hour in milliseconds. */
    public static final long HOUR = 3_600_000;

    /** The records so far. */
    public final List<LedgerRecord> records = new ArrayList<>();

    /** Returns {@code epsilon} thousandths of &epsilon; as an amount. */
    public static Amount milli(long epsilon) {
        return new Amount(Currency.EPSILON, epsilon * 1_000_000_000_000L);
    }

    /** Returns a budget per user and day, in thousandths of &epsilon;. */
    public static Declaration declaration(long budget) {
        return new Declaration(PrivacyUnit.USER_PER_DAY, milli(budget), Delta.ZERO);
    }

    /** Returns a claim from a day on, with one query, whose keys may be charged 5 &epsilon; a day. */
    public static Claim claim(long from, long share, String query) {
        return new Claim(from, milli(share), Delta.ZERO, List.of(new QueryTerms(query, milli(5000), 24 * HOUR)));
    }

    /** Writes an event under the domain's id. */
    public TestLedger decide(DomainEvent event) {
        records.add(DomainEntry.after(view().tip(), event));
        return this;
    }

    /** Makes a run the owner of a pipeline. */
    public TestLedger own(String pipeline, String run, Claim claim) {
        return decide(new Ownership(pipeline, run, tip(pipeline), Long.MIN_VALUE, claim));
    }

    /** Retires the owner of a pipeline. */
    public TestLedger retire(String pipeline) {
        PipelineView view = view().pipeline(pipeline);
        records.add(new Retirement(pipeline, view.owner().number(), view.tip()));
        return this;
    }

    /** Confirms, for the owner of a pipeline, how far its chain has come. */
    public TestLedger confirm(String pipeline) {
        PipelineView view = view().pipeline(pipeline);
        long owner = view.owner().number();
        records.add(new Confirmation(view.tip(), pipeline, owner, 1 + confirmations(owner)));
        return this;
    }

    private long confirmations(long owner) {
        return records.stream()
                .filter(record -> record instanceof Confirmation before && before.owner() == owner)
                .count();
    }

    /** Writes a batch of a pipeline, with one row for each key, all of the window that ends at an hour. */
    public TestLedger batch(String pipeline, String query, long hour, String... keys) {
        List<byte[]> rows = new ArrayList<>();
        for (String key : keys) {
            rows.add(row(query, key, hour, 100));
        }
        return batch(pipeline, hour, rows);
    }

    /** Writes a batch of a pipeline that says that a window is closed, without a row of a key. */
    public TestLedger silence(String pipeline, String query, long hour) {
        return batch(
                pipeline,
                hour,
                List.of(LedgerBytes.encode(new LedgerRow(
                        LedgerRow.Kind.CLOSED,
                        DOMAIN + "/" + query + "/1//" + hour * HOUR,
                        query,
                        "",
                        (hour - 1) * HOUR,
                        hour * HOUR,
                        0,
                        new byte[0]))));
    }

    private TestLedger batch(String pipeline, long hour, List<byte[]> rows) {
        Batch batch = digest(pipeline, tip(pipeline), hour, rows);
        for (byte[] row : rows) {
            records.add(new RowEntry(
                    pipeline, batch.sequence(), records.isEmpty() ? 0 : index(batch.sequence(), pipeline), row));
        }
        records.add(new BatchSeal(pipeline, view().pipeline(pipeline).owner().number(), batch));
        return this;
    }

    private int index(long sequence, String pipeline) {
        return (int) records.stream()
                .filter(record -> record instanceof RowEntry row
                        && row.sequence() == sequence
                        && row.pipeline().equals(pipeline))
                .count();
    }

    /** Returns the batch of rows of the window that ends at an hour. */
    public static Batch digest(String pipeline, ChainTip previous, long hour, List<byte[]> rows) {
        BatchDigest digest = new BatchDigest(pipeline, previous);
        rows.forEach(digest::add);
        return digest.close(Span.of((hour - 1) * HOUR, hour * HOUR));
    }

    /** Returns the bytes of a row, whose charge is in thousandths of &epsilon;. */
    public static byte[] row(String query, String key, long hour, long charge) {
        return LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.RELEASED,
                DOMAIN + "/" + query + "/1/" + key + "/" + hour * HOUR,
                query,
                key,
                (hour - 1) * HOUR,
                hour * HOUR,
                milli(charge).femto(),
                ("{\"value\":" + hour + "}").getBytes(StandardCharsets.UTF_8)));
    }

    /** Writes the snapshot of the latest barrier, if there can be one. */
    public TestLedger snapshot() {
        LedgerReader reader = new LedgerReader(DOMAIN, WantedDigests.NOTHING);
        ChargeAudit charges = new ChargeAudit();
        FoldedCharges before = FoldedCharges.of(charges);
        for (LedgerRecord record : records) {
            reader.accept(record);
            charges.accept(record);
            boolean isBarrier = record instanceof DomainEntry entry && entry.event() instanceof Barrier;
            before = isBarrier ? FoldedCharges.of(charges) : before;
        }
        byte[] sums = before.bytes();
        ChainTip last = reader.view().tip();
        reader.barrier()
                .map(barrier -> SnapshotParts.records(
                        last, barrier.number(), barrier.folded().bytes(), sums))
                .ifPresent(records::addAll);
        return this;
    }

    /** Returns the tip of a pipeline's chain. */
    public ChainTip tip(String pipeline) {
        return view().pipeline(pipeline).tip();
    }

    /** Returns a reader's view of the ledger. */
    public LedgerView view() {
        return view(WantedDigests.NOTHING);
    }

    /** Returns a reader's view of the ledger for a state that looks for these digests. */
    public LedgerView view(WantedDigests wanted) {
        LedgerReader reader = new LedgerReader(DOMAIN, wanted);
        records.forEach(reader::accept);
        return reader.view();
    }

    /** Returns the bytes of all records. */
    public List<byte[]> bytes() {
        return new ArrayList<>(records.stream().map(LedgerBytes::encode).toList());
    }
}
