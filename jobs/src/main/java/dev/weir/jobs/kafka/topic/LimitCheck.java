package dev.weir.jobs.kafka.topic;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.jobs.kafka.sink.RowHeaders;
import dev.weir.jobs.output.LargestRow;
import dev.weir.jobs.released.row.FlatRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;

/**
 * Compares the largest messages that a pipeline's topics accept ({@code max.message.bytes}) with the messages that the job will
 * write. The topics of rows and of the ledger must accept the longest message that a row may need. The dead-letter topic should
 * accept whatever the input topic accepts. A limit that the job may not look up gives a warning.
 */
final class LimitCheck {

    /** Kafka's default of {@code buffer.memory}, in bytes. */
    private static final String DEFAULT_MEMORY = "33554432";

    private final Admin admin;
    private final Pipeline pipeline;
    private final Map<String, OptionalInt> missing;
    private final OptionalInt input;
    private final List<String> warnings = new ArrayList<>();

    /**
     * Looks up the limit of the input topic, which must exist.
     *
     * @param admin a client of the brokers
     * @param pipeline the pipeline
     * @param missing the limits that missing topics would have once they are made
     */
    LimitCheck(Admin admin, Pipeline pipeline, Map<String, OptionalInt> missing) throws InterruptedException {
        this.admin = admin;
        this.pipeline = pipeline;
        this.missing = Map.copyOf(missing);
        this.input = limit(pipeline.source().kafka().topic());
    }

    private OptionalInt limit(String topic) throws InterruptedException {
        OptionalInt known = missing.get(topic);
        OptionalInt limit = known == null ? MessageLimit.of(admin, topic) : known;
        if (limit.isEmpty()) {
            warnings.add("cannot look up " + TopicConfig.MAX_MESSAGE_BYTES_CONFIG + " of topic " + topic
                    + ": the job needs the right to describe its configuration");
        }
        return limit;
    }

    /**
     * Checks the topics that the job writes.
     *
     * @return warnings, one line each
     * @throws TopicProblem if a topic or the client cannot take every row
     */
    List<String> require() throws TopicProblem, InterruptedException {
        long row = (long) LargestRow.bytes(pipeline.plan(), FlatRows.longest(pipeline))
                + MessageLimit.OVERHEAD
                + RowHeaders.LARGEST;
        requireTakes(pipeline.sink().released(), row);
        requireTakes(pipeline.sink().withheld(), row);
        // a record of the ledger holds the line of a row and repeats the names that are in the line
        requireTakes(pipeline.sink().ledger(), 2 * row);
        requireSends(2 * row);
        compareDeadLetters(pipeline.sink().deadLetter());
        return warnings;
    }

    private void requireTakes(String topic, long row) throws TopicProblem, InterruptedException {
        OptionalInt limit = limit(topic);
        if (limit.isPresent() && limit.getAsInt() < row) {
            throw new TopicProblem("topic " + topic + " takes messages of at most " + limit.getAsInt()
                    + " bytes, but a row of this pipeline may need " + row + ": raise its "
                    + TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        }
    }

    /** Requires room in the client's memory: a client sends no message that is longer than {@code buffer.memory}. */
    private void requireSends(long row) throws TopicProblem {
        String memory = pipeline.source()
                .kafka()
                .properties()
                .getOrDefault(ProducerConfig.BUFFER_MEMORY_CONFIG, DEFAULT_MEMORY);
        if (memory.matches("[0-9]{1,18}") && Long.parseLong(memory) < row) {
            throw new TopicProblem("a client with " + ProducerConfig.BUFFER_MEMORY_CONFIG + "=" + memory
                    + " cannot send a row of this pipeline, which may need " + row
                    + " bytes: raise it in source.kafka.properties-file");
        }
    }

    private void compareDeadLetters(String topic) throws InterruptedException {
        OptionalInt limit = limit(topic);
        if (limit.isPresent() && input.isPresent() && limit.getAsInt() < input.getAsInt()) {
            warnings.add("topic " + topic + " takes messages of at most " + limit.getAsInt()
                    + " bytes, the input topic of " + input.getAsInt()
                    + ": letters of longer records are cut; raise its " + TopicConfig.MAX_MESSAGE_BYTES_CONFIG);
        }
    }
}
