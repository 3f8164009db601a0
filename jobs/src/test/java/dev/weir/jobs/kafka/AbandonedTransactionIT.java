package dev.weir.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** What becomes of a transaction that a process has left open when it was killed; the brokers would end it after ten minutes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(180)
class AbandonedTransactionIT {

    private final String topic = "ledger-" + UUID.randomUUID();
    private final EmbeddedBroker broker;

    AbandonedTransactionIT(EmbeddedBroker broker) {
        this.broker = broker;
    }

    private Ledger.Factory place() {
        return new LedgerTopics(broker.address()).ownDomain(topic, Map.of());
    }

    private Admin admin() {
        return Admin.create(Map.of("bootstrap.servers", broker.address()));
    }

    @Test
    void what_an_owner_that_shows_no_life_has_left_open_ends_at_the_next_start_of_its_pipeline() throws Exception {
        try (LedgerBench bench = new LedgerBench(place());
                Admin admin = admin()) {
            bench.own("p", "run");
            String id = OwnerLiveness.name(LedgerBench.DOMAIN + "-of-" + topic, "p");
            new OffsetSign(admin, id, new TopicPartition(topic, 0)).write("2 killed 1");
            Transaction.begin(broker.address(), topic, id).send("left open");
            Ledger other = bench.open("q");
            CompletableFuture<List<byte[]>> reading = CompletableFuture.supplyAsync(() -> records(bench, other));
            assertThat(bench.records(bench.open("p"))).hasSize(2);
            assertThat(reading.get(30, TimeUnit.SECONDS)).hasSize(2);
        }
    }

    private static List<byte[]> records(LedgerBench bench, Ledger reader) {
        try {
            return bench.records(reader);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void a_transaction_is_ended_for_its_holder_alone_and_the_id_taken_from_nobody() throws Exception {
        place().open(LedgerBench.DOMAIN, "p").close();
        String id = OwnerLiveness.name(LedgerBench.DOMAIN, topic);
        ClientSettings settings = LedgerSettings.of(Map.of("bootstrap.servers", broker.address()));
        try (Admin admin = admin()) {
            PipelineTransaction known = new PipelineTransaction(admin, LedgerSettings.ofWriter(settings, id), id);
            assertThat(known.open()).as("of an id that nobody has taken").isEmpty();
            Transaction.begin(broker.address(), topic, id).send("left open");
            AbandonedTransaction.Open first = known.open().orElseThrow();
            try (Transaction next = Transaction.begin(broker.address(), topic, id)) {
                next.send("of whoever has taken the id");
                known.abort(first);
                AbandonedTransaction.Open second = known.open().orElseThrow();
                assertThat(second.epoch()).isGreaterThan(first.epoch());
                next.commitAndBegin();
                next.send("and goes on");
                known.abort(known.open().orElseThrow());
                assertThat(known.open()).isEmpty();
            }
        }
    }
}
