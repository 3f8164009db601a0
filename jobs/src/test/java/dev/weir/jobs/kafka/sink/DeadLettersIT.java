package dev.weir.jobs.kafka.sink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.embedded.EmbeddedCluster;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.Rejection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class DeadLettersIT {

    private static final byte[] NOT_TEXT = {(byte) 0xff, 0, 10};

    @Test
    void a_letter_carries_its_bytes_as_they_came_and_says_why_and_whence(EmbeddedBroker broker) throws Exception {
        broker.createTopic("letters-dead-letter", 1, Map.of());
        Pipeline pipeline =
                Pipelines.pipeline(broker.address(), "letters", Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1, Duration.ofMillis(200))) {
            StreamExecutionEnvironment env = cluster.environment();
            DeadLetter letter = new DeadLetter(NOT_TEXT, 3, Rejection.MALFORMED, 3, 14);
            DeadLetters.write(env.fromData(DeadLetter.TYPE, letter), pipeline);
            env.execute();
        }
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        broker.read("letters-dead-letter", read::add);
        assertThat(read).singleElement().satisfies(message -> {
            assertThat(message.value()).isEqualTo(NOT_TEXT);
            assertThat(header(message, "code")).isEqualTo("MALFORMED");
            assertThat(header(message, "partition")).isEqualTo("3");
            assertThat(header(message, "offset")).isEqualTo("14");
        });
    }

    @Test
    void letters_that_no_topic_takes_are_shown_by_a_metric_and_the_job_ends_well(EmbeddedBroker broker)
            throws Exception {
        broker.createTopic("none-dead-letter", 1, Map.of("max.message.bytes", "100"));
        Pipeline pipeline = Pipelines.pipeline(broker.address(), "none", Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        DeadLetter letter = new DeadLetter(NOT_TEXT, 3, Rejection.MALFORMED, 3, 14);
        InMemoryReporter reporter = InMemoryReporter.createWithRetainedMetrics();
        try (EmbeddedCluster cluster = EmbeddedCluster.of(1, Duration.ofMillis(200))) {
            StreamExecutionEnvironment env = cluster.environment(reporter.addToConfiguration(new Configuration()));
            DeadLetters.write(env.fromData(DeadLetter.TYPE, letter, letter), pipeline);
            JobID job = env.execute().getJobID();
            assertThat(reporter.findMetrics(job, "private.deadLettersUndelivered")
                            .values())
                    .singleElement()
                    .satisfies(
                            metric -> assertThat(((Gauge<?>) metric).getValue()).isEqualTo(2L));
        }
        reporter.close();
    }

    private static String header(ConsumerRecord<?, ?> message, String name) {
        return new String(message.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
