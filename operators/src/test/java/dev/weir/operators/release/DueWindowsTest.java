package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DueWindowsTest {

    private static final long HOUR = Plans.HOUR;
    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").count(),
            Queries.hourly("r").every(Duration.ofHours(2)).count());

    private static final List<String> NAMES = List.of("q", "r");

    private final List<String> drawn = new ArrayList<>();

    @Test
    void all_tables_and_queries_have_drawn_a_window_when_its_first_row_is_handed_over() {
        DueWindows due = windows(Schedule.startingAt(0), table(0, 0), table(1, 0));
        due.advance(3 * HOUR);
        closeFirst(due);
        assertThat(drawn).containsExactly("0/q/1", "1/q/1");
        closeFirst(due);
        assertThat(drawn.subList(2, drawn.size())).containsExactly("0/q/2", "1/q/2", "0/r/2", "1/r/2");
    }

    @Test
    void a_table_that_is_further_on_takes_part_in_what_it_has_not_closed() {
        ReleaseTable ahead = table(1, 2 * HOUR);
        DueWindows due = windows(Schedule.startingAt(0), table(0, HOUR), ahead);
        due.advance(3 * HOUR);
        closeFirst(due);
        closeFirst(due);
        assertThat(drawn).containsExactly("0/q/2", "0/r/2", "0/q/3", "1/q/3");
        assertThat(due.isEmpty()).isTrue();
        assertThat(ahead.closedUpTo()).isEqualTo(3 * HOUR);
    }

    @Test
    void windows_before_the_schedule_and_behind_its_end_are_never_due() {
        ReleaseTable table = table(0, 5 * HOUR);
        DueWindows due = windows(new Schedule(5 * HOUR, 6 * HOUR), table);
        due.advance(4 * HOUR);
        assertThat(due.isEmpty()).isTrue();
        due.advance(100 * HOUR);
        closeFirst(due);
        assertThat(due.isEmpty()).isTrue();
        assertThat(drawn).containsExactly("0/q/6", "0/r/6");
        assertThat(table.closedUpTo()).isEqualTo(100 * HOUR);
        due.advance(Long.MAX_VALUE);
        assertThat(due.isEmpty()).isTrue();
    }

    private static DueWindows windows(Schedule schedule, ReleaseTable... tables) {
        return new DueWindows(PLAN, schedule, List.of(tables));
    }

    /** Closes the first windows that are due, and notes the table, query and end of each draw. */
    private void closeFirst(DueWindows due) {
        for (Outcome outcome : due.closeFirst()) {
            drawn.add(outcome.key() + "/" + NAMES.get(outcome.query()) + "/" + outcome.end() / HOUR);
        }
    }

    /** Returns a table with one key, which has the table's name. */
    private static ReleaseTable table(int number, long closedUpTo) {
        KeyEntries keys =
                new DeclaredEntries(new DeclaredKeys(List.of("0", "1")), new int[] {number}, new int[] {0, 0});
        List<Releaser> releasers = IntStream.range(0, NAMES.size())
                .mapToObj(query -> new StepRelease(query, PLAN.queries().get(query), KeyStream.fresh(), false))
                .map(release -> new Releaser(release, keys))
                .toList();
        return new ReleaseTable(NAMES, releasers, Plans.openFrom(closedUpTo, PLAN));
    }
}
