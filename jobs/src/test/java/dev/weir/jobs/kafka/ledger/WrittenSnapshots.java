package dev.weir.jobs.kafka.ledger;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Barrier;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.jobs.kafka.client.ClientSettings;
import dev.weir.jobs.kafka.client.LedgerSettings;
import dev.weir.jobs.kafka.ledger.log.LedgerLog;
import dev.weir.jobs.kafka.ledger.log.LedgerTopic;
import dev.weir.jobs.kafka.ledger.log.TopicRole;
import dev.weir.jobs.kafka.ledger.log.TransactionalId;
import dev.weir.operators.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;

/** Writes barriers and snapshots into the ledger of a domain under the domain's id, beside whatever runs. */
public final class WrittenSnapshots {

    private static final int MOST_TRIES = 50;

    private final String domain;
    private final String topic;
    private final LedgerLog log;
    private final TransactionalId id;

    private WrittenSnapshots(String domain, String topic, LedgerLog log) {
        this.domain = domain;
        this.topic = topic;
        this.log = log;
        this.id = new TransactionalId(log.settings(), domain + "/domain", log);
    }

    /** Writes a barrier, runs {@code between}, and writes the snapshot. */
    public static void write(String brokers, String domain, String topic, Runnable between) throws Exception {
        ClientSettings settings = LedgerSettings.of(Map.of("bootstrap.servers", brokers));
        try (Admin admin = settings.admin()) {
            LedgerTopic.Found found = LedgerTopic.requireUsable(admin, topic, TopicRole.LEDGER);
            new WrittenSnapshots(
                            domain, topic, new LedgerLog(settings, admin, new LedgerLog.Topic(topic, found, Set.of())))
                    .write(between);
        }
    }

    /** A barrier that stands within a batch of a running job has no snapshot, so another one is written. */
    private void write(Runnable between) throws Exception {
        id.take();
        Optional<List<LedgerRecord>> snapshot = Optional.empty();
        for (int tries = 0; snapshot.isEmpty() && tries < MOST_TRIES; tries++) {
            ChainTip tip = audit().report().view().tip();
            write(List.of(DomainEntry.after(tip, new Barrier())));
            between.run();
            snapshot = audit().snapshot();
        }
        write(snapshot.orElseThrow());
        id.release();
    }

    private void write(List<? extends LedgerRecord> records) {
        ChainTip newest = ((DomainEntry) records.get(records.size() - 1)).tip();
        RegisteredDomain known = new RegisteredDomain(domain, topic, Set.of(), newest);
        if (id.write(records, List.of(DomainRegister.message(known))) != Ledger.Result.WRITTEN) {
            throw new IllegalStateException("not written");
        }
    }

    private LedgerAudit audit() throws Exception {
        LedgerAudit audit = new LedgerAudit(domain);
        log.read(audit);
        return audit;
    }
}
