package dev.weir.benchmarks;

import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/**
 * A broker in a separate process, so that its processor time does not count as the job's. It ends at the latest with this
 * process.
 */
final class SeparateBroker implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 20;

    private final Process process;
    private final String address;
    private final Admin admin;

    private SeparateBroker(Process process, String address) {
        this.process = process;
        this.address = address;
        this.admin = Admin.create(Map.of("bootstrap.servers", address));
    }

    /** Starts a broker, and returns when it accepts requests. */
    static SeparateBroker start() throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-Dlog4j2.configurationFile=weir-log4j2.properties",
                        "-Dweir.log=" + System.getProperty("weir.log", "weir.log") + ".broker",
                        "-Dweir.log.level=warn",
                        SeparateBroker.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        Process process = builder.start();
        BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        String address = said.readLine();
        if (address == null) {
            throw new IOException("the broker's process has ended before it took requests");
        }
        return new SeparateBroker(process, address);
    }

    /** The broker's address, host:port. */
    String address() {
        return address;
    }

    /** An action that uses a topic of one partition. The topic is deleted afterwards. */
    interface Use<T> {
        T of(String topic) throws Exception;
    }

    /** Makes a topic, uses it and deletes it. */
    <T> T with(String topic, Use<T> use) throws Exception {
        NewTopic created =
                new NewTopic(topic, Optional.of(1), Optional.empty()).configs(Map.of("file.delete.delay.ms", "0"));
        admin.createTopics(Set.of(created)).all().get();
        try {
            return use.of(topic);
        } finally {
            delete(topic);
        }
    }

    /** Runs an action with the name of a topic that does not exist. The action makes the topic, which is deleted afterwards. */
    <T> T withNew(Use<T> use) throws Exception {
        String topic = "made-" + UUID.randomUUID();
        try {
            return use.of(topic);
        } finally {
            delete(topic);
        }
    }

    private void delete(String topic) throws InterruptedException, ExecutionException {
        admin.deleteTopics(List.of(topic)).all().get();
    }

    @Override
    public void close() throws IOException, InterruptedException {
        admin.close();
        process.outputWriter(StandardCharsets.UTF_8).close();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
    }

    /** Prints the broker's address, and runs the broker until the standard input is closed. */
    public static void main(String[] arguments) throws IOException {
        try (EmbeddedBroker broker = EmbeddedBroker.start()) {
            System.out.println(broker.address());
            System.in.readAllBytes();
        }
    }
}
