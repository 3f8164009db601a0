package dev.weir.benchmarks;

import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.topology.ReleaseTopology;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Weir's job from one topic to another, with the same rows as a live job. The cost of the ledger is the difference between a
 * run with it and one without.
 *
 * @param broker the broker that has the topics
 * @param hasLedger whether every batch is first written to a ledger in its own topic
 * @param every the number of batches after which a snapshot of the ledger is written; 0 for no snapshots
 */
record Published(EmbeddedBroker broker, boolean hasLedger, long every) {

    private static final String RELEASED = "released";
    private static final String WITHHELD = "withheld";

    /** Creates a job that writes as many snapshots as a live job, if it has a ledger. */
    Published(EmbeddedBroker broker, boolean hasLedger) {
        this(broker, hasLedger, KafkaLedger.BATCHES_A_SNAPSHOT);
    }

    /** Makes the topics of rows. */
    static void createTopics(EmbeddedBroker broker) throws IOException, InterruptedException {
        broker.createTopic(RELEASED, 1, Map.of());
        broker.createTopic(WITHHELD, 1, Map.of());
    }

    /** Adds the job. Every run has its own domain, because the ledger of a domain refuses a second start without state. */
    void attach(StreamExecutionEnvironment env, Load load) {
        DataStream<Event> events = Sources.fromKafka(env, broker);
        Plan plan = Jobs.plan("benchmark-" + UUID.randomUUID(), Jobs.query("q", load.keys(), Jobs.WINDOW, Bounds.NONE));
        KafkaReleaseSink.Factory topics = new KafkaReleaseSink.Factory(
                broker.address(), Map.of(), new KafkaReleaseSink.Topics(RELEASED, WITHHELD));
        LedgerAccess access = hasLedger ? ledger(plan) : LedgerAccess.none(plan.domain());
        ReleaseTopology.Ports ports = ReleaseTopology.Ports.of(topics, CounterSink.NONE, access);
        Jobs.publish(events, Jobs.chain(load, plan), new JsonRows(plan), ports);
    }

    private LedgerAccess ledger(Plan plan) {
        Map<String, String> client = Map.of("bootstrap.servers", broker.address());
        Ledger.Factory place = KafkaLedger.of(client, plan.domain() + "-ledger");
        return LedgerAccess.ofOnly(new SnapshotEvery(place, every), plan.domain());
    }
}
