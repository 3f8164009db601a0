package dev.weir.operators.local.support;

import static dev.weir.operators.local.support.ReportBench.COUNTRY;
import static dev.weir.operators.local.support.ReportBench.DAY;
import static dev.weir.operators.local.support.ReportBench.OPTIONS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.LocalReport;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.estimate.NumberSupport;
import dev.weir.accountant.local.estimate.Support;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SupportOperatorTest {

    private static final long FIRST = 20_514;
    private static final Schedule SCHEDULE = new Schedule(FIRST * DAY, (FIRST + 5) * DAY);
    private static final ReportQuestion DAILY = ReportBench.asked(new TumblingWindow(DAY), EstimateTerms.UNBIASED);
    private static final ReportQuestion SLIDING =
            ReportBench.asked(new SlidingWindow(3 * DAY, DAY), EstimateTerms.UNBIASED);

    /** 40 reports a day for five days: on day i the answers are mostly the option i. */
    private static List<LocalReport> reports() {
        Randomness randomness = new SplittableRandom(3)::nextLong;
        List<LocalReport> reports = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            long day = i / 40;
            reports.add(COUNTRY.report(OPTIONS.get((int) (i % 3 == 0 ? i % 4 : day % 4)), FIRST + day, randomness));
        }
        return reports;
    }

    /** The rows of the windows that end on a day, computed from the reports of their days at once. */
    private static List<String> expected(ReportQuestion asked, int days, int end) {
        Support support = new Support(COUNTRY.mechanism());
        reports().stream()
                .filter(report -> report.period() >= FIRST + end - days && report.period() < FIRST + end)
                .forEach(report -> support.add(report.bytes()));
        List<String> rows = new ArrayList<>();
        new WindowRows(asked, asked.plan("test", ReportBench.TIMING), result -> result.toString()
                        .getBytes(StandardCharsets.UTF_8))
                .of((FIRST + end - days) * DAY, (FIRST + end) * DAY, support)
                .forEach(row -> rows.add(row.kind() + " " + new String(row.line(), StandardCharsets.UTF_8)));
        return rows;
    }

    @ParameterizedTest
    @CsvSource({"1, false", "2, false", "1, true", "2, true"})
    void every_window_is_published_once_whatever_the_parallelism_and_however_often_state_is_restored(
            int parallelism, boolean restores) throws Exception {
        for (int days : new int[] {1, 3}) {
            ReportQuestion asked = days == 1 ? DAILY : SLIDING;
            assertThat(run(asked, parallelism, restores)).isEqualTo(expected(asked, days));
        }
    }

    /** Windows that slide go on until the last one that holds a day of the schedule. */
    private static List<String> expected(ReportQuestion asked, int days) {
        List<String> rows = new ArrayList<>();
        for (int end = 1; end < 5 + days; end++) {
            rows.addAll(expected(asked, days, end));
        }
        return rows;
    }

    private static List<String> run(ReportQuestion asked, int parallelism, boolean restores) throws Exception {
        List<String> rows = new ArrayList<>();
        ReportBench bench = new ReportBench(asked, SCHEDULE, parallelism, null);
        for (LocalReport report : reports()) {
            bench.send(report);
            bench.watermark(report.period() * DAY + DAY / 2);
            rows.addAll(bench.rows());
            if (restores) {
                OperatorSubtaskState state = bench.barrier();
                bench.close();
                bench = new ReportBench(asked, SCHEDULE, parallelism, state);
            }
        }
        bench.watermark(Long.MAX_VALUE);
        bench.watermark(Long.MAX_VALUE);
        rows.addAll(bench.rows());
        bench.close();
        return rows;
    }

    @Test
    void a_window_that_slides_is_the_sum_of_its_panes() throws Exception {
        Support panes = new Support(COUNTRY.mechanism());
        for (int day = 0; day < 3; day++) {
            Support pane = new Support(COUNTRY.mechanism());
            int own = day;
            reports().stream()
                    .filter(report -> report.period() == FIRST + own)
                    .forEach(report -> pane.add(report.bytes()));
            panes.add(pane);
        }
        List<String> rows = run(SLIDING, 2, false);
        for (int i = 0; i < OPTIONS.size(); i++) {
            double count = panes.estimates().get(i).value();
            assertThat(rows.get(2 * OPTIONS.size() + i))
                    .contains(" " + OPTIONS.get(i) + " ")
                    .contains("count=" + Estimate.decimal(count).toPlainString());
        }
    }

    @Test
    void too_few_reports_are_withheld_for_every_key() throws Exception {
        ReportQuestion asked = ReportBench.asked(new TumblingWindow(DAY), new EstimateTerms(true, 40));
        try (ReportBench bench = new ReportBench(asked, SCHEDULE, 2, null)) {
            List<LocalReport> reports = reports();
            for (LocalReport report : reports.subList(1, 80)) {
                bench.send(report);
            }
            bench.watermark((FIRST + 2) * DAY);
            List<String> rows = bench.rows();
            assertThat(rows.subList(0, 4)).allMatch(row -> row.startsWith("WITHHELD"));
            assertThat(rows.subList(4, 8)).allMatch(row -> row.startsWith("RELEASED"));
            assertThat(rows).hasSize(8);
        }
    }

    @Test
    void consistent_counts_are_not_negative_and_add_up_to_the_reports() throws Exception {
        Support support = new Support(COUNTRY.mechanism());
        reports().forEach(report -> support.add(report.bytes()));
        ReportQuestion asked = ReportBench.asked(new TumblingWindow(DAY), new EstimateTerms(true, 1));
        var counts = new WindowEstimates(asked).of(support);
        double sum = 0;
        for (var values : counts) {
            double possible =
                    new BigDecimal(String.valueOf(values.get(0).fields().get("consistent"))).doubleValue();
            assertThat(possible).isNotNegative();
            sum += possible;
            assertThat(values.get(1).value()).isEqualByComparingTo("200");
        }
        assertThat(sum).isCloseTo(200, org.assertj.core.api.Assertions.within(1e-9));
    }

    /** A mean is in the question's own unit: steps of 0.25. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void numbers_have_a_mean(int parallelism) throws Exception {
        IntervalResponse mechanism = IntervalResponse.of(
                NumberQuestion.steps(BigDecimal.ZERO, new BigDecimal(24), new BigDecimal("0.25")), new BigDecimal(2));
        NumberQuestion hours = new NumberQuestion("hours", new BigDecimal("0.25"), mechanism);
        ReportQuestion asked =
                new ReportQuestion(hours, 1, Duration.ofDays(1), new TumblingWindow(DAY), EstimateTerms.UNBIASED);
        NumberSupport support = new NumberSupport(mechanism);
        Randomness randomness = new SplittableRandom(4)::nextLong;
        try (ReportBench bench = new ReportBench(asked, SCHEDULE, parallelism, null)) {
            for (int i = 0; i < 50; i++) {
                LocalReport report = hours.report(new BigDecimal(i % 25), FIRST, randomness);
                support.add(report.bytes());
                bench.send(report);
            }
            bench.watermark((FIRST + 1) * DAY);
            double mean = support.mean().orElseThrow().value() * 0.25;
            assertThat(bench.rows())
                    .singleElement()
                    .asString()
                    .contains(" all ")
                    .contains("mean=" + Estimate.decimal(mean).toPlainString())
                    .contains("reports=50");
        }
    }

    /** Admission takes the report for punctual, as its partition is read late; the window is closed, also after a restore. */
    @Test
    void a_closed_window_is_never_opened_again() throws Exception {
        LocalReport late = reports().get(0);
        OperatorSubtaskState state;
        try (ReportBench bench = new ReportBench(DAILY, SCHEDULE, 1, null)) {
            bench.watermark((FIRST + 1) * DAY);
            assertThat(bench.rows()).allMatch(row -> row.startsWith("WITHHELD")).hasSize(4);
            state = bench.barrier();
        }
        try (ReportBench bench = new ReportBench(DAILY, SCHEDULE, 1, state)) {
            bench.send(late);
            bench.watermark((FIRST + 1) * DAY);
            bench.barrier();
            assertThat(bench.rows()).isEmpty();
            assertThat(bench.counters().of(0, Rejection.BELOW_FLOOR)).isEqualTo(1);
            assertThat(bench.counters().of(0, RecordOutcome.COUNTED)).isZero();
        }
    }

    /** State of an earlier version: what was published stays closed. Only panes of the same reports can be added to others. */
    @Test
    void a_later_version_keeps_the_panes_of_the_same_reports_and_no_others() throws Exception {
        OperatorSubtaskState state;
        try (ReportBench bench = new ReportBench(DAILY, SCHEDULE, 1, null)) {
            bench.watermark((FIRST + 1) * DAY);
            bench.send(reports().get(40));
            state = bench.barrier();
        }
        ReportQuestion shown =
                new ReportQuestion(COUNTRY, 2, Duration.ofDays(1), new TumblingWindow(DAY), new EstimateTerms(true, 1));
        try (ReportBench bench = new ReportBench(shown, SCHEDULE, 1, state)) {
            bench.watermark((FIRST + 2) * DAY);
            assertThat(bench.rows()).allMatch(row -> row.startsWith("RELEASED")).hasSize(4);
        }
        CategoryQuestion turned = CategoryQuestion.of("country", List.of("DE", "GB", "FR", "none"), BigDecimal.ONE);
        ReportQuestion other =
                new ReportQuestion(turned, 2, Duration.ofDays(1), new TumblingWindow(DAY), EstimateTerms.UNBIASED);
        try (ReportBench bench = new ReportBench(other, SCHEDULE, 1, state)) {
            bench.watermark((FIRST + 2) * DAY);
            assertThat(bench.rows()).allMatch(row -> row.startsWith("WITHHELD")).hasSize(4);
        }
    }
}
