package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.release.Outcome;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class ReleaseFileIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void each_context_is_written_once_by_window_query_and_key(EmbeddedBroker broker) throws Exception {
        publish(broker, "collected", "d/q/1/b/9=1", "d/q/1/%C3%A9/9=2", "d/p/1/z/9=3", "d/q/1/a/10=4", "d/q/1/b/9=1");
        Path file = dir.resolve("rows");
        assertThat(new ReleaseFile(broker).write("collected", file, UnaryOperator.identity()))
                .isEqualTo(4);
        assertThat(file).hasContent("3\n1\n2\n4\n");
    }

    @Test
    void a_context_with_two_values_is_an_error(EmbeddedBroker broker) throws Exception {
        publish(broker, "forked", "d/q/1/b/9=1", "d/q/1/b/9=2");
        assertThatThrownBy(() -> new ReleaseFile(broker).write("forked", dir.resolve("rows"), UnaryOperator.identity()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("release d/q/1/b/9 has two values");
    }

    private static void publish(EmbeddedBroker broker, String topic, String... rows) throws Exception {
        broker.createTopic(topic, 1, Map.of());
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(topic, topic);
        try (ReleaseSink sink = new KafkaReleaseSink.Factory(broker.address(), Map.of(), topics).open()) {
            sink.publish(1, Arrays.stream(rows).map(ReleaseFileIT::row).toList());
        }
    }

    private static PublishedRow row(String row) {
        String[] parts = row.split("=", -1);
        byte[] line = parts[1].getBytes(StandardCharsets.UTF_8);
        return new PublishedRow(Outcome.Kind.RELEASED, -1, 0, "", "", parts[0], 0, line);
    }
}
