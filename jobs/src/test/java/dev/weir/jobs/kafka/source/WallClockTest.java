package dev.weir.jobs.kafka.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WallClockTest {

    private static final long DELAY = 100;
    private static final long IDLE = 3000;
    private static final long HOLD = 20_000;
    private static final long DISCOVERY = 60_000;
    private static final long STEP = 100;
    private static final long LENGTH = 200_000;

    private final WallClock clock = new WallClock(new WallClock.Terms(DELAY, IDLE, HOLD, DISCOVERY));

    /** Returns the watermarks of the clock over the time of a random log. */
    private static NavigableMap<Long, Long> run(SimulatedLog log, SplittableRandom random, long hold) {
        WallClock clock = new WallClock(new WallClock.Terms(DELAY, IDLE, hold, DISCOVERY));
        NavigableMap<Long, Long> watermarks = new TreeMap<>();
        long highest = Long.MIN_VALUE;
        boolean answers = true;
        for (long now = 0; now < LENGTH; now += STEP) {
            log.step(now);
            answers ^= random.nextInt(100) == 0;
            if (random.nextInt(5) == 0) {
                Map<Integer, LogEnds.Ends> ends = answers ? Map.of(0, log.ends()) : Map.of();
                highest = Math.max(highest, clock.watermark(now, ends));
            }
            watermarks.put(now, highest);
        }
        return watermarks;
    }

    /** Counts the records that the clock passes too early: before they have been readable for the idle time. */
    private static long passedOver(RepetitionInfo run, long hold) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        SimulatedLog log = new SimulatedLog(random);
        NavigableMap<Long, Long> watermarks = run(log, random, hold);
        return log.records().stream()
                .filter(record -> record.readable() - record.appended() <= HOLD)
                .filter(record ->
                        watermarks.floorEntry(record.readable() + IDLE).getValue() > record.appended() - DELAY)
                .count();
    }

    @RepeatedTest(200)
    void no_slot_that_is_readable_within_the_hold_and_read_within_the_idle_time_after_that_is_passed_over(
            RepetitionInfo run) {
        assertThat(passedOver(run, HOLD)).isZero();
    }

    @RepeatedTest(20)
    void a_clock_that_does_not_wait_passes_slots_over(RepetitionInfo run) {
        assertThat(passedOver(run, 1)).isPositive();
    }

    @RepeatedTest(50)
    void windows_are_never_held_back_for_longer_than_the_hold(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        assertThat(run(new SimulatedLog(random), random, HOLD).tailMap(10_000L))
                .allSatisfy((now, watermark) ->
                        assertThat(watermark).isGreaterThanOrEqualTo(now - DELAY - IDLE - HOLD - 50 * STEP));
    }

    @Test
    void a_log_without_transactions_is_behind_by_delay_and_idle_time_and_what_passes_between_two_answers() {
        assertThat(clock.watermark(10_000, ends(7, 7))).isEqualTo(10_000 - DELAY - IDLE);
        assertThat(clock.watermark(10_500, ends(9, 9))).isEqualTo(10_500 - DELAY - IDLE - 500);
        assertThat(clock.watermark(11_000, ends(9, 9))).isEqualTo(11_000 - DELAY - IDLE - 500);
        assertThat(clock.heldPartitions(11_000)).isZero();
    }

    @Test
    void the_clock_stands_still_from_before_a_transactions_first_record_until_idle_time_after_its_end() {
        clock.watermark(10_000, ends(7, 7));
        long held = 10_000 - DELAY - IDLE;
        for (long now = 10_500; now <= 18_000; now += 500) {
            assertThat(clock.watermark(now, ends(9, 8))).isEqualTo(held);
            assertThat(clock.heldPartitions(now)).isEqualTo(1);
        }
        assertThat(clock.watermark(18_500, ends(9, 9))).isEqualTo(held);
        assertThat(clock.watermark(18_500 + IDLE, ends(9, 9))).isEqualTo(18_500 - DELAY - 8500);
        assertThat(clock.watermark(18_501 + IDLE, ends(9, 9))).isEqualTo(18_501 - DELAY - IDLE);
    }

    @Test
    void transactions_that_overlap_for_ever_hold_back_by_the_age_of_the_oldest_alone() {
        clock.watermark(0, ends(0, 0));
        for (long now = 1000; now < 100_000; now += 1000) {
            // one transaction begins each second, and each is open for five seconds
            long written = now / 1000;
            assertThat(clock.watermark(now, ends(written, Math.max(0, written - 5))))
                    .isGreaterThanOrEqualTo(now - DELAY - IDLE - 7000);
            assertThat(clock.overduePartitions(now)).isZero();
        }
    }

    @Test
    void an_open_transaction_is_overdue_after_the_hold_and_costs_no_more_than_the_hold() {
        clock.watermark(0, ends(3, 2));
        assertThat(clock.watermark(HOLD - 1, ends(3, 2))).isEqualTo(HOLD - 1 - DELAY - IDLE - HOLD);
        assertThat(clock.overduePartitions(HOLD - 1)).isZero();
        assertThat(clock.watermark(10 * HOLD, ends(9, 2))).isEqualTo(10 * HOLD - DELAY - IDLE - HOLD);
        assertThat(clock.overduePartitions(10 * HOLD)).isEqualTo(1);
    }

    @Test
    void brokers_that_do_not_answer_hold_back_as_an_open_transaction_does() {
        assertThat(clock.watermark(0, Map.of())).isEqualTo(-DELAY - IDLE - HOLD);
        clock.watermark(1000 + IDLE, ends(5, 5));
        assertThat(clock.watermark(9000, Map.of())).isEqualTo(1000 - DELAY);
        assertThat(clock.heldPartitions(9000)).isEqualTo(1);
        assertThat(clock.watermark(9500, ends(8, 8))).isEqualTo(9500 - DELAY - IDLE - 5500);
    }

    @Test
    void a_partition_that_is_added_counts_as_unread_until_the_source_has_found_it() {
        clock.watermark(0, ends(5, 5));
        Map<Integer, LogEnds.Ends> two = Map.of(0, new LogEnds.Ends(5, 5), 1, new LogEnds.Ends(1, 1));
        assertThat(clock.watermark(500, two)).isEqualTo(500 - DELAY - IDLE - HOLD);
        assertThat(clock.watermark(500 + DISCOVERY, two)).isEqualTo(500 + DISCOVERY - DELAY - IDLE - HOLD);
        long found = 501 + DISCOVERY + IDLE;
        assertThat(clock.watermark(found, two)).isGreaterThan(found - DELAY - IDLE - HOLD);
    }

    @Test
    void a_topic_that_was_made_again_holds_nothing_back() {
        clock.watermark(0, ends(500, 400));
        clock.watermark(1000, ends(2, 2));
        assertThat(clock.watermark(1000 + IDLE + 1, ends(3, 3))).isEqualTo(1 - DELAY + 1000 - IDLE - 1);
    }

    private static Map<Integer, LogEnds.Ends> ends(long written, long readable) {
        return Map.of(0, new LogEnds.Ends(written, readable));
    }
}
