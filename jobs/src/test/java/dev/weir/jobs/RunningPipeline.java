package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.Messages;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Runs {@code weir run} on a {@link CountingPipeline} that no record may restart: later records are counted by the same
 * attempt of the job.
 *
 * @param broker the broker of the topics
 * @param pipeline the pipeline
 * @param folder the folder for files
 */
record RunningPipeline(EmbeddedBroker broker, CountingPipeline pipeline, Path folder) {

    /** The settings of a topic with the default limit of message length. */
    private static final Map<String, String> DEFAULT_LIMIT =
            Map.of("max.message.bytes", "1048588", "message.timestamp.type", "LogAppendTime");

    /** Creates the topics of a pipeline, whose name is also its input topic. */
    static RunningPipeline of(EmbeddedBroker broker, String name, Path folder) throws Exception {
        broker.createTopic(name, 1, DEFAULT_LIMIT);
        broker.createTopic(name + "-dead-letter", 1, DEFAULT_LIMIT);
        return new RunningPipeline(broker, new CountingPipeline(name, broker.address(), name), folder);
    }

    /** Returns the text of a record that counts, also if the job starts minutes later. */
    static String good() {
        return Instant.now().plusSeconds(240) + ",somebody,en";
    }

    ProducerRecord<byte[], byte[]> record(byte[] value) {
        return new ProducerRecord<>(pipeline.topic(), 0, null, value);
    }

    void send(byte[] value) throws Exception {
        send(Map.of(), List.of(record(value)));
    }

    void send(List<String> texts) throws Exception {
        send(
                Map.of(),
                texts.stream()
                        .map(text -> record(text.getBytes(StandardCharsets.UTF_8)))
                        .toList());
    }

    /** @param producer settings of the producer */
    void send(Map<String, Object> producer, List<ProducerRecord<byte[], byte[]>> records) throws Exception {
        Messages.send(broker.address(), producer, records);
    }

    /** Starts the pipeline with further arguments. */
    WeirProcess start(String... more) throws IOException {
        return startWith(pipeline.text(folder), more);
    }

    /** Starts the pipeline with another text of its file. */
    WeirProcess startWith(String text, String... more) throws IOException {
        // a domain has one ledger, and each of these pipelines has its own ledger, hence its own domain
        String own = text.replace("{name: wiki}", "{name: " + pipeline.name() + "}");
        Path file = Files.writeString(folder.resolve("pipeline.yaml"), own);
        List<String> arguments = new ArrayList<>(List.of("run", file.toString()));
        arguments.addAll(List.of("--out", out().toString()));
        arguments.addAll(List.of(more));
        return WeirProcess.start(folder, pipeline.name(), arguments.toArray(String[]::new));
    }

    /** Waits until the job has rejected and counted these numbers of records, then stops it. */
    void awaitAndStop(WeirProcess weir, int rejected, int counted) throws Exception {
        awaitCounters(weir, "\"read\":" + (rejected + counted) + ",", "\"counted\":" + counted + "}");
        await(weir, () -> letters().size() == rejected);
        assertThat(weir.stop("TERM")).isEqualTo(143);
    }

    /** The folder of results. */
    Path out() {
        return folder.resolve("out");
    }

    void awaitCounters(WeirProcess weir, String... parts) throws Exception {
        Path counters = out().resolve("private/counters.json");
        await(weir, () -> Files.exists(counters) && holdsAll(Files.readString(counters), parts));
    }

    private static boolean holdsAll(String text, String... parts) {
        return Arrays.stream(parts).allMatch(text::contains);
    }

    /** Waits until a condition holds; fails as soon as the job has been restarted. */
    void await(WeirProcess weir, Callable<Boolean> condition) throws Exception {
        weir.await(() -> {
            assertThat(restarts(weir)).as("restarts").isEmpty();
            return condition.call();
        });
        assertThat(restarts(weir)).as("restarts").isEmpty();
    }

    private static List<String> restarts(WeirProcess weir) throws IOException {
        return weir.log()
                .lines()
                .filter(line -> line.contains("switched from state RUNNING to RESTARTING"))
                .toList();
    }

    List<ConsumerRecord<byte[], byte[]>> letters() {
        List<ConsumerRecord<byte[], byte[]>> letters = new ArrayList<>();
        broker.read(pipeline.topic() + "-dead-letter", letters::add);
        return letters;
    }

    /** Returns the number of released rows. */
    int released() {
        AtomicInteger rows = new AtomicInteger();
        broker.read(pipeline.name() + "-released", row -> rows.incrementAndGet());
        return rows.get();
    }
}
