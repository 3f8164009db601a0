package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that a batch that hands its array on shows no other batch's records, and none of its own afterwards. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReleasedBatchTest {

    private static final ContributionBatch.Serializer SERIALIZER = new ContributionBatch.Serializer();

    /** Returns a batch of records at the times 1 to {@code records}, as the network brings it. */
    private static ContributionBatch received(int records) throws IOException {
        ContributionBatch sent = new ContributionBatch();
        sent.clear(1);
        for (int time = 1; time <= records; time++) {
            AdmittedRecord record = new AdmittedRecord();
            record.start(new byte[] {1}, time);
            record.add(0, 0, new long[] {records});
            sent.add(record);
        }
        return sent(sent);
    }

    private static ContributionBatch sent(ContributionBatch batch) throws IOException {
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        SERIALIZER.serialize(batch, bytes);
        return SERIALIZER.deserialize(new DataInputDeserializer(bytes.getCopyOfBuffer()));
    }

    private static List<Long> times(ContributionBatch batch) {
        List<Long> times = new ArrayList<>();
        AdmittedRecord record = new AdmittedRecord();
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, record);
            times.add(record.time());
        }
        return times;
    }

    @Test
    void a_batch_that_is_still_read_keeps_its_records_when_others_come_and_go() throws IOException {
        received(5).release();
        ContributionBatch second = received(3);
        ContributionBatch third = received(4);
        third.release();
        assertThat(times(received(2))).containsExactly(1L, 2L);
        assertThat(times(second)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void a_released_batch_cannot_be_read_or_released_again() throws IOException {
        ContributionBatch batch = received(2);
        batch.release();
        batch.release();
        assertThatThrownBy(batch::size).isInstanceOf(IllegalStateException.class);
        ContributionBatch next = received(2);
        batch.release();
        assertThat(times(received(1))).containsExactly(1L);
        assertThat(times(next)).containsExactly(1L, 2L);
    }

    private static long late(ContributionBatch batch) {
        RecordCounters counters = RecordCounters.empty(2);
        batch.addCountedTo(counters);
        return counters.of(1, Rejection.LATE);
    }

    /** A reader that uses a batch again must not count twice. */
    @Test
    void counters_are_in_the_batch_that_states_them_alone() throws IOException {
        RecordCounters counters = RecordCounters.empty(2);
        counters.add(1, Rejection.LATE, 7);
        ContributionBatch stated = sent(ContributionBatch.ofCounters(8, counters));
        assertThat(times(stated)).isEmpty();
        assertThat(late(stated)).isEqualTo(7);
        assertThat(late(SERIALIZER.copy(stated))).isEqualTo(7);
        DataOutputSerializer bytes = new DataOutputSerializer(64);
        SERIALIZER.serialize(received(2), bytes);
        assertThat(late(SERIALIZER.deserialize(stated, new DataInputDeserializer(bytes.getCopyOfBuffer()))))
                .isZero();
    }

    @Test
    void a_copy_of_a_received_batch_is_its_owners_to_keep() throws IOException {
        ContributionBatch batch = received(2);
        ContributionBatch copy = SERIALIZER.copy(batch);
        copy.release();
        batch.release();
        received(3);
        assertThat(times(copy)).containsExactly(1L, 2L);
    }
}
