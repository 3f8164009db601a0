package dev.weir.jobs.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.replay.recording.RecordedFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
class RecordingWriterIT {

    private static final String HEADER = "time,unit,key\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Test
    void stamps_are_the_running_maximum_of_the_times_that_the_skew_allows(EmbeddedBroker broker) throws Exception {
        String lines = "broken\n5000,a,en\n3000,a,en\n\n7000,b,en\n99000,b,en\n67000,a,en\n127000,a,en\n";
        WrittenSlots slots = replay(broker, "stamps", 1, lines);
        assertThat(messages(broker, "stamps"))
                .extracting(ConsumerRecord::timestamp)
                .containsExactly(5000L, 5000L, 5000L, 5000L, 7000L, 7000L, 67000L, 127000L);
        assertThat(slots).isEqualTo(new WrittenSlots(5000, 127_000, 8, 1, 2));
    }

    /** If such a line started the clock and the schedule, all later lines would be late. */
    @Test
    void a_first_line_from_the_future_starts_no_clock(EmbeddedBroker broker) throws Exception {
        WrittenSlots slots = replay(broker, "future", 1, "32503680000000,a,en\n5000,a,en\n7000,b,en\n");
        assertThat(messages(broker, "future"))
                .extracting(ConsumerRecord::timestamp)
                .containsExactly(5000L, 5000L, 7000L);
        assertThat(slots).isEqualTo(new WrittenSlots(5000, 7000, 3, 1, 1));
        assertThatThrownBy(() -> replay(broker, "never", 1, "32503680000000,a,en\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("is not in the future");
    }

    @Test
    void a_unit_keeps_to_one_partition_and_to_the_order_of_the_file(EmbeddedBroker broker) throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            lines.append(1000 + i).append(",u").append(i % 50).append(",en\n");
        }
        replay(broker, "units", 4, lines.toString());
        Map<String, List<ConsumerRecord<byte[], byte[]>>> byUnit = messages(broker, "units").stream()
                .collect(Collectors.groupingBy(message -> text(message).split(",", -1)[1]));
        assertThat(byUnit).hasSize(50).allSatisfy((unit, messages) -> {
            assertThat(messages)
                    .extracting(ConsumerRecord::partition)
                    .containsOnly(messages.get(0).partition());
            assertThat(messages).extracting(RecordingWriterIT::text).isSorted().hasSize(10);
        });
        assertThat(byUnit.values()).extracting(list -> list.get(0).partition()).contains(0, 1, 2, 3);
    }

    @Test
    void every_line_is_a_slot_with_its_bytes(EmbeddedBroker broker) throws Exception {
        replay(broker, "bytes", 1, "\u00e9,\n1000,a,en\r\n" + "x".repeat(5000) + "\nlast");
        assertThat(messages(broker, "bytes"))
                .extracting(RecordingWriterIT::text)
                .containsExactly("\u00e9,", "1000,a,en", "x".repeat(1001), "last");
    }

    @Test
    void a_recording_without_a_time_is_refused(EmbeddedBroker broker) {
        assertThatThrownBy(() -> replay(broker, "timeless", 1, "x,a,en\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("has a time that can be read in field time");
    }

    private WrittenSlots replay(EmbeddedBroker broker, String topic, int partitions, String lines) throws Exception {
        broker.createTopic(topic, partitions, Map.of());
        Path file = Files.writeString(dir.resolve("records.csv"), HEADER + lines);
        Pipeline pipeline = Pipelines.pipeline(broker.address(), topic, Clock.By.RECORD_TIME, Duration.ofSeconds(1));
        RecordedFile recording = new RecordedFile(file, new CsvFormat(List.of()), 1000);
        return new RecordingWriter(pipeline).write(recording, partitions);
    }

    private static List<ConsumerRecord<byte[], byte[]>> messages(EmbeddedBroker broker, String topic) {
        List<ConsumerRecord<byte[], byte[]>> messages = new ArrayList<>();
        broker.read(topic, messages::add);
        return messages;
    }

    private static String text(ConsumerRecord<byte[], byte[]> message) {
        return new String(message.value(), StandardCharsets.UTF_8);
    }
}
