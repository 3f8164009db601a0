package dev.weir.operators.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.release.OutcomeSerializer;
import dev.weir.operators.result.Release;
import dev.weir.operators.result.Withheld;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshotSerializationUtil;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.core.memory.DataOutputViewStreamWrapper;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the serializers of everything that is sent between operators or kept in state. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SerializersTest {

    private static final byte[] BYTES = {0, -1, 7};
    private static final PublishedRow ROW =
            new PublishedRow(Outcome.Kind.WITHHELD, -6, -5, "q", "k\u00e9y/ \ud83d\ude00", "c", 1L << 40, BYTES);

    private static final ReleaseId ID = new ReleaseId("d", "q", 1, "k\u00e9y", 0);
    private static final Instant START = Instant.EPOCH.minusMillis(1);
    private static final Release RELEASE =
            new Release(ID, START, List.of(Estimate.of("sum", new BigDecimal("-12.50"), 0.5), everything()));

    /** Returns an estimate with all kinds of fields. */
    private static Estimate everything() {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("text", "k\u00e9y");
        fields.put("none", null);
        fields.put("list", List.of(BigDecimal.ONE, 2.5, "x", List.of(), Map.of("q", new BigDecimal("0.50"))));
        return new Estimate("all", fields);
    }

    static Stream<Arguments> values() {
        return Stream.concat(
                privateValues(),
                Stream.of(
                        Arguments.of(RELEASE, serializer(Release.TYPE)),
                        Arguments.of(new Withheld(ID, START), serializer(Withheld.TYPE))));
    }

    private static Stream<Arguments> privateValues() {
        return Stream.of(
                Arguments.of(batch(record(BYTES), record(BYTES)), new ContributionBatch.Serializer()),
                Arguments.of(batch(record(new byte[40])), new ContributionBatch.Serializer()),
                Arguments.of(
                        ContributionBatch.ofCounters(4, new RecordCounters(new long[] {1, 2})),
                        new ContributionBatch.Serializer()),
                Arguments.of(new ContributionBatch.Serializer().createInstance(), serializer(ContributionBatch.TYPE)),
                Arguments.of(
                        new DeadLetter(BYTES, 60_000_000, Rejection.LATE, 3, 1L << 40), serializer(DeadLetter.TYPE)),
                Arguments.of(
                        new PartialSum(-7, 1, 2, 3, new long[] {Long.MAX_VALUE, Long.MIN_VALUE}),
                        serializer(PartialSum.TYPE)),
                Arguments.of(
                        new Outcome(Outcome.Kind.EXACT, 1, "k\u00e9y", -4, -3, 5, new long[] {4}),
                        serializer(OutcomeSerializer.TYPE)),
                Arguments.of(
                        new Outcome(Outcome.Kind.WITHHELD, 1, "b", 2, 3, 0, new long[0]),
                        serializer(OutcomeSerializer.TYPE)),
                Arguments.of(
                        new Outcome(Outcome.Kind.RELEASED, 0, "b", 2, 3, 7, 2, 5, new long[] {4}),
                        serializer(OutcomeSerializer.TYPE)),
                Arguments.of(new RecordCounters(new long[] {1, 2, 3}), serializer(RecordCountersSerializer.TYPE)),
                Arguments.of(ROW, new PublishedRowSerializer()));
    }

    private static AdmittedRecord record(byte[] unit) {
        AdmittedRecord record = new AdmittedRecord();
        record.start(unit, Long.MIN_VALUE);
        record.add(0, 9, new long[] {1});
        record.add(3, 1, new long[] {-2, 3});
        return record;
    }

    private static ContributionBatch batch(AdmittedRecord... records) {
        List<ContributionBatch> sent = new ArrayList<>();
        BatchBuffer batches = new BatchBuffer(4, batch -> sent.add(new ContributionBatch.Serializer().copy(batch)));
        for (AdmittedRecord record : records) {
            batches.add(record);
        }
        batches.sendAll();
        return sent.get(0);
    }

    private static <T> TypeSerializer<T> serializer(FlatType<T> type) {
        return type.createSerializer(new SerializerConfigImpl());
    }

    @ParameterizedTest
    @MethodSource("values")
    <T> void a_value_comes_back_as_it_was_and_reads_no_further(T value, TypeSerializer<T> serializer)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputViewStreamWrapper out = new DataOutputViewStreamWrapper(bytes);
        serializer.serialize(value, out);
        serializer.serialize(value, out);
        DataInputViewStreamWrapper in = new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray()));
        // a batch knows whether it was received: only such a batch hands its array on
        assertThat(serializer.deserialize(in))
                .usingRecursiveComparison()
                .ignoringFields("isReceived")
                .isEqualTo(value);
        assertThat(serializer.deserialize(serializer.createInstance(), in))
                .usingRecursiveComparison()
                .isEqualTo(value);
        assertThat(in.available()).isZero();
    }

    @ParameterizedTest
    @MethodSource("values")
    <T> void bytes_are_copied_without_change(T value, TypeSerializer<T> serializer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        serializer.serialize(value, new DataOutputViewStreamWrapper(bytes));
        ByteArrayOutputStream copy = new ByteArrayOutputStream();
        serializer.copy(
                new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray())),
                new DataOutputViewStreamWrapper(copy));
        assertThat(copy.toByteArray()).isEqualTo(bytes.toByteArray());
    }

    @ParameterizedTest
    @MethodSource("values")
    <T> void a_snapshot_that_was_written_down_fits_the_serializer_of_today(T value, TypeSerializer<T> serializer)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        TypeSerializerSnapshotSerializationUtil.writeSerializerSnapshot(
                new DataOutputViewStreamWrapper(bytes), serializer.snapshotConfiguration());
        TypeSerializerSnapshot<T> read = TypeSerializerSnapshotSerializationUtil.readSerializerSnapshot(
                new DataInputViewStreamWrapper(new ByteArrayInputStream(bytes.toByteArray())),
                Thread.currentThread().getContextClassLoader());
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(read)
                        .isCompatibleAsIs())
                .isTrue();
        assertThat(read.restoreSerializer()).isEqualTo(serializer);
    }

    @Test
    void a_row_of_an_unknown_format_is_refused() {
        DataInputViewStreamWrapper in =
                new DataInputViewStreamWrapper(new ByteArrayInputStream(new byte[] {4, 0, 0, 0, 0}));
        assertThatThrownBy(() -> new PublishedRowSerializer().deserialize(in))
                .isInstanceOf(IOException.class)
                .hasMessage("format of a row must be at most 3, was 4");
    }

    @ParameterizedTest
    @MethodSource("privateValues")
    <T> void nothing_exact_and_no_unit_shows_in_words(T value, TypeSerializer<T> serializer) {
        assertThat(value.toString())
                .doesNotContain("[", "-2", "9223372036854775807")
                .hasSizeLessThan(40);
    }
}
