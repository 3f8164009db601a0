package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TypedRecordDecoderTest {

    private static final Protection<Note> PROTECTION = protection(PrivacyUnit.USER_PER_DAY, "notes");

    private static Protection<Note> protection(PrivacyUnit unit, String domain) {
        return new Protection<>(unit, note -> note.who, UnitName.of("who"), domain, new Budget.Pure(BigDecimal.ONE));
    }

    /** A record whose fields may be missing, or throw exceptions that quote them. */
    private record Note(
            @Nullable Object time,
            @Nullable String who,
            @Nullable String place,
            @Nullable Number size) {

        @Nullable Instant instant() {
            return time instanceof String text ? Instant.parse(text) : (Instant) time;
        }
    }

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");
    private static final Note GOOD = new Note(NOON, "ada", "harbour", 7);

    @Test
    void a_record_that_has_everything_is_decoded_with_its_unit_and_time() {
        DecodedRecord decoded = read(GOOD);
        assertThat(decoded.rejection()).isNull();
        assertThat(decoded.time()).isEqualTo(NOON.toEpochMilli());
        assertThat(decoded.unit()).isEqualTo("ada".getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-03-02T12:00:00Z, ada,  harbour, 7,      ",
        "not a time,           ada,  harbour, 7,      NO_TIME",
        "                    , ada,  harbour, 7,      NO_TIME",
        "+1000000000-01-01T00:00:00Z, ada, harbour, 7, OUT_OF_RANGE",
        "2026-03-02T12:00:00Z,    ,  harbour, 7,      NO_UNIT",
        "2026-03-02T12:00:00Z, ada,         , 7,      NO_KEY",
        "2026-03-02T12:00:00Z, ada,  harbour,  ,      NOT_A_NUMBER",
        "2026-03-02T12:00:00Z, ada,  harbour, NaN,    NOT_A_NUMBER",
        "2026-03-02T12:00:00Z, ada,  harbour, 1e19,   OUT_OF_RANGE",
        "                    ,    ,         ,  ,      NO_TIME",
        "2026-03-02T12:00:00Z,    ,         ,  ,      NO_UNIT"
    })
    void a_record_that_lacks_something_is_refused_with_the_first_code_of_the_list(
            String time, String who, String place, Double size, @Nullable Rejection code) {
        assertThat(read(new Note(time, who, place, size)).rejection()).isEqualTo(code);
    }

    @Test
    void a_unit_or_a_key_of_more_than_256_bytes_is_too_large() {
        assertThat(read(new Note(NOON, "é".repeat(128), "harbour", 1)).rejection())
                .isNull();
        assertThat(read(new Note(NOON, "é".repeat(129), "harbour", 1)).rejection())
                .isEqualTo(Rejection.TOO_LARGE);
        assertThat(read(new Note(NOON, "ada", "é".repeat(129), 1)).rejection()).isEqualTo(Rejection.TOO_LARGE);
    }

    /** Encoded as bytes, each of them would become a question mark, and two people would be one unit. */
    @Test
    void halves_of_surrogate_pairs_are_no_unit_and_no_key() {
        for (String half : new String[] {"\ud800", "a\udc00b", "\udc00\ud800", "\ud83d\ude00\ud83d"}) {
            assertThat(read(new Note(NOON, half, "harbour", 1)).rejection()).isEqualTo(Rejection.NO_UNIT);
            assertThat(read(new Note(NOON, "ada", half, 1)).rejection()).isEqualTo(Rejection.NO_KEY);
        }
        assertThat(read(new Note(NOON, "\ud83d\ude00?", "harbour", 1)).rejection())
                .isNull();
    }

    /**
     * A lambda of another JVM language may throw checked exceptions, an assertion throws an error, and a user's subclass of
     * Number may throw anything.
     */
    @Test
    void whatever_a_field_throws_goes_nowhere() {
        assertThat(read(new Note(NOON, "ada", "harbour", new Hostile())).rejection())
                .isEqualTo(Rejection.NOT_A_NUMBER);
        SafeField<Note, String> sneaky =
                new SafeField<>(note -> TypedRecordDecoderTest.<String, RuntimeException>sneak());
        assertThat(sneaky.of(GOOD)).isNull();
    }

    /** A number that throws when it is converted to text. */
    private static final class Hostile extends Number {

        private static final long serialVersionUID = 1L;

        @Override
        public int intValue() {
            return 1;
        }

        @Override
        public long longValue() {
            return 1;
        }

        @Override
        public float floatValue() {
            return 1;
        }

        @Override
        public double doubleValue() {
            return 1;
        }

        @Override
        public String toString() {
            throw new AssertionError("canary");
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <V, E extends Exception> V sneak() throws E {
        throw (E) new IOException("canary");
    }

    @Test
    void the_clock_ticks_on_a_record_that_is_refused() {
        DecodedRecord decoded = read(new Note(NOON, "", "", null));
        assertThat(decoded.time()).isEqualTo(NOON.toEpochMilli());
        assertThat(read(new Note(null, "ada", "harbour", 1)).time()).isEqualTo(PartitionClock.NO_TIME);
    }

    @Test
    void a_unit_per_record_needs_a_step_of_its_own() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Visit> raw = environment.fromData(new Visit(1));
        PrivateStream.Unprotected<Visit> stream = PrivateStream.of(raw)
                .timedBy(Visit::time, TimeBounds.of(Duration.ZERO, Duration.ZERO), Schedule.startingAt(NOON));
        assertThatThrownBy(() -> stream.protecting(PrivacyUnit.USER, " ", Visit::visitor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("name of the ids must not be blank");
        assertThatThrownBy(() -> stream.protecting(PrivacyUnit.EVENT, "visitor", Visit::visitor))
                .hasMessageContaining("protectingEachRecord");
        PrivateStream<Visit> each = stream.protectingEachRecord().within("each", new Budget.Pure(BigDecimal.ONE));
        assertThat(each.plan(Town.query(each, "q").spending(1)).unit()).isEqualTo(PrivacyUnit.EVENT);
        assertThatThrownBy(() -> each.plan(Town.query(each, "q").spending(2))).hasMessageContaining("must be 1");
    }

    @Test
    void names_that_would_break_a_release_id_are_refused() {
        assertThatThrownBy(() -> query("a/b")).hasMessageContaining("\"a/b\"");
        TimedStream<Note> anywhere = new TimedStream<>(
                StreamExecutionEnvironment.getExecutionEnvironment().fromData(GOOD),
                Note::instant,
                new TimeBounds(0, 0),
                Schedule.startingAt(0),
                null);
        Protection<Note> unnamed = protection(PrivacyUnit.USER, " ");
        assertThatThrownBy(() -> unnamed.plan(anywhere, List.of(query("q"))))
                .hasMessageContaining("domain must be a name");
    }

    @Test
    void a_sum_may_be_clamped_a_unit_and_rounded_to_a_grid() {
        PrivateQuery<Note> query = new UnkeyedQuery<Note>("q", 1, any -> true)
                .byDeclaredKey(any -> any.place, List.of("harbour"))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(Aggregation.sum(
                        "size", any -> any.size, Clamp.clampPerUnit(-1, 10).onGrid(new BigDecimal("0.5"))))
                .spending(1);
        assertThat(query.query().aggregates())
                .containsExactly(new Sum("size", BigDecimal.ONE, new BigDecimal("0.5"), null, new Sum.Range(-2, 20)));
    }

    @Test
    void a_sum_may_be_clamped_by_record_and_by_unit_at_once() {
        Clamp both = Clamp.clamp(0, 10).andPerUnit(0, 50).onGrid(new BigDecimal("0.5"));
        assertThat(Aggregation.<Note>sum("size", any -> any.size, both)
                        .weighing(3)
                        .aggregate())
                .isEqualTo(new Sum(
                        "size",
                        BigDecimal.valueOf(3),
                        new BigDecimal("0.5"),
                        new Sum.Range(0, 20),
                        new Sum.Range(0, 100)));
    }

    @Test
    void two_values_of_one_name_are_refused() {
        EmptyQuery<Note> query = new UnkeyedQuery<Note>("q", 1, any -> true)
                .byDeclaredKey(any -> any.place, List.of("harbour"))
                .every(Duration.ofHours(1))
                .atMost(1, 1);
        assertThatThrownBy(() -> query.aggregate(
                                Aggregation.count("n"), Aggregation.sum("n", any -> any.size, Clamp.clamp(0, 100)))
                        .spending(1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("names of values must be distinct, was n twice");
    }

    private static PrivateQuery<Note> query(String name) {
        return new UnkeyedQuery<Note>(name, 1, any -> true)
                .byDeclaredKey(any -> any.place, List.of("harbour"))
                .every(Duration.ofHours(1))
                .atMost(1, 1)
                .aggregate(
                        Aggregation.count("notes"),
                        Aggregation.sum(
                                "size", any -> any.size, Clamp.clamp(0, 10).onGrid(BigDecimal.ONE)))
                .spending(1);
    }

    private static DecodedRecord read(Note note) {
        PrivateQuery<Note> query = query("q");
        Plan plan = Plan.of(
                "notes",
                PrivacyUnit.USER_PER_DAY,
                new Budget.Pure(BigDecimal.ONE),
                TimeBounds.of(Duration.ZERO, Duration.ZERO),
                List.of(query.query()));
        DecodedRecord decoded = new DecodedRecord(plan);
        long timestamp = EventTimes.timestamp(new SafeField<>(Note::instant).of(note));
        PROTECTION.decoder(List.of(query)).decode(note, timestamp, decoded);
        return decoded;
    }
}
