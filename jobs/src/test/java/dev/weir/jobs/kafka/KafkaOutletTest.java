package dev.weir.jobs.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.publish.Row;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.tally.Tally;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KafkaOutletTest {

    private static final KafkaOutlet.Topics TOPICS = new KafkaOutlet.Topics("released", "withheld", null);
    private static final List<Row> ROWS = List.of(
            new Row(Outcome.Kind.RELEASED, 0, "hourly", "en", "context", "secret".getBytes(StandardCharsets.UTF_8)));

    @Test
    void a_send_that_fails_fails_the_batch_and_the_message_names_no_row() {
        try (var producer = new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.sendException = new RecordTooLargeException("too large");
            KafkaOutlet outlet = new KafkaOutlet(producer, TOPICS, null);
            assertThatThrownBy(() -> outlet.publish(ROWS))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll("1 rows", "released", "RecordTooLargeException")
                    .hasMessageNotContainingAny("secret", "context");
        }
    }

    @Test
    void a_batch_has_left_the_producer_before_it_counts_as_published() throws Exception {
        try (var producer = new MockProducer<>(false, null, new ByteArraySerializer(), new ByteArraySerializer())) {
            new KafkaOutlet(producer, TOPICS, null).publish(ROWS);
            assertThat(producer.history()).hasSize(1);
            assertThat(producer.flushed()).isTrue();
        }
    }

    @Test
    void counters_replace_each_other_in_a_file_that_only_its_owner_can_read(@TempDir Path dir) throws Exception {
        Path folder = dir.resolve("private");
        CounterFile file = new CounterFile(folder.toString(), tally -> Long.toString(tally.of(0, Tally.End.READ))
                .getBytes(StandardCharsets.UTF_8));
        Tally tally = Tally.empty(1);
        file.write(tally);
        tally.add(0, Tally.End.READ);
        file.write(tally);
        Path counters = folder.resolve("counters.json");
        assertThat(folder).isDirectoryContaining(path -> path.equals(counters));
        assertThat(counters).hasContent("1");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(counters)))
                .isEqualTo("rw-------");
    }
}
