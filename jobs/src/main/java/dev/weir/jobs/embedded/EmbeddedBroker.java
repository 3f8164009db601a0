package dev.weir.jobs.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.utils.Time;

/**
 * A Kafka broker in this process, for {@code replay}, {@code demo} and tests. It is one node in KRaft mode that listens
 * on the loopback address only. It keeps its log in a temporary directory, which it deletes on close.
 *
 * <p>Records keep their producer's timestamp, however old or new, and are never deleted by age.
 */
public final class EmbeddedBroker implements AutoCloseable {

    private static final long KNOWN_MILLIS = 10;
    private static final int FIRST_PORT = 20_000;
    private static final int PORTS = 12_000;
    private static final int PORT_STRIDE = 61;
    private static final AtomicInteger LOOKS = new AtomicInteger();

    /** The largest message that the broker accepts, in bytes: well above any sensible limit on the size of a record. */
    public static final int MESSAGE_BYTES = BrokerSettings.MESSAGE_BYTES;

    private final TemporaryFolder folder;
    private final KafkaRaftServer server;
    private final String address;
    private final TopicContents contents;

    private EmbeddedBroker(TemporaryFolder folder, KafkaRaftServer server, String address) {
        this.folder = folder;
        this.server = server;
        this.address = address;
        this.contents = new TopicContents(address);
        folder.usedBy(this::stop);
    }

    /** Starts a broker on a free port, and returns when the broker accepts requests. */
    public static EmbeddedBroker start() throws IOException {
        return start(Map.of());
    }

    /**
     * Starts a broker on a free port, and returns when the broker accepts requests.
     *
     * @param further settings of the broker by their Kafka names; they override the settings of this class
     */
    public static EmbeddedBroker start(Map<String, String> further) throws IOException {
        int[] ports = freePorts();
        return start(ports[0], ports[1], further);
    }

    /**
     * Returns two free ports below the range that systems give to outgoing connections. An outgoing connection could
     * take a port of that range after this check and before the broker binds it, and a broker that cannot bind ends the
     * whole process. Processes start their search at different ports, so that two of them seldom choose the same port.
     */
    private static int[] freePorts() throws IOException {
        int[] ports = new int[2];
        int found = 0;
        for (int tried = 0; found < ports.length; tried++) {
            if (tried == PORTS) {
                throw new IOException("no free port from " + FIRST_PORT + " on");
            }
            int port = FIRST_PORT
                    + (int) ((ProcessHandle.current().pid() * PORT_STRIDE + LOOKS.getAndIncrement()) % PORTS);
            if (isFree(port)) {
                ports[found++] = port;
            }
        }
        return ports;
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static EmbeddedBroker start(int brokerPort, int controllerPort, Map<String, String> further)
            throws IOException {
        TemporaryFolder folder = TemporaryFolder.of("weir-broker");
        Properties properties = BrokerSettings.of(folder.path().resolve("log"), brokerPort, controllerPort);
        properties.putAll(further);
        format(folder.path(), properties);
        KafkaRaftServer server = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        EmbeddedBroker broker = new EmbeddedBroker(folder, server, BrokerSettings.HOST + ":" + brokerPort);
        broker.startOrClose();
        return broker;
    }

    private void startOrClose() {
        try {
            server.startup();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private static void format(Path dir, Properties properties) throws IOException {
        Path file = dir.resolve("server.properties");
        try (OutputStream out = Files.newOutputStream(file)) {
            properties.store(out, null);
        }
        String[] command = {"format", "-t", Uuid.randomUuid().toString(), "-c", file.toString()};
        PrintStream quiet = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        if (StorageTool.execute(command, quiet) != 0) {
            throw new IOException("the embedded broker could not prepare its log in " + dir);
        }
    }

    /** Returns the address to which clients connect, as host:port. */
    public String address() {
        return address;
    }

    /**
     * Creates a topic and returns when the broker knows it.
     *
     * @param topic the name of the topic
     * @param partitions how many partitions it has, at least 1
     * @param config settings of the topic by their Kafka names
     */
    public void createTopic(String topic, int partitions, Map<String, String> config)
            throws IOException, InterruptedException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", address))) {
            NewTopic created = new NewTopic(topic, Optional.of(partitions), Optional.empty()).configs(config);
            admin.createTopics(Set.of(created)).all().get();
            while (!isKnown(admin, topic)) {
                Thread.sleep(KNOWN_MILLIS);
            }
        } catch (ExecutionException e) {
            throw new IOException("the embedded broker could not create topic " + topic, e.getCause());
        }
    }

    /** Whether the broker knows the topic. The broker learns of a new topic a moment after the controller does. */
    private static boolean isKnown(Admin admin, String topic) throws InterruptedException, ExecutionException {
        try {
            admin.describeTopics(Set.of(topic)).allTopicNames().get();
            return true;
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return false;
            }
            throw e;
        }
    }

    /**
     * Reads all messages of a topic, including uncommitted ones, partition by partition in the order of their offsets.
     *
     * @param topic the name of the topic
     * @param reader receives the messages
     */
    public void read(String topic, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        contents.read(topic, reader);
    }

    /** Stops the broker and deletes its log. */
    @Override
    public void close() {
        contents.close();
        stop();
        folder.close();
    }

    private void stop() {
        server.shutdown();
        server.awaitShutdown();
    }
}
