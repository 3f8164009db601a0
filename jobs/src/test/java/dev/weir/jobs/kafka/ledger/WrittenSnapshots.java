package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.operators.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes barriers and snapshots into the ledger of a domain under the domain's id, beside whatever runs. */
public final class WrittenSnapshots {

    private static final int MOST_TRIES = 50;

    private WrittenSnapshots() {}

    /** Writes a barrier and its snapshot. A barrier that stands within a batch of a running job has none, so another one is written. */
    public static void write(String brokers, String domain, String topic) throws Exception {
        try (Ledger ledger =
                KafkaLedger.of(Map.of("bootstrap.servers", brokers), topic).open(domain, "snapshots")) {
            ledger.takeDomain();
            Optional<List<LedgerRecord>> snapshot = Optional.empty();
            for (int tries = 0; snapshot.isEmpty() && tries < MOST_TRIES; tries++) {
                DomainEntry barrier = DomainEntry.after(audit(ledger, domain).tip(), new Barrier());
                require(ledger.writeDomain(List.of(barrier)));
                snapshot = audit(ledger, domain).snapshot();
            }
            require(ledger.writeSnapshot(snapshot.orElseThrow()));
            ledger.releaseDomain();
        }
    }

    private static void require(Ledger.Result result) {
        if (result != Ledger.Result.WRITTEN) {
            throw new IllegalStateException("not written");
        }
    }

    private static LedgerAudit audit(Ledger ledger, String domain) throws Exception {
        LedgerAudit audit = new LedgerAudit(domain);
        ledger.read(audit);
        return audit;
    }
}
