package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SeriesWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests several windows that are differences of the totals of one series. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowsOfSeriesTest {

    private static final long HOUR = Plans.HOUR;
    private static final PinnedZone BERLIN = PinnedZone.of("Europe/Berlin");
    private static final PinnedZone NEW_YORK = PinnedZone.of("America/New_York");

    /** The beginning of 2026 in Berlin, from which the series runs for a year. */
    static final long FIRST = Instant.parse("2025-12-31T23:00:00Z").toEpochMilli();

    private static final int HOURS = 365 * 24;
    private static final int KEYS = 2;

    static final List<SeriesWindow.Named> WINDOWS = List.of(
            SeriesWindow.Named.calendar("month", CalendarPeriod.MONTH, BERLIN),
            SeriesWindow.Named.calendar("day", CalendarPeriod.DAY, BERLIN),
            SeriesWindow.Named.calendar("week", CalendarPeriod.WEEK, NEW_YORK),
            SeriesWindow.Named.last("hour", Duration.ofHours(1), Duration.ofHours(1)),
            SeriesWindow.Named.last("12h", Duration.ofHours(12), Duration.ofHours(6)));

    static final int MONTH = 1;
    static final int DAY = 2;
    private static final int OF_HOUR = 4;

    private final List<Outcome> outcomes = new ArrayList<>();

    /** The records of each key and hour: their count, and the sum of their amounts. */
    private final long[][][] added = new long[KEYS][HOURS + 1][2];

    static Totals query(List<SeriesWindow.Named> windows) {
        return Totals.running("q", 1)
                .windows(SeriesWindow.several(Duration.ofHours(1), 8760, windows))
                .count()
                .with(Queries.clamped(-9, 9));
    }

    static Releaser releaser(Totals query, Budget budget, long seed) {
        PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, budget, query), 0);
        int[] entries = IntStream.range(0, query.keys().size()).toArray();
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(seed)::nextLong, true);
        return new Releaser(release, new DeclaredEntries(priced.query().keys(), entries, entries));
    }

    private static Releaser restored(Releaser releaser, Totals query, Budget budget, long seed) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        releaser.view().keys().write(out);
        releaser.view().cells().write(out);
        Releaser next = releaser(query, budget, seed);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        next.readKeys(in);
        next.readCells(in);
        assertThat(in.available()).isZero();
        return next;
    }

    /** Runs the series over a year, with restarts from its state at times that differ from run to run. */
    private void year(Budget budget, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Totals query = query(WINDOWS);
        Releaser releaser = releaser(query, budget, seed);
        for (int hour = 1; hour <= HOURS; hour++) {
            long end = FIRST + hour * HOUR;
            int key = random.nextInt(KEYS);
            long amount = random.nextInt(-9, 10);
            releaser.add(new PartialSum(0, 0, key, end, new long[] {1, amount}));
            added[key][hour][0]++;
            added[key][hour][1] += amount;
            if (random.nextInt(100) == 0) {
                releaser = restored(releaser, query, budget, seed + hour);
            }
            releaser.close(end, outcomes);
        }
    }

    private List<Outcome> of(Outcome.Kind kind, int window, String key) {
        return outcomes.stream()
                .filter(outcome -> outcome.kind() == kind
                        && outcome.window() == window
                        && outcome.key().equals(key))
                .toList();
    }

    /** Returns how many parts the windows have that are not partial, after comparing each with the sum of its parts. */
    private Set<Integer> assertSums(List<Outcome> whole, List<Outcome> parts) {
        Map<Long, List<Outcome>> byStart = new HashMap<>();
        parts.forEach(part -> byStart.computeIfAbsent(part.start(), start -> new ArrayList<>())
                .add(part));
        Set<Integer> numbers = new HashSet<>();
        for (Outcome window : whole) {
            long[] sum = new long[2];
            int number = 0;
            for (long at = window.start(); at < window.end(); number++) {
                Outcome part = Objects.requireNonNull(byStart.get(at)).get(0);
                sum[0] += part.values()[0];
                sum[1] += part.values()[1];
                at = part.end();
            }
            assertThat(window.values()).containsExactly(sum);
            numbers.add(number);
        }
        return numbers;
    }

    @Test
    void hours_add_up_to_their_day_and_days_to_their_month_over_a_year_with_two_changes_of_clocks() throws IOException {
        for (Budget budget : List.of(Plans.PURE, Plans.GAUSSIAN)) {
            outcomes.clear();
            year(budget, 7);
            for (String key : List.of("a", "b")) {
                for (Outcome.Kind kind : List.of(Outcome.Kind.RELEASED, Outcome.Kind.EXACT)) {
                    List<Outcome> days = of(kind, DAY, key);
                    assertThat(days).hasSize(365);
                    assertThat(assertSums(days, of(kind, OF_HOUR, key))).containsExactlyInAnyOrder(23, 24, 25);
                    assertThat(of(kind, MONTH, key)).hasSize(12);
                    assertThat(assertSums(of(kind, MONTH, key), days)).containsExactlyInAnyOrder(28, 30, 31);
                }
            }
        }
    }

    /** The first week of New York, and the first two windows of 12 hours, begin before the series. */
    @Test
    void exact_values_are_those_of_a_recount_with_restarts_in_the_middle() throws IOException {
        year(Plans.GAUSSIAN, 11);
        for (int window = 1; window <= WINDOWS.size(); window++) {
            for (int key = 0; key < KEYS; key++) {
                List<Outcome> exact = of(Outcome.Kind.EXACT, window, key == 0 ? "a" : "b");
                assertThat(exact).isNotEmpty();
                for (Outcome outcome : exact) {
                    assertThat(outcome.start())
                            .isEqualTo(WINDOWS.get(window - 1).start(outcome.end()));
                    assertThat(outcome.values()).containsExactly(recount(key, outcome));
                }
            }
        }
        assertThat(of(Outcome.Kind.EXACT, 3, "a").get(0).start()).isBetween(FIRST + 1, FIRST + 7 * Plans.DAY);
        assertThat(of(Outcome.Kind.EXACT, 5, "a")).hasSize(HOURS / 6 - 2);
    }

    private long[] recount(int key, Outcome outcome) {
        long[] sum = new long[2];
        for (long at = Math.max(FIRST, outcome.start()); at < outcome.end(); at += HOUR) {
            int hour = (int) ((at - FIRST) / HOUR) + 1;
            sum[0] += added[key][hour][0];
            sum[1] += added[key][hour][1];
        }
        return sum;
    }

    /** After every hour all subtasks are restarted from a checkpoint, at another parallelism. */
    @Test
    void windows_agree_and_are_those_of_a_recount_when_the_job_is_restarted_in_their_middle() throws Exception {
        SplittableRandom random = new SplittableRandom(3);
        int last = 60;
        Plan plan = Totals.plan(
                PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, query(WINDOWS).contributions(1_000_000));
        try (Chain chain = Chain.start(plan, new Schedule(FIRST, FIRST + last * HOUR), 2)) {
            for (int hour = 1; hour <= last; hour++) {
                int key = random.nextInt(KEYS);
                long amount = random.nextInt(-9, 10);
                chain.add("user" + random.nextInt(5), FIRST + hour * HOUR - 5, key, 1, amount);
                added[key][hour][0]++;
                added[key][hour][1] += amount;
                chain.restore(chain.checkpoint(), 1 + random.nextInt(3));
                chain.watermark(FIRST + hour * HOUR);
            }
            chain.restore(chain.checkpoint(), 2);
            chain.watermark(Long.MAX_VALUE);
            outcomes.addAll(chain.outcomes());
        }
        for (int key = 0; key < KEYS; key++) {
            assertAgreement(key);
        }
    }

    private void assertAgreement(int key) {
        String name = key == 0 ? "a" : "b";
        List<Outcome> days = of(Outcome.Kind.RELEASED, DAY, name);
        assertThat(days).hasSize(3);
        assertThat(assertSums(days.subList(0, 2), of(Outcome.Kind.RELEASED, OF_HOUR, name)))
                .containsExactly(24);
        assertThat(of(Outcome.Kind.RELEASED, MONTH, name)).hasSize(1);
        for (int window = 1; window <= WINDOWS.size(); window++) {
            for (Outcome outcome : of(Outcome.Kind.EXACT, window, name)) {
                assertThat(outcome.values()).containsExactly(recount(key, outcome));
            }
        }
    }

    @Test
    void a_key_is_charged_once_by_the_first_window_that_ends() {
        Releaser releaser = releaser(query(WINDOWS.subList(0, 3)), Plans.PURE, 1);
        for (int hour = 1; hour <= 24 * 40; hour++) {
            releaser.close(FIRST + hour * HOUR, outcomes);
        }
        List<Outcome> released = outcomes.stream()
                .filter(outcome ->
                        outcome.kind() == Outcome.Kind.RELEASED && outcome.key().equals("b"))
                .toList();
        assertThat(released.get(0).charge())
                .isEqualTo(Amount.atLeast(Currency.EPSILON, BigDecimal.ONE).femto());
        assertThat(released.subList(1, released.size()))
                .hasSizeGreaterThan(40)
                .allMatch(outcome -> outcome.charge() == 0);
    }

    /** The charge is made when the first window ends, a day after the series began: only then is the account asked. */
    @Test
    void windows_of_a_key_that_cannot_pay_are_withheld_by_name() {
        KeyAccountTerms tooLittle =
                new KeyAccountTerms(Amount.atMost(Currency.EPSILON, new BigDecimal("0.5")), Plans.DAY);
        Releaser releaser = releaser(query(WINDOWS.subList(0, 2)).limited(tooLittle), Plans.PURE, 1);
        for (int hour = 1; hour <= 31 * 24; hour++) {
            releaser.close(FIRST + hour * HOUR, outcomes);
        }
        assertThat(of(Outcome.Kind.RELEASED, DAY, "a")).isEmpty();
        assertThat(of(Outcome.Kind.WITHHELD, DAY, "a")).hasSize(31);
        assertThat(of(Outcome.Kind.WITHHELD, MONTH, "a")).hasSize(1);
    }

    @Test
    void windows_that_begin_behind_the_schedule_are_not_released() {
        Releaser releaser = until(query(WINDOWS.subList(0, 2)), FIRST + 2 * Plans.DAY + 1);
        for (int hour = 1; hour <= 31 * 24; hour++) {
            releaser.close(FIRST + hour * HOUR, outcomes);
        }
        assertThat(of(Outcome.Kind.RELEASED, DAY, "a")).hasSize(3);
        assertThat(of(Outcome.Kind.RELEASED, MONTH, "a")).hasSize(1);
    }

    @Test
    void a_later_end_of_the_schedule_gives_days_of_a_day() throws IOException {
        Totals query = query(WINDOWS.subList(0, 2));
        Releaser releaser = until(query, FIRST + 2 * Plans.DAY);
        for (int hour = 1; hour <= 20 * 24; hour++) {
            if (hour == 10 * 24) {
                releaser = restored(releaser, query, Plans.PURE, 2);
            }
            releaser.add(new PartialSum(0, 0, 0, FIRST + hour * HOUR, new long[] {1, 0}));
            releaser.close(FIRST + hour * HOUR, outcomes);
        }
        assertThat(of(Outcome.Kind.EXACT, DAY, "a")).hasSize(2 + 11).allSatisfy(day -> assertThat(day.values()[0])
                .isEqualTo(24));
    }

    private static Releaser until(Totals query, long time) {
        PricedTotals priced = Totals.priced(Totals.plan(PrivacyUnit.USER, Plans.PURE, query), 0);
        StepRelease release = new StepRelease(0, priced, new SplittableRandom(1)::nextLong, true).until(time);
        return new Releaser(release, new DeclaredEntries(priced.query().keys(), new int[] {0, 1}, new int[] {0, 1}));
    }
}
