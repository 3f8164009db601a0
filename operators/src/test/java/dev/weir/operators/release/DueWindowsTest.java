package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.io.DataInput;
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

    private final List<String> drawn = new ArrayList<>();

    @Test
    void all_tables_and_queries_have_drawn_a_window_when_its_first_row_is_handed_over() {
        DueWindows due = windows(Schedule.startingAt(0), table(0, 0), table(1, 0));
        due.advance(3 * HOUR);
        due.closeFirst();
        assertThat(drawn).containsExactly("0/q/1", "1/q/1");
        due.closeFirst();
        assertThat(drawn.subList(2, drawn.size())).containsExactly("0/q/2", "1/q/2", "0/r/2", "1/r/2");
    }

    @Test
    void a_table_that_is_further_on_takes_part_in_what_it_has_not_closed() {
        ReleaseTable ahead = table(1, 2 * HOUR);
        DueWindows due = windows(Schedule.startingAt(0), table(0, HOUR), ahead);
        due.advance(3 * HOUR);
        due.closeFirst();
        due.closeFirst();
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
        due.closeFirst();
        assertThat(due.isEmpty()).isTrue();
        assertThat(drawn).containsExactly("0/q/6", "0/r/6");
        assertThat(table.closedUpTo()).isEqualTo(100 * HOUR);
        due.advance(Long.MAX_VALUE);
        assertThat(due.isEmpty()).isTrue();
    }

    private static DueWindows windows(Schedule schedule, ReleaseTable... tables) {
        return new DueWindows(PLAN, schedule, List.of(tables));
    }

    private ReleaseTable table(int number, long closedUpTo) {
        List<String> names = List.of("q", "r");
        List<Releaser> releasers = IntStream.range(0, names.size())
                .mapToObj(query -> (Releaser) new Noted(number + "/" + names.get(query)))
                .toList();
        return new ReleaseTable(names, releasers, Plans.openFrom(closedUpTo, PLAN));
    }

    /** Notes what it closes and keeps nothing. */
    private final class Noted implements Releaser {

        private final String name;

        Noted(String name) {
            this.name = name;
        }

        @Override
        public void add(PartialSum partial) {}

        @Override
        public void close(long end, List<Outcome> outcomes) {
            drawn.add(name + "/" + end / HOUR);
        }

        @Override
        public View view() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void copyArrays() {}

        @Override
        public void readKeys(DataInput in) {}

        @Override
        public void readAdopted(DataInput in, long closedUpTo) {}

        @Override
        public void readCells(DataInput in) {}
    }
}
