package dev.weir.operators.levels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimator;
import dev.weir.operators.testing.LevelBlocks;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests rows of steps that are solved one by one, from totals that a test makes up. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class RowsOfStepsTest {

    private static final int PANES = 3;
    private static final Count COUNT = new Count("n", BigDecimal.ONE, new Scalar.PostProcessing(false, false, true));

    private static Plan sliding(boolean isTree) {
        return LevelPlans.of(isTree ? LevelPlans.tree(3, 2) : LevelPlans.sets(3, 2, 0, 1, 2, 3), COUNT)
                .windows(SlidingWindow.of(Duration.ofHours(PANES), Duration.ofHours(1)))
                .spending(6, 0, Favour.EQUAL)
                .plan();
    }

    private static Outcome outcome(String key, long step, long newest, long earlier) {
        long end = step * Plans.HOUR;
        return new Outcome(
                Outcome.Kind.RELEASED, 0, key, end - PANES * Plans.HOUR, end, step, 0, new long[] {newest, earlier});
    }

    /** The rows of a step with these totals of nodes, and those one window earlier. */
    private static List<Estimate> rows(Plan plan, long step, long[] newest, long[] earlier) {
        LevelWindows windows = new LevelWindows(plan, 0, false);
        DrawnNodes window = windows.empty();
        List<String> names = plan.queries().get(0).query().keys().known();
        for (int node = 0; node < names.size(); node++) {
            windows.put(window, outcome(names.get(node), step, newest[node], earlier[node]));
        }
        assertThat(windows.isComplete(window)).isTrue();
        List<Estimate> rows = new ArrayList<>();
        windows.rows(
                window,
                step * Plans.HOUR,
                row -> rows.addAll(new Estimator(plan.queries().get(0)).noisy(row.values(), row.step())));
        return rows;
    }

    private static long[] totals(SplittableRandom random, int nodes) {
        return random.longs(nodes, 0, 1000).toArray();
    }

    /** A total of the first window was published as it is. The window that begins where it ends is the rest, exactly, also in millionths. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_sliding_window_is_the_difference_of_two_published_totals(boolean isTree) {
        Plan plan = sliding(isTree);
        int nodes = plan.queries().get(0).query().keys().known().size();
        SplittableRandom random = new SplittableRandom(1);
        long[] none = new long[nodes];
        for (int round = 0; round < 50; round++) {
            long step = 1L + round % PANES;
            long[] early = totals(random, nodes);
            long[] late = totals(random, nodes);
            List<Estimate> before = rows(plan, step, early, none);
            List<Estimate> all = rows(plan, step + PANES, late, none);
            List<Estimate> window = rows(plan, step + PANES, late, early);
            for (int node = 0; node < nodes; node++) {
                assertThat(window.get(node).value().add(before.get(node).value()))
                        .isEqualByComparingTo(all.get(node).value());
                assertThat(window.get(node).fields().get("raw"))
                        .isEqualTo(BigDecimal.valueOf(late[node] - early[node]));
            }
            assertAgree(plan, window);
        }
    }

    private static void assertAgree(Plan plan, List<Estimate> rows) {
        LevelShape shape = plan.queries().get(0).query().keys().levels().orElseThrow();
        int finest = shape.levels() - 1;
        BigDecimal sum = rows.subList(shape.start(finest), shape.nodes()).stream()
                .map(Estimate::value)
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        assertThat(rows.get(0).value()).isEqualByComparingTo(sum);
    }

    /**
     * Every bin has a solve of its own: with the numbers of counts in its place, it has the rows of counts. The rounding of three series moves a unit further
     * than that of one, for which the noise is a little larger.
     */
    @Test
    void bins_of_a_sliding_window_are_solved_as_counts_are() {
        Plan counts = sliding(true);
        Plan bins = LevelPlans.of(LevelPlans.tree(3, 2), LevelBlocks.HISTOGRAM)
                .windows(counts.queries().get(0).query().window())
                .spending(6, 0, Favour.EQUAL)
                .plan();
        int nodes = counts.queries().get(0).query().keys().known().size();
        SplittableRandom random = new SplittableRandom(2);
        long[] newest = totals(random, 3 * nodes);
        long[] earlier = totals(random, 3 * nodes);
        List<Estimate> histograms = histograms(bins, newest, earlier);
        for (int bin = 0; bin < 3; bin++) {
            List<Estimate> alone = rows(counts, 4, ofBin(newest, bin), ofBin(earlier, bin));
            for (int node = 0; node < nodes; node++) {
                Map<String, ?> fields = histograms.get(node).fields();
                double stddev = alone.get(node).stddev();
                assertThat(Fields.list(fields, "counts").get(bin))
                        .isEqualTo(alone.get(node).value());
                assertThat(Fields.real(fields, "stddev")).isEqualTo(stddev, within(0.01 * stddev));
            }
        }
    }

    private static long[] ofBin(long[] numbers, int bin) {
        return IntStream.range(0, numbers.length / 3)
                .mapToLong(node -> numbers[3 * node + bin])
                .toArray();
    }

    private static List<Estimate> histograms(Plan bins, long[] newest, long[] earlier) {
        LevelWindows windows = new LevelWindows(bins, 0, false);
        DrawnNodes window = windows.empty();
        List<String> names = bins.queries().get(0).query().keys().known();
        for (int node = 0; node < names.size(); node++) {
            long[] values = new long[6];
            System.arraycopy(newest, 3 * node, values, 0, 3);
            System.arraycopy(earlier, 3 * node, values, 3, 3);
            Outcome.Kind kind = Outcome.Kind.RELEASED;
            windows.put(window, new Outcome(kind, 0, names.get(node), Plans.HOUR, 4 * Plans.HOUR, 4, 0, values));
        }
        List<Estimate> rows = new ArrayList<>();
        Estimator estimator = new Estimator(bins.queries().get(0));
        windows.rows(window, 4 * Plans.HOUR, row -> rows.addAll(estimator.noisy(row.values(), row.step())));
        return rows;
    }

    /** Windows of a tree have two roundings; before the first full window there is one. */
    @Test
    void the_error_of_a_window_holds_the_rounding_of_both_totals() {
        Plan plan = sliding(true);
        LevelNoise noise = plan.queries().get(0).levelNoise().orElseThrow();
        double total = noise.published(0, PANES)[0];
        double drawn = noise.drawn(0, PANES)[0];
        assertThat(total * total).isLessThan(drawn + 1.0 / 12);
        double late = noise.published(0, 1000)[0];
        double later = noise.published(0, 100_000)[0];
        assertThat(later).isEqualTo(late, within(1e-3 * late));
        assertThat(late * late).isGreaterThan(1.0 / 6);
    }

    /** In the first format windows were tumbling, and had no step. */
    @Test
    void numbers_of_the_first_format_are_read_without_a_step() throws IOException {
        DrawnNodes window = new DrawnNodes(2, 1);
        window.put(1, new Outcome(Outcome.Kind.RELEASED, 0, "k", 5, 9, 7, 3, new long[] {42}));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        window.write(new DataOutputStream(bytes));
        byte[] written = bytes.toByteArray();
        byte[] old = new byte[written.length - Long.BYTES];
        int beforeStep = 1 + Long.BYTES;
        System.arraycopy(written, 0, old, 0, beforeStep);
        System.arraycopy(written, beforeStep + Long.BYTES, old, beforeStep, old.length - beforeStep);
        for (boolean hasStep : new boolean[] {true, false}) {
            DrawnNodes read = new DrawnNodes(2, 1);
            read.read(new DataInputStream(new ByteArrayInputStream(hasStep ? written : old)), hasStep);
            assertThat(read.step()).isEqualTo(hasStep ? 7 : 0);
            assertThat(read.start()).isEqualTo(5);
            assertThat(read.charge()).isEqualTo(3);
            assertThat(read.number(1, 0)).isEqualTo(42);
        }
    }

    @Test
    void every_step_of_running_totals_is_solved_with_the_errors_of_its_own() {
        Plan plan = LevelPlans.of(LevelPlans.tree(3, 2), COUNT)
                .windows(RunningWindow.of(Duration.ofHours(1), 24))
                .spending(6, 0, Favour.LEVELS)
                .plan();
        LevelNoise noise = plan.queries().get(0).levelNoise().orElseThrow();
        long[] numbers = new long[plan.queries().get(0).query().keys().known().size()];
        for (long step : new long[] {1, 2, 24, 2}) {
            List<Estimate> rows = rows(plan, step, numbers, numbers);
            for (int node = 0; node < rows.size(); node++) {
                assertThat(rows.get(node).stddev()).isEqualTo(noise.published(0, step)[node]);
            }
        }
        assertThat(noise.published(0, 24)[0]).isGreaterThan(noise.published(0, 1)[0]);
    }
}
