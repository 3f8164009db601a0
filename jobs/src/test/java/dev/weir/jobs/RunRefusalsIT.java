package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerBench;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests what {@code weir run} refuses before it starts anything: one line that names the remedy. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@Timeout(600)
class RunRefusalsIT {

    private final StringWriter said = new StringWriter();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void a_topic_that_its_producers_stamp_is_refused_before_anything_starts(EmbeddedBroker broker) throws Exception {
        broker.createTopic("created", 1, Map.of());
        assertThat(run(broker)).isEqualTo(1);
        assertThat(problems())
                .hasLineCount(1)
                .startsWith("weir: topic created must have message.timestamp.type=LogAppendTime");
        assertNothingStarted();
    }

    @Test
    void brokers_that_cannot_be_reached_give_1_and_one_line() throws Exception {
        assertThat(run("127.0.0.1:1")).isEqualTo(1);
        assertThat(problems()).hasLineCount(1).startsWith("weir: cannot reach the brokers 127.0.0.1:1: start them");
        assertNothingStarted();
    }

    /** A broker that requires SASL closes the connection of a client with another protocol. */
    @Test
    void brokers_that_want_another_protocol_are_told_from_those_that_are_not_there() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread closing = new Thread(() -> closeAll(other));
            closing.setDaemon(true);
            closing.start();
            String address = "127.0.0.1:" + other.getLocalPort();
            assertThat(run(address)).isEqualTo(1);
            assertThat(problems())
                    .hasLineCount(1)
                    .startsWith("weir: the brokers " + address
                            + " take connections and close them without an answer: where they want SASL or TLS")
                    .contains("sasl.jaas.config", "source.kafka.properties-file");
            assertNothingStarted();
        }
    }

    /** The server here accepts connections and never answers: a client cannot distinguish it from busy brokers. */
    @Test
    void brokers_that_do_not_answer_are_not_called_ones_that_want_another_protocol() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            assertThat(run(address)).isEqualTo(1);
            assertThat(problems())
                    .isEqualTo(
                            "weir: the brokers " + address + " take connections and did not answer in time: if they are"
                                    + " busy or have just been started, try again");
        }
    }

    @Test
    void a_start_that_the_ledger_refuses_makes_no_topic(EmbeddedBroker broker) throws Exception {
        broker.createTopic("unmade", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        Ledger.Factory place = KafkaLedger.of(Map.of("bootstrap.servers", broker.address()), "unmade-ledger");
        try (LedgerBench bench = new LedgerBench(place, "unmade")) {
            bench.own("refused", "first");
        }
        assertThat(run(
                        broker,
                        "--set=domain.name=unmade",
                        "--set=source.kafka.topic=unmade",
                        "--set=sink.kafka.ledger=unmade-ledger",
                        "--set=sink.kafka.topic=unmade-rows"))
                .isEqualTo(3);
        assertThat(problems()).contains("weir: LEDGER_DECLARATION: ");
        assertThat(topics(broker))
                .filteredOn(topic -> topic.startsWith("unmade"))
                .containsExactlyInAnyOrder("unmade", "unmade-ledger");
    }

    /** The topic of released rows exists and accepts no row. Nothing else exists yet, of this domain or another. */
    @Test
    void a_first_start_that_its_topics_refuse_makes_none(EmbeddedBroker broker) throws Exception {
        broker.createTopic("first", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        broker.createTopic("first-rows", 1, Map.of("max.message.bytes", "600"));
        Set<String> before = topics(broker);
        assertThat(run(
                        broker,
                        "--set=domain.name=first",
                        "--set=source.kafka.topic=first",
                        "--set=sink.kafka.ledger=first-ledger",
                        "--set=sink.kafka.topic=first-rows"))
                .isEqualTo(1);
        assertThat(problems()).contains("weir: topic first-rows takes messages of at most 600 bytes");
        assertThat(topics(broker)).isEqualTo(before);
    }

    /** The server here accepts connections and never answers. */
    @Test
    @Timeout(600)
    void a_start_says_what_it_waits_for_and_that_it_was_stopped() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String address = "127.0.0.1:" + silent.getLocalPort();
            Path file = new CountingPipeline("silent", address, "created").write(folder);
            try (WeirProcess weir = WeirProcess.start(folder, "silent", "run", file.toString())) {
                weir.await(() -> weir.said().contains("waiting for the brokers " + address));
                assertThat(weir.stop("TERM")).isEqualTo(128 + 15);
                assertThat(weir.said().strip()).endsWith("silent was stopped before its job was submitted");
            }
        }
    }

    private static void closeAll(ServerSocket server) {
        try {
            while (true) {
                server.accept().close();
            }
        } catch (IOException e) {
            // the test is over
        }
    }

    @Test
    void a_clock_by_record_time_must_be_trusted() throws Exception {
        assertThat(run("127.0.0.1:1", "--set=clock.by=record-time")).isEqualTo(2);
        assertThat(problems()).hasLineCount(1).contains("clock.trusted: must be true");
        assertNothingStarted();
    }

    @Test
    void exact_totals_cannot_be_asked_for() throws Exception {
        assertThat(run("127.0.0.1:1", "--reveal-exact")).isEqualTo(2);
        assertThat(problems()).hasLineCount(1).contains("--reveal-exact: unknown");
        assertNothingStarted();
    }

    @Test
    void an_out_that_is_a_file_is_refused_before_any_topic_is_made(EmbeddedBroker broker) throws Exception {
        Path out = Files.writeString(folder.resolve("out"), "in the way");
        assertRefused(broker, out, out);
        assertThat(out).content().isEqualTo("in the way");
    }

    @Test
    void an_out_whose_private_folder_is_a_file_is_refused(EmbeddedBroker broker) throws Exception {
        Path out = Files.createDirectory(folder.resolve("out"));
        assertRefused(broker, out, Files.writeString(out.resolve("private"), "in the way"));
        assertThat(out.resolve("card.json")).doesNotExist();
    }

    @Test
    void an_out_below_a_file_is_refused(EmbeddedBroker broker) throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertRefused(broker, file.resolve("deeper/out"), file);
    }

    /**
     * The message of a store's client may contain names, paths and keys, and must not be shown. A scheme without a file
     * system means a missing plugin.
     */
    @ParameterizedTest
    @CsvSource({
        "closed://bucket/weir, java.lang.IllegalArgumentException",
        "s3://bucket/weir, org.apache.flink.core.fs.UnsupportedFileSystemSchemeException"
    })
    void a_store_of_checkpoints_that_cannot_be_read_is_named_with_the_cause_and_without_what_its_client_says(
            String store, String cause, EmbeddedBroker broker) throws Exception {
        String topic = "input-" + cause;
        broker.createTopic(topic, 1, Map.of("message.timestamp.type", "LogAppendTime"));
        String dir = "--set=checkpoint.dir=" + store;
        assertThat(run(broker, "--set=source.kafka.topic=" + topic, dir)).isEqualTo(1);
        assertThat(problems().lines().filter(line -> !line.startsWith("warning: ")))
                .singleElement()
                .asString()
                .startsWith(
                        "weir: checkpoint.dir: the store cannot be read; look at the address, its plugin, the rights"
                                + " and the network (" + cause + "); more is in ")
                .doesNotContain(ClosedStore.SECRET);
    }

    private void assertRefused(EmbeddedBroker broker, Path out, Path inTheWay) throws Exception {
        String topic = "out-" + out.hashCode();
        broker.createTopic(topic, 1, Map.of("message.timestamp.type", "LogAppendTime"));
        String input = "--set=source.kafka.topic=" + topic;
        assertThat(run(broker, input, "--set=sink.kafka.topic=" + topic + "-rows", "--out", out.toString()))
                .isEqualTo(2);
        assertThat(problems())
                .hasLineCount(1)
                .startsWith("weir: --out: must be a folder that can be written to; " + inTheWay + " is not a folder");
        assertThat(folder.resolve("checkpoints")).doesNotExist();
        assertThat(topics(broker)).contains(topic).doesNotContain(topic + "-rows");
    }

    private static Set<String> topics(EmbeddedBroker broker) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            return admin.listTopics().names().get();
        }
    }

    /** Returns the printed lines, without those about waiting. */
    private String problems() {
        return said.toString()
                .lines()
                .filter(line -> !line.startsWith("waiting for "))
                .collect(Collectors.joining("\n"));
    }

    private int run(EmbeddedBroker broker, String... more) throws Exception {
        return start(broker.address(), "", more);
    }

    /** Runs against what is no broker, with short time-outs. */
    private int run(String brokers, String... more) throws Exception {
        return start(brokers, "default.api.timeout.ms=3000\nrequest.timeout.ms=2000\n", more);
    }

    private int start(String brokers, String client, String... more) throws Exception {
        Path file = new CountingPipeline("refused", brokers, "created").write(folder);
        Files.writeString(folder.resolve("client.properties"), client);
        List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
        arguments.add("--set=source.kafka.properties-file=client.properties");
        arguments.add("--set=clock.idle=30s");
        arguments.addAll(List.of(more));
        if (!arguments.contains("--out")) {
            arguments.addAll(List.of("--out", folder.resolve("out").toString()));
        }
        return InProcess.weir(said, said, arguments.toArray(String[]::new));
    }

    private void assertNothingStarted() {
        assertThat(folder.resolve("checkpoints")).doesNotExist();
        assertThat(folder.resolve("out")).doesNotExist();
    }
}
