package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.jobs.kafka.source.SourceRecord;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.clock.PartitionClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class KafkaRecordDecoderTest {

    private static final String TIME = "2026-03-02T12:00:00Z";
    private static final long MILLIS = Instant.parse(TIME).toEpochMilli();
    private static final Pipeline PIPELINE =
            Pipelines.pipeline("localhost:1", "edits", Clock.By.RECORD_TIME, Duration.ofSeconds(1));

    private final ToLongFunction<SourceRecord> times =
            KafkaRecordDecoder.recordTimes(PIPELINE).open();
    private final byte[] payload = (TIME + ",ada,en").getBytes(StandardCharsets.UTF_8);
    private final SourceRecord slot = new SourceRecord(0, 0, PartitionClock.NO_TIME, payload, payload.length);

    @Test
    void a_record_that_admission_has_decoded_is_not_decoded_again_for_its_time() {
        DecodedRecord record = new DecodedRecord(PIPELINE.plan());
        new KafkaRecordDecoder(PIPELINE).decode(slot, Long.MIN_VALUE, record);
        Arrays.fill(payload, (byte) '?');
        assertThat(record.time()).isEqualTo(MILLIS);
        assertThat(times.applyAsLong(slot)).isEqualTo(MILLIS);
    }

    @Test
    void a_record_that_cannot_be_decoded_is_not_tried_again() {
        SourceRecord broken = new SourceRecord(0, 0, PartitionClock.NO_TIME, new byte[] {'?'}, 1);
        new KafkaRecordDecoder(PIPELINE).decode(broken, Long.MIN_VALUE, new DecodedRecord(PIPELINE.plan()));
        assertThat(broken.isDecoded()).isTrue();
        assertThat(times.applyAsLong(broken)).isEqualTo(PartitionClock.NO_TIME);
    }

    /** This is the case of a job whose admission is not chained to the source. */
    @Test
    void the_time_of_a_record_that_has_not_been_decoded_is_read_from_its_bytes() {
        assertThat(times.applyAsLong(slot)).isEqualTo(MILLIS);
    }
}
