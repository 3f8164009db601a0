package dev.weir.operators.ledger;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Random;

/** Opens ledgers of a domain at one place, and creates records that continue what is written there. */
public final class LedgerBench implements AutoCloseable {

    /** The default name of the domain. */
    public static final String DOMAIN = "rides";

    private static final long HOUR = 3_600_000;

    private final Ledger.Factory place;
    private final String domain;
    private final Deque<Ledger> opened = new ArrayDeque<>();

    /** Creates a bench of the domain {@value #DOMAIN} at a place. */
    public LedgerBench(Ledger.Factory place) {
        this(place, DOMAIN);
    }

    /** Creates a bench of a domain at a place. */
    public LedgerBench(Ledger.Factory place, String domain) {
        this.place = place;
        this.domain = domain;
    }

    /** Opens a ledger that is closed with the bench. */
    public synchronized Ledger open(String pipeline) throws IOException {
        Ledger ledger = place.open(domain, pipeline);
        opened.push(ledger);
        return ledger;
    }

    /** Opens a ledger that the caller must close. */
    public Ledger openAlone(String pipeline) throws IOException {
        return place.open(domain, pipeline);
    }

    /** Opens a ledger, holds its pipeline's id, and writes an ownership. */
    public Ledger own(String pipeline, String run) throws Exception {
        Ledger ledger = open(pipeline);
        if (!start(ledger, pipeline, run)) {
            throw new IllegalStateException("the ownership was not written");
        }
        return ledger;
    }

    /**
     * Takes both ids, reads, writes an ownership that continues the chain, and releases the domain's id. Returns whether it
     * was written.
     */
    public boolean start(Ledger ledger, String pipeline, String run) throws Exception {
        ledger.takeDomain();
        ledger.takePipeline();
        boolean written = ledger.writeDomain(ownership(ledger, pipeline, run)) == Ledger.Result.WRITTEN;
        ledger.releaseDomain();
        return written;
    }

    /** Returns an ownership that continues what is written, preceded by a declaration if there is none. */
    public List<DomainEntry> ownership(String pipeline, String run) throws Exception {
        try (Ledger reader = openAlone(pipeline)) {
            return ownership(reader, pipeline, run);
        }
    }

    private List<DomainEntry> ownership(Ledger ledger, String pipeline, String run) throws Exception {
        LedgerView view = view(ledger);
        List<DomainEntry> entries = new ArrayList<>();
        Amount one = new Amount(Currency.EPSILON, 1000);
        if (view.declared() == null) {
            entries.add(DomainEntry.after(view.tip(), new Declaration(PrivacyUnit.USER_PER_DAY, one, Delta.ZERO)));
        }
        Amount part = new Amount(Currency.EPSILON, 10);
        QueryTerms query = new QueryTerms("trips-" + pipeline, one, Long.MAX_VALUE);
        Claim claim = new Claim(0, part, Delta.ZERO, List.of(query));
        Ownership event = new Ownership(pipeline, run, view.pipeline(pipeline).tip(), Long.MIN_VALUE, claim);
        entries.add(DomainEntry.after(
                entries.isEmpty() ? view.tip() : entries.get(0).tip(), event));
        return entries;
    }

    /** Returns the records of a batch that continues what is written. */
    public List<LedgerRecord> batch(String pipeline, int rows) throws Exception {
        try (Ledger reader = openAlone(pipeline)) {
            return batch(pipeline, reader, rows);
        }
    }

    /** Returns the records of a batch that continues what a ledger shows. */
    public List<LedgerRecord> batch(String pipeline, Ledger ledger, int rows) throws Exception {
        return batch(view(ledger).pipeline(pipeline), pipeline, rows, 0);
    }

    /** Returns the records of a batch whose rows have at least the given number of bytes. */
    public List<LedgerRecord> longBatch(String pipeline, int rows, int bytes) throws Exception {
        return batch(view().pipeline(pipeline), pipeline, rows, bytes);
    }

    private List<LedgerRecord> batch(PipelineView known, String pipeline, int rows, int bytes) {
        long sequence = known.tip().sequence() + 1;
        BatchDigest digest = new BatchDigest(pipeline, known.tip());
        List<LedgerRecord> records = new ArrayList<>();
        for (int index = 0; index < rows; index++) {
            byte[] row = row(pipeline, sequence, index, bytes);
            digest.add(row);
            records.add(new RowEntry(pipeline, sequence, index, row));
        }
        Batch batch = digest.close(Span.of((sequence - 1) * HOUR, sequence * HOUR));
        records.add(new BatchSeal(pipeline, known.owner().number(), batch));
        return records;
    }

    private byte[] row(String pipeline, long sequence, int index, int bytes) {
        String release = domain + "/trips-" + pipeline + "/1/key-" + index + "/" + sequence * HOUR;
        byte[] line = ("{\"value\":" + index + "}" + incompressible(index, bytes)).getBytes(StandardCharsets.UTF_8);
        return LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.RELEASED,
                release,
                "trips-" + pipeline,
                "key-" + index,
                (sequence - 1) * HOUR,
                sequence * HOUR,
                1,
                line));
    }

    /** A text that LZ4 makes no shorter. */
    private static String incompressible(int seed, int length) {
        byte[] random = new byte[length];
        new Random(seed).nextBytes(random);
        return Base64.getEncoder().encodeToString(random).substring(0, length);
    }

    /** Returns the present view of the ledger. */
    public LedgerView view() throws Exception {
        try (Ledger reader = openAlone("reader")) {
            return view(reader);
        }
    }

    private LedgerView view(Ledger ledger) throws IOException, InterruptedException {
        LedgerReader reader = new LedgerReader(domain, WantedDigests.NOTHING);
        ledger.read(reader);
        return reader.view();
    }

    /** Returns the bytes of all records that a ledger shows. */
    public List<byte[]> records(Ledger ledger) throws IOException, InterruptedException {
        List<byte[]> records = new ArrayList<>();
        ledger.read(LedgerRecords.of(records::add, () -> records.add(new byte[0])));
        return records;
    }

    /** Returns all records that a ledger shows. */
    public List<LedgerRecord> decoded(Ledger ledger) throws IOException, InterruptedException {
        return records(ledger).stream()
                .map(bytes -> LedgerBytes.decode(bytes).orElseThrow())
                .toList();
    }

    /** Returns an iterable of the first {@code count} records, which then throws an {@link IllegalStateException}. */
    static Iterable<LedgerRecord> breakingAfter(List<LedgerRecord> records, int count) {
        return () -> {
            Iterator<LedgerRecord> rows = records.subList(0, count).iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return true;
                }

                @Override
                public LedgerRecord next() {
                    if (!rows.hasNext()) {
                        throw new IllegalStateException("no more rows");
                    }
                    return rows.next();
                }
            };
        };
    }

    @Override
    public void close() throws IOException {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }
}
