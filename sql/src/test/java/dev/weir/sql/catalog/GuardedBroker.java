package dev.weir.sql.catalog;

import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A broker at which a reader has the rights that a reader should have: to read the topics of releases, and to write a topic of its own. The
 * owner may do everything.
 */
final class GuardedBroker implements AutoCloseable {

    static final String RELEASED = "rides-released";
    static final String OWN = "busiest";

    private static final String LOGIN = "org.apache.kafka.common.security.plain.PlainLoginModule required ";
    /** The topic of flat rows. */
    static final String FLAT = "rides-flat";

    private static final String LISTENER = "listener.name.plaintext.plain.sasl.jaas.config";

    private final EmbeddedBroker broker;

    private GuardedBroker(EmbeddedBroker broker) {
        this.broker = broker;
    }

    static GuardedBroker start() throws IOException, InterruptedException, ExecutionException {
        Map<String, String> settings = new HashMap<>();
        settings.put("listener.security.protocol.map", "PLAINTEXT:SASL_PLAINTEXT,CONTROLLER:PLAINTEXT");
        settings.put("inter.broker.listener.name", "PLAINTEXT");
        settings.put("sasl.enabled.mechanisms", "PLAIN");
        settings.put("sasl.mechanism.inter.broker.protocol", "PLAIN");
        settings.put(
                LISTENER,
                login("owner")
                        .replace(
                                ";",
                                " user_owner=\"" + secret("owner") + "\" user_reader=\"" + secret("reader") + "\";"));
        settings.put("authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
        settings.put("super.users", "User:owner;User:ANONYMOUS");
        GuardedBroker started = new GuardedBroker(EmbeddedBroker.start(settings));
        started.prepare();
        return started;
    }

    private void prepare() throws InterruptedException, ExecutionException {
        try (Admin admin = Admin.create(properties("owner"))) {
            Map<String, String> stamped = Map.of("message.timestamp.type", "LogAppendTime");
            admin.createTopics(Stream.of("rides", RELEASED, RELEASED + "-withheld", OWN, FLAT)
                            .map(topic -> new NewTopic(topic, Optional.of(1), Optional.empty())
                                    .configs(topic.equals("rides") ? stamped : Map.of()))
                            .toList())
                    .all()
                    .get();
            admin.createAcls(List.of(
                            mayOf(RELEASED, AclOperation.READ),
                            mayOf(RELEASED + "-withheld", AclOperation.READ),
                            mayOf(FLAT, AclOperation.READ),
                            mayOf(OWN, AclOperation.WRITE)))
                    .all()
                    .get();
        }
    }

    private static AclBinding mayOf(String topic, AclOperation operation) {
        return new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
                new AccessControlEntry("User:reader", "*", operation, AclPermissionType.ALLOW));
    }

    String address() {
        return broker.address();
    }

    /** The client properties of a user. */
    Map<String, Object> properties(String user) {
        return new HashMap<>(Map.of(
                "bootstrap.servers",
                address(),
                "security.protocol",
                "SASL_PLAINTEXT",
                "sasl.mechanism",
                "PLAIN",
                "sasl.jaas.config",
                login(user)));
    }

    private static String login(String user) {
        return LOGIN + "username=\"" + user + "\" password=\"" + secret(user) + "\";";
    }

    /** The password of a user. */
    static String secret(String user) {
        return "secret-of-" + user;
    }

    /** The client properties of a user but the address, as the text of a file. */
    String file(String user) {
        return properties(user).entrySet().stream()
                .filter(property -> !property.getKey().equals("bootstrap.servers"))
                .map(property -> property.getKey() + "=" + property.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** The client properties of a user as options of a table or catalog. */
    String options(String user) {
        return properties(user).entrySet().stream()
                .map(property -> "'properties." + property.getKey() + "' = '" + property.getValue() + "'")
                .collect(Collectors.joining(", "));
    }

    void send(String topic, String value) throws InterruptedException, ExecutionException {
        send(topic, null, value);
    }

    void send(String topic, @Nullable String key, String value) throws InterruptedException, ExecutionException {
        StringSerializer text = new StringSerializer();
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(properties("owner"), text, text)) {
            producer.send(new ProducerRecord<>(topic, 0, key, value)).get();
        }
    }

    /** Reads all messages of a topic, until there are enough of them. */
    List<String> read(String topic, int enough) {
        StringDeserializer text = new StringDeserializer();
        List<String> values = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(properties("owner"), text, text)) {
            List<TopicPartition> partition = List.of(new TopicPartition(topic, 0));
            consumer.assign(partition);
            consumer.seekToBeginning(partition);
            long deadline = System.nanoTime() + Duration.ofMinutes(8).toNanos();
            while (values.size() < enough || hasMore(consumer, partition.get(0))) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException(values.size() + " messages in topic " + topic + " after 8 minutes");
                }
                consumer.poll(Duration.ofMillis(200)).forEach(message -> values.add(message.value()));
            }
        }
        return values;
    }

    private static boolean hasMore(KafkaConsumer<?, ?> consumer, TopicPartition partition) {
        return consumer.position(partition)
                < consumer.endOffsets(List.of(partition)).values().iterator().next();
    }

    @Override
    public void close() {
        broker.close();
    }
}
