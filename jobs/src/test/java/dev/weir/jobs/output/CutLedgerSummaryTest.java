package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests the summary of a ledger whose first records are cut off. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CutLedgerSummaryTest extends WrittenLedger {

    private final List<byte[]> all = new ArrayList<>();

    @Override
    void write(LedgerRecord record) {
        super.write(record);
        all.add(LedgerBytes.encode(record));
    }

    private void snapshot() {
        decide(new Barrier());
        LedgerAudit audit = new LedgerAudit("rides");
        all.forEach(audit::accept);
        audit.snapshot().orElseThrow().forEach(this::write);
    }

    @Test
    void what_was_decided_before_the_cut_is_shown_without_its_entry_and_what_was_spent_as_before() {
        summary = told(pure("1.5"));
        declare(pure("1"));
        start("run-1", "0.5");
        decide(new Raise(PrivacyUnit.USER_PER_DAY.period(NOON.toEpochMilli()) + 2, epsilon("1.5"), Delta.ZERO));
        int cut = all.size();
        snapshot();
        batch(1, 100);
        snapshot();
        start("run-2", "0.6");
        LedgerSummary left = told(pure("1.5"));
        left.cut();
        all.subList(cut, all.size()).forEach(left::accept);
        assertThat(left.broken()).isEmpty();
        assertThat(text(left, Map.of()))
                .contains(
                        "Raised      epsilon 1.5 from 2026-03-04 on (its entry is cut off)\n",
                        "Spent       epsilon 0.6 by p in each period from 2026-03-02 to 2026-03-03; epsilon 0.4 left\n",
                        "run-2 (entry 8)");
        assertThat(json(left, Map.of()))
                .contains("\"cut\":true", "\"raises\":[{\"entry\":null,\"time\":null,\"from\":20516");
        assertThat(spent(json(left, Map.of()))).isEqualTo(spent(json(summary, Map.of())));
        assertThat(json(summary, Map.of())).doesNotContain("\"cut\"");
    }

    private static String spent(String page) {
        return page.substring(page.indexOf("\"spent-is"), page.indexOf("\"pipelines\""));
    }
}
