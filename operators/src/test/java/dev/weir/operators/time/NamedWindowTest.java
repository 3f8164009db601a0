package dev.weir.operators.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests several windows of one series: where they begin and end, and what is refused. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NamedWindowTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final long STEP = 3_600_000;
    private static final PinnedZone BERLIN = PinnedZone.of("Europe/Berlin");
    private static final SeriesWindow.Named DAY = SeriesWindow.Named.calendar("day", CalendarPeriod.DAY, BERLIN);
    private static final SeriesWindow.Named MONTH = SeriesWindow.Named.calendar("month", CalendarPeriod.MONTH, BERLIN);
    private static final SeriesWindow.Named LAST =
            SeriesWindow.Named.last("24h", Duration.ofHours(24), Duration.ofHours(6));

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }

    private static SeriesWindow of(SeriesWindow.Named... windows) {
        return SeriesWindow.several(HOUR, 100, List.of(windows));
    }

    @Test
    void a_window_ends_with_its_last_step_and_holds_the_hours_of_its_clocks() {
        assertThat(DAY.endsAt(at("2026-03-28T23:00:00Z"))).isTrue();
        assertThat(DAY.endsAt(at("2026-03-29T23:00:00Z"))).isFalse();
        assertThat(DAY.steps(at("2026-03-29T22:00:00Z"), STEP)).isEqualTo(23);
        assertThat(DAY.steps(at("2026-10-25T23:00:00Z"), STEP)).isEqualTo(25);
        assertThat(MONTH.steps(at("2026-10-31T23:00:00Z"), STEP)).isEqualTo(745);
        assertThat(LAST.endsAt(at("2026-10-31T18:00:00Z"))).isTrue();
        assertThat(LAST.endsAt(at("2026-10-31T19:00:00Z"))).isFalse();
        assertThat(LAST.steps(at("2026-10-31T18:00:00Z"), STEP)).isEqualTo(24);
    }

    @Test
    void a_schedule_covers_the_windows_of_every_length_that_it_meets() {
        Schedule schedule = new Schedule(at("2026-03-10T12:00:00Z"), at("2026-03-20T12:30:00Z"));
        SeriesWindow windows = of(DAY, MONTH);
        assertThat(schedule.lastEnd(windows)).isEqualTo(at("2026-03-31T22:00:00Z"));
        assertThat(schedule.lastEnd(of(DAY))).isEqualTo(at("2026-03-20T23:00:00Z"));
        assertThat(windows.earliestStart(schedule.from())).isEqualTo(at("2026-03-10T12:00:00Z"));
        assertThat(schedule.windows(of(SeriesWindow.Named.last("1h", HOUR, HOUR), LAST)))
                .isEqualTo(241 + 44);
    }

    @Test
    void a_window_that_begins_within_a_step_is_refused_with_its_zone_and_the_first_time() {
        SeriesWindow.Named kolkata =
                SeriesWindow.Named.calendar("day", CalendarPeriod.DAY, PinnedZone.of("Asia/Kolkata"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(MONTH, kolkata))
                .withMessage("releases must begin where a step ends: a window of day in Asia/Kolkata begins at"
                        + " 1989-12-31T18:30:00Z, within a step of 1h");
        assertThat(SeriesWindow.several(Duration.ofMinutes(30), 100, List.of(kolkata))
                        .named())
                .containsExactly(kolkata);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(SeriesWindow.Named.last("x", Duration.ofMinutes(90), Duration.ofMinutes(45))))
                .withMessageContaining("releases must end with steps");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> of(DAY, SeriesWindow.Named.calendar("day", CalendarPeriod.WEEK, BERLIN)))
                .withMessageContaining("different names");
        assertThatIllegalArgumentException().isThrownBy(() -> of());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SeriesWindow.Named.last("a/b", HOUR, HOUR))
                .withMessageContaining("name of a window");
    }

    @Test
    void steps_may_start_later_than_multiples_of_their_length_and_so_do_the_windows_of_a_number_of_them() {
        SeriesWindow.Named kolkata =
                SeriesWindow.Named.calendar("day", CalendarPeriod.DAY, PinnedZone.of("Asia/Kolkata"));
        Duration half = Duration.ofMinutes(30);
        SeriesWindow later = SeriesWindow.several(HOUR, half, 100, List.of(kolkata, LAST));
        assertThat(later.cellStart(at("2026-03-10T12:29:59Z"))).isEqualTo(at("2026-03-10T11:30:00Z"));
        assertThat(later.cellEnd(at("2026-03-10T12:30:00Z"))).isEqualTo(at("2026-03-10T13:30:00Z"));
        assertThat(later.numberInSpan(at("2026-03-10T12:30:00Z")))
                .isEqualTo(later.numberInSpan(at("2026-03-10T11:30:00Z")) + 1);
        SeriesWindow.Named last = later.named().get(1);
        assertThat(last.endsAt(at("2026-03-10T12:30:00Z"))).isTrue();
        assertThat(last.endsAt(at("2026-03-10T12:00:00Z"))).isFalse();
        assertThat(last.start(at("2026-03-10T12:30:00Z"))).isEqualTo(at("2026-03-09T12:30:00Z"));
        assertThat(last.endNumber(at("2026-03-10T18:30:00Z")))
                .isEqualTo(last.endNumber(at("2026-03-10T12:30:00Z")) + 1);
        assertThat(later.mostCells(24 * STEP)).isEqualTo(26);
        assertThat(later.mostPeriods(STEP)).isEqualTo(2);
        assertThat(later).isNotEqualTo(SeriesWindow.several(Duration.ofMinutes(30), 100, List.of(kolkata, LAST)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SeriesWindow.several(HOUR, half, 100, List.of(DAY)))
                .withMessageContaining("within a step of 1h that starts 30m after a multiple of it");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SeriesWindow.several(HOUR, HOUR, 100, List.of(DAY)))
                .withMessageContaining("offset must be shorter than the base");
    }

    @Test
    void every_setting_and_the_order_of_windows_is_part_of_what_a_query_means() {
        assertThat(of(DAY, MONTH)).isEqualTo(of(DAY, MONTH)).hasSameHashCodeAs(of(DAY, MONTH));
        assertThat(of(DAY, MONTH))
                .isNotEqualTo(of(MONTH, DAY))
                .isNotEqualTo(of(DAY))
                .isNotEqualTo(of(DAY, MONTH, LAST));
        assertThat(of(DAY)).isNotEqualTo(of(SeriesWindow.Named.calendar("berlin-day", CalendarPeriod.DAY, BERLIN)));
        assertThat(of(DAY)).isNotEqualTo(SeriesWindow.several(HOUR, 101, List.of(DAY)));
    }

    @Test
    void other_rules_of_a_zone_move_the_windows_of_that_zone_alone() {
        PinnedZone newYork = PinnedZone.of("America/New_York");
        SeriesWindow.Named there = SeriesWindow.Named.calendar("there", CalendarPeriod.DAY, newYork);
        PinnedZone other =
                PinnedZone.of("Europe/Berlin", ZoneId.of("Europe/Moscow").getRules());
        Window moved = of(DAY, there).by(other);
        assertThat(moved.named())
                .extracting(named -> named.window().zone().orElseThrow())
                .containsExactly(other, newYork);
        assertThat(moved.named().get(0).endsAt(at("2026-03-28T21:00:00Z"))).isTrue();
        assertThat(moved.named().get(1)).isEqualTo(there);
    }
}
