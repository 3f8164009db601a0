package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.query.Bounds;
import dev.weir.operators.result.Release;
import dev.weir.operators.testing.OneTaskManager;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Tests running totals and sliding windows of the Java API. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class TotalsTest {

    private static final Duration HOUR = Duration.ofHours(1);

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = OneTaskManager.withSlots(2);

    @TempDir
    Path directory = Path.of("");

    private PrivateStream<Visit> visits(StreamExecutionEnvironment environment) {
        return new Town("totals", directory, Town.Crash.NONE, false).visits(environment);
    }

    private static UnwindowedQuery<Visit> query(PrivateStream<Visit> visits, String name) {
        return visits.query(name).byDeclaredKey(Visit::place, Town.PLACES);
    }

    private static PrivateQuery<Visit> counted(EmptyQuery<Visit> bounded) {
        return bounded.aggregate(Aggregation.count("visits")).spending(10);
    }

    @Test
    void windows_and_bounds_are_those_of_the_steps() {
        UnwindowedQuery<Visit> query = query(visits(StreamExecutionEnvironment.getExecutionEnvironment()), "q");
        Bounds.Series apart = new Bounds.Series(2, 3, Bounds.UNBOUNDED, 4);
        assertThat(List.of(
                        counted(query.runningTotal(HOUR, 24).atMost(2, 1))
                                .query()
                                .window(),
                        counted(query.runningTotal(HOUR, 24)
                                        .resetting(Duration.ofDays(1))
                                        .atMost(2, 1))
                                .query()
                                .window(),
                        counted(query.runningTotal(HOUR).atMost(2, 1)).query().window(),
                        counted(query.sliding(Duration.ofHours(3), HOUR).atMost(2, 1))
                                .query()
                                .window()))
                .isEqualTo(List.of(
                        RunningWindow.of(HOUR, 24),
                        RunningWindow.of(HOUR, 24).resetting(Duration.ofDays(1)),
                        RunningWindow.of(HOUR, SeriesWindow.UNBOUNDED),
                        SlidingWindow.of(Duration.ofHours(3), HOUR)));
        assertThat(counted(query.runningTotal(HOUR, 24).within(apart)).query().bounds())
                .isEqualTo(Bounds.of(apart));
        assertThat(counted(query.sliding(Duration.ofHours(3), HOUR).atMost(2, 1))
                        .query()
                        .bounds())
                .isEqualTo(Bounds.of(new Bounds.Series(2, 1, Bounds.UNBOUNDED, 0)));
    }

    /**
     * Ten visits occur within ten minutes, four of them in the harbour. A total keeps them, a window of two hours drops them.
     * A unit has epsilon 3000 for 10 visits: the noise is at most 0.1, and a value is off by 1 with probability below 1e-30.
     */
    @Test
    void totals_run_on_and_windows_slide_past() throws Exception {
        List<Release> releases = released();
        assertThat(harbour(releases, "running")).hasSize(24).containsOnly(4L);
        assertThat(harbour(releases, "anew"))
                .hasSize(24)
                .startsWith(4L, 4L, 4L, 4L, 4L, 4L, 0L)
                .endsWith(0L, 0L);
        assertThat(harbour(releases, "sliding"))
                .hasSize(25)
                .startsWith(4L, 4L, 0L, 0L)
                .endsWith(0L, 0L);
        assertThat(releases.stream()
                        .filter(row -> row.query().equals("anew") && row.key().equals("harbour"))
                        .map(Release::step))
                .startsWith(1L, 2L)
                .endsWith(5L, 6L);
    }

    private List<Release> released() throws Exception {
        Town town = new Town("totals", directory, Town.Crash.NONE, false);
        town.seen();
        PrivateStream<Visit> visits = town.visits(StreamExecutionEnvironment.getExecutionEnvironment(town.settings()));
        PrivateStream.Released released = visits.release(
                counted(query(visits, "running").runningTotal(HOUR, 24).within(Bounds.Series.NONE)),
                counted(query(visits, "anew")
                        .runningTotal(HOUR, 24)
                        .resetting(Duration.ofHours(6))
                        .within(Bounds.Series.NONE)),
                counted(query(visits, "sliding")
                        .sliding(Duration.ofHours(2), HOUR)
                        .within(Bounds.Series.NONE)));
        List<Release> releases = new ArrayList<>();
        CloseableIterator<Release> rows = released.releases().executeAndCollect();
        rows.forEachRemaining(releases::add);
        rows.close();
        return releases;
    }

    private static List<Long> harbour(List<Release> releases, String query) {
        return releases.stream()
                .filter(row -> row.query().equals(query) && row.key().equals("harbour"))
                .map(row -> row.value("visits").longValueExact())
                .toList();
    }
}
