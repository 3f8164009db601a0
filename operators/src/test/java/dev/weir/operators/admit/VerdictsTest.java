package dev.weir.operators.admit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VerdictsTest {

    private static final byte[] ADA = "ada".getBytes(StandardCharsets.UTF_8);
    private static final long DELAY = 30;
    private static final long SKEW = 100;
    private static final Plan PLAN = Plan.of(
            "test",
            PrivacyUnit.USER_PER_DAY,
            Plans.PURE,
            new TimeBounds(DELAY, SKEW),
            List.of(
                    Queries.hourly("short").every(Duration.ofSeconds(1)).count().query(),
                    Queries.hourly("long")
                            .every(Duration.ofSeconds(4))
                            .count()
                            .sum(-5, 5)
                            .query()));

    private final Verdicts verdicts = new Verdicts(PLAN, new Schedule(0, 8000));
    private final DecodedRecord decoded = new DecodedRecord(PLAN);
    private final RecordCounters counters = RecordCounters.empty(2);

    @Test
    void a_record_is_future_only_beyond_the_skew() {
        assertThat(verdict(5100, 5000)).isNull();
        assertThat(verdict(5101, 5000)).isEqualTo(Rejection.FUTURE);
    }

    @Test
    void a_window_is_open_until_the_slot_is_a_delay_past_its_end() {
        assertThat(admitted(500, 1029).query(0)).isZero();
        AdmittedRecord late = admitted(500, 1030);
        assertThat(late.query(0)).isEqualTo(1);
        assertThat(counters.of(0, Rejection.LATE)).isEqualTo(1);
        assertThat(counters.of(1, Rejection.LATE)).isZero();
    }

    @Test
    void a_record_that_is_late_for_every_query_is_rejected() {
        assertThat(verdict(500, 4029)).isNull();
        assertThat(verdict(500, 4030)).isEqualTo(Rejection.LATE);
        assertThat(verdict(999, 4030)).isEqualTo(Rejection.LATE);
        assertThat(verdict(4000, 4030)).isNull();
    }

    @Test
    void a_window_that_starts_after_the_schedule_is_never_open() {
        assertThat(verdict(7999, 7999)).isNull();
        assertThat(verdict(8000, 8000)).isEqualTo(Rejection.LATE);
    }

    /** Times and slot times go up and down over several windows of both queries, so that remembered cells are left and found again. */
    @Test
    void a_verdict_depends_on_no_record_before() {
        Random random = new Random(3);
        for (int i = 0; i < 20_000; i++) {
            long slotTime = random.nextInt(9000);
            long time = slotTime + random.nextInt(300) - (random.nextBoolean() ? 200 : 5000);
            decoded.clear();
            decoded.time(time);
            decoded.key(0, 0);
            decoded.key(1, 1);
            Verdicts fresh = new Verdicts(PLAN, new Schedule(0, 8000));
            Rejection verdict = fresh.rejection(decoded, slotTime);
            assertThat(verdicts.rejection(decoded, slotTime)).isEqualTo(verdict);
            if (verdict == null) {
                assertThat(words(verdicts)).isEqualTo(words(fresh));
            }
        }
    }

    @Test
    void a_rejection_of_the_reader_stands() {
        decoded.reject(Rejection.NO_UNIT);
        decoded.reject(Rejection.NO_KEY);
        assertThat(verdict(9_999_999, 0)).isEqualTo(Rejection.NO_UNIT);
    }

    @Test
    void times_at_the_ends_of_long_are_rejected_by_their_own_code() {
        assertThat(verdict(Long.MAX_VALUE, 5000)).isEqualTo(Rejection.FUTURE);
        assertThat(verdict(Long.MAX_VALUE, -5000)).isEqualTo(Rejection.FUTURE);
        assertThat(verdict(Long.MIN_VALUE + 1, 5000)).isEqualTo(Rejection.LATE);
        assertThat(verdict(Long.MAX_VALUE, Long.MAX_VALUE)).isEqualTo(Rejection.LATE);
        assertThat(verdict(Long.MIN_VALUE + 1, Long.MIN_VALUE + 1)).isNull();
    }

    @Test
    void an_admitted_record_carries_only_the_queries_that_take_it() {
        decoded.unit(ADA);
        decoded.key(0, new byte[] {0}, 0, 1);
        decoded.key(1, 1);
        decoded.values(1, 1, new BigDecimal[] {new BigDecimal("-7.5")}, 0);
        AdmittedRecord record = Objects.requireNonNull(record(Plans.DAY - 1, Plans.DAY - 1, Schedule.startingAt(0)));
        assertThat(record.length()).isEqualTo(3);
        assertThat(record.query(0)).isEqualTo(1);
        assertThat((int) record.word(0)).isEqualTo(1);
        assertThat(record.word(1)).isEqualTo(1);
        assertThat(record.word(2)).isEqualTo(-5);
        assertThat(record.idLength()).isEqualTo(ADA.length);
        assertThat(counters.of(0, RecordOutcome.UNDECLARED)).isEqualTo(1);
    }

    @Test
    void a_record_that_no_query_takes_is_counted_and_goes_no_further() {
        decoded.key(1, new byte[] {0}, 0, 1);
        assertThat(record(500, 500, Schedule.startingAt(0))).isNull();
        assertThat(counters.of(0, RecordOutcome.WHERE)).isEqualTo(1);
        assertThat(counters.of(1, RecordOutcome.UNDECLARED)).isEqualTo(1);
    }

    @Test
    void a_decoded_record_forgets_the_slot_before() {
        decoded.reject(Rejection.SCHEMA);
        decoded.unit(ADA);
        decoded.key(0, 1);
        decoded.clear();
        assertThat(decoded.rejection()).isNull();
        assertThat(decoded.unit()).isEmpty();
        assertThat(decoded.time()).isEqualTo(PartitionClock.NO_TIME);
        assertThat(record(500, 500, Schedule.startingAt(0))).isNull();
    }

    private List<Long> words(Verdicts of) {
        AdmittedRecord record = new AdmittedRecord();
        assertThat(of.contributions(decoded, counters, record)).isTrue();
        return LongStream.of(record.words()).limit(record.length()).boxed().toList();
    }

    private @org.jspecify.annotations.Nullable AdmittedRecord record(long time, long slotTime, Schedule schedule) {
        Verdicts fresh = new Verdicts(PLAN, schedule);
        decoded.time(time);
        assertThat(fresh.rejection(decoded, slotTime)).isNull();
        AdmittedRecord record = new AdmittedRecord();
        return fresh.contributions(decoded, counters, record) ? record : null;
    }

    private AdmittedRecord admitted(long time, long slotTime) {
        decoded.clear();
        decoded.key(0, 0);
        decoded.key(1, 1);
        assertThat(verdict(time, slotTime)).isNull();
        AdmittedRecord record = new AdmittedRecord();
        assertThat(verdicts.contributions(decoded, counters, record)).isTrue();
        return record;
    }

    private @org.jspecify.annotations.Nullable Rejection verdict(long time, long slotTime) {
        decoded.time(time);
        return verdicts.rejection(decoded, slotTime);
    }
}
