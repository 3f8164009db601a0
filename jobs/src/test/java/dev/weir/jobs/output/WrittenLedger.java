package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.DomainEvent;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Ownership;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.LedgerRow;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A ledger of units per day. One pipeline claims a share at each of its starts, which are a minute apart on 2026-03-02. */
abstract class WrittenLedger {

    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    static final long HOUR = 3_600_000;

    final LedgerReader reader = new LedgerReader("rides", WantedDigests.NOTHING);
    final LedgerJson lines = new LedgerJson();
    LedgerSummary summary = told(pure("1.0"));
    Instant time = NOON;
    String last = "";

    static LedgerSummary told(Budget stated) {
        return new LedgerSummary("rides", stated, (record, millis) -> {});
    }

    static String text(LedgerSummary of, Map<String, Boolean> alive) {
        return LedgerPage.of(of, alive, LedgerKeys.UNKNOWN).text();
    }

    static String json(LedgerSummary of, Map<String, Boolean> alive) {
        return JsonText.of(LedgerPage.of(of, alive, LedgerKeys.UNKNOWN));
    }

    static Budget pure(String epsilon) {
        return new Budget.Pure(new BigDecimal(epsilon));
    }

    static Amount epsilon(String value) {
        return Amount.atMost(Currency.EPSILON, new BigDecimal(value));
    }

    void write(LedgerRecord record) {
        reader.accept(record);
        summary.at(0, time.toEpochMilli());
        summary.accept(LedgerBytes.encode(record));
        last = lines.line(LedgerBytes.encode(record), time.toEpochMilli());
        time = time.plusSeconds(60);
    }

    void decide(DomainEvent event) {
        write(DomainEntry.after(reader.view().tip(), event));
    }

    void declare(Budget budget) {
        decide(new Declaration(PrivacyUnit.USER_PER_DAY, QueryPrice.afford(budget), Delta.ZERO));
    }

    void start(String run, String share, ShareStep... steps) {
        QueryTerms terms = new QueryTerms("trips", new Amount(Currency.EPSILON, Long.MAX_VALUE), Long.MAX_VALUE);
        long today = PrivacyUnit.USER_PER_DAY.period(NOON.toEpochMilli());
        decide(new Ownership(
                "p",
                run,
                reader.view().pipeline("p").tip(),
                Long.MIN_VALUE,
                new Claim(today, epsilon(share), Delta.ZERO, List.of(terms)).with(List.of(steps))));
    }

    /** Writes a batch of one row, about the hour that ends {@code hour} hours after noon. */
    void batch(int hour, long charge) {
        PipelineView pipeline = reader.view().pipeline("p");
        long end = NOON.toEpochMilli() + hour * HOUR;
        byte[] row = LedgerBytes.encode(new LedgerRow(
                LedgerRow.Kind.RELEASED, "rides/trips/1/en/" + end, "trips", "en", end - HOUR, end, charge, new byte[] {
                    '1'
                }));
        BatchDigest digest = new BatchDigest("p", pipeline.tip());
        digest.add(row);
        write(new RowEntry("p", pipeline.tip().sequence() + 1, 0, row));
        String line = last;
        write(new BatchSeal("p", pipeline.owner().number(), digest.close(Span.of(end - HOUR, end))));
        last = line;
    }

    void fourStarts() {
        declare(pure("1"));
        int hour = 1;
        for (String share : List.of("0.4", "0.45", "0.5", "0.45")) {
            start("run-" + hour, share);
            batch(hour++, 100);
        }
        assertThat(summary.broken()).isEmpty();
    }
}
