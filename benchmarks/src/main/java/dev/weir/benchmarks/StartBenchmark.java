package dev.weir.benchmarks;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.ChainOrigin;
import dev.weir.accountant.journal.chain.ChainTip;
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
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerReadings;
import dev.weir.operators.publish.commit.SnapshotWork;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Times what a start reads of a ledger in a topic, with snapshots and without, and the writing of the snapshots. A batch has one row for each
 * key, of one window of a minute; key accounts have days. The heap is what is in use after collections, beyond what was in use before.
 */
@Command(
        name = "starts",
        description = "Times the readings of a start, with snapshots and without; the last line is one JSON object.",
        mixinStandardHelpOptions = true)
final class StartBenchmark implements Callable<Integer> {

    private static final String DOMAIN = "starts";
    private static final String PIPELINE = "minutes";
    private static final long MINUTE = 60_000;
    private static final long DAY = 1440 * MINUTE;

    @Option(names = "--rows", description = "in the ledger (default: ${DEFAULT-VALUE})")
    private long rows = 300_000;

    @Option(names = "--keys", description = "rows of a batch (default: ${DEFAULT-VALUE})")
    private int keys = 1000;

    @Option(names = "--every", description = "batches of a snapshot (default: ${DEFAULT-VALUE})")
    private long every = 100;

    @Option(names = "--tail", description = "rows behind the newest snapshot, at least (default: ${DEFAULT-VALUE})")
    private long tail = 20_000;

    @Option(names = "--rounds", description = "that count (default: ${DEFAULT-VALUE})")
    private int rounds = 3;

    private ChainTip tip = ChainOrigin.ofPipeline(DOMAIN, PIPELINE);
    private long owner;
    private double batchSeconds;
    private double snapshotSeconds;
    private int snapshots;

    /** A reading to be timed. */
    private interface Reading {
        LedgerView of(Ledger ledger) throws Exception;
    }

    @Override
    public Integer call() throws Exception {
        try (SeparateBroker broker = SeparateBroker.start()) {
            Ledger.Factory place = KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), "starts-ledger");
            fill(place);
            HeapWatch heap = HeapWatch.start();
            String from = measured(place, heap, StartBenchmark::start);
            String whole = measured(place, heap, StartBenchmark::whole);
            System.out.printf(
                    Locale.ROOT,
                    "{\"rows\":%d,\"snapshots\":%d,\"writing batches s\":%.1f,\"writing snapshots s\":%.1f,"
                            + "\"with snapshots\":%s,\"without\":%s}%n",
                    rows,
                    snapshots,
                    batchSeconds,
                    snapshotSeconds,
                    from,
                    whole);
        }
        return 0;
    }

    private void fill(Ledger.Factory place) throws Exception {
        try (Ledger ledger = place.open(DOMAIN, PIPELINE);
                Ledger own = place.open(DOMAIN, PIPELINE)) {
            begin(ledger);
            for (long written = 0; written < rows; written += keys) {
                long began = System.nanoTime();
                require(ledger.writePipeline(batch()));
                batchSeconds += seconds(began);
                if (tip.sequence() % every == 0 && rows - written > tail) {
                    began = System.nanoTime();
                    snapshots += SnapshotWork.write(own, DOMAIN, every) ? 1 : 0;
                    snapshotSeconds += seconds(began);
                }
            }
        }
    }

    private void begin(Ledger ledger) throws Exception {
        ledger.takeDomain();
        ledger.takePipeline();
        LedgerReader reader = new LedgerReader(DOMAIN, WantedDigests.NOTHING);
        ledger.read(reader);
        LedgerView view = reader.view();
        tip = view.pipeline(PIPELINE).tip();
        Amount budget = new Amount(Currency.EPSILON, Long.MAX_VALUE / 4);
        DomainEntry declared =
                DomainEntry.after(view.tip(), new Declaration(PrivacyUnit.USER_PER_DAY, budget, Delta.ZERO));
        Claim claim = new Claim(0, budget, Delta.ZERO, List.of(new QueryTerms("q", budget, DAY)));
        DomainEntry owned =
                DomainEntry.after(declared.tip(), new Ownership(PIPELINE, "run", tip, Long.MIN_VALUE, claim));
        owner = owned.tip().sequence();
        require(ledger.writeDomain(List.of(declared, owned)));
        ledger.releaseDomain();
    }

    private static void require(Ledger.Result result) {
        if (result != Ledger.Result.WRITTEN) {
            throw new IllegalStateException("the ledger was not written: " + result);
        }
    }

    private List<LedgerRecord> batch() {
        long sequence = tip.sequence() + 1;
        BatchDigest digest = new BatchDigest(PIPELINE, tip);
        List<LedgerRecord> records = new ArrayList<>();
        for (int key = 0; key < keys; key++) {
            byte[] row = row("key-" + key, sequence * MINUTE);
            digest.add(row);
            records.add(new RowEntry(PIPELINE, sequence, key, row));
        }
        var batch = digest.close(Span.of((sequence - 1) * MINUTE, sequence * MINUTE));
        records.add(new BatchSeal(PIPELINE, owner, batch));
        tip = batch.tip();
        return records;
    }

    private static byte[] row(String key, long end) {
        return LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.RELEASED,
                DOMAIN + "/q/1/" + key + "/" + end,
                "q",
                key,
                end - MINUTE,
                end,
                1,
                ("{\"query\":\"q\",\"key\":\"" + key + "\",\"value\":" + end + "}").getBytes(StandardCharsets.UTF_8)));
    }

    /** The three readings of a start. */
    private static LedgerView start(Ledger ledger) throws Exception {
        LedgerReadings readings = new LedgerReadings(ledger, DOMAIN);
        WantedDigests wanted = new WantedDigests(PIPELINE, Set.of(), 2);
        readings.read(wanted);
        readings.read(wanted);
        return readings.read(wanted);
    }

    private static LedgerView whole(Ledger ledger) throws Exception {
        LedgerReader reader = new LedgerReader(DOMAIN, new WantedDigests(PIPELINE, Set.of(), 2));
        ledger.read(reader);
        return reader.view();
    }

    /** Returns the median time, and the maximum of the heap, of some readings after one that does not count. */
    private String measured(Ledger.Factory place, HeapWatch heap, Reading reading) throws Exception {
        List<Double> times = new ArrayList<>();
        System.gc();
        long before = heap.take();
        for (int round = 0; round <= rounds; round++) {
            long began = System.nanoTime();
            try (Ledger ledger = place.open(DOMAIN, PIPELINE)) {
                requireRead(reading.of(ledger));
            }
            times.add(seconds(began));
        }
        double median =
                times.subList(1, times.size()).stream().sorted().toList().get(rounds / 2);
        return String.format(
                Locale.ROOT, "{\"s\":%.2f,\"heap MB\":%d}", median, Math.max(0, heap.take() - before) >> 20);
    }

    private void requireRead(LedgerView view) {
        if (!view.pipeline(PIPELINE).tip().equals(tip) || view.broken().isPresent()) {
            throw new IllegalStateException("the ledger must be whole, was " + view.broken());
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
