package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.Scalar.PostProcessing;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import dev.weir.operators.time.Window;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelineFileTest {

    @TempDir
    private Path folder;

    private Pipeline read(Purpose purpose, String... settings) throws IOException {
        return read(GoodPipeline.TEXT, purpose, settings).pipeline();
    }

    private PipelineFile read(String text, Purpose purpose, String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return PipelineFile.read(file, List.of(settings), purpose);
    }

    @Test
    void a_file_says_all_that_a_run_needs() throws IOException {
        Pipeline pipeline = read(Purpose.RUN);
        Query query = pipeline.plan().queries().get(0).query();
        assertThat(pipeline.plan().unit()).isEqualTo(PrivacyUnit.USER_PER_DAY);
        assertThat(pipeline.plan().budget()).isEqualTo(new Budget.Pure(new BigDecimal("1.0")));
        assertThat(pipeline.plan().timing()).isEqualTo(new TimeBounds(30_000, 300_000));
        assertThat(query.keys().known()).containsExactly("en", "de", "fr");
        assertThat(query.bounds()).isEqualTo(new Bounds(3, 1, Bounds.UNBOUNDED, Bounds.UNBOUNDED));
        assertThat(query.window()).isEqualTo(new TumblingWindow(3_600_000));
        assertThat(query.spend().contributions()).isEqualTo(6);
        assertThat(query.aggregates().get(1))
                .isEqualTo(new Sum(
                        "added", new BigDecimal(2), BigDecimal.ONE, new Sum.Range(0, 1000), new Sum.Range(0, 5000)));
        assertThat(pipeline.fields().get(0).reads())
                .containsExactly(List.of(), List.of(QueryFields.Read.number("value")));
        assertThat(pipeline.fields().get(0).where())
                .containsExactly(
                        new Condition.Comparison("robot", Relation.EQUAL, BigDecimal.ZERO, null),
                        new Condition.Comparison("page", Relation.NOT_EQUAL, null, "it's"));
        assertThat(pipeline.sink())
                .isEqualTo(new Sink("released", "released-withheld", "wiki-hourly-dead-letter", "wiki-ledger", false));
        assertThat(read(Purpose.RUN, "sink.kafka.skip-present=true").sink().skipPresent())
                .isTrue();
        assertThat(pipeline.checkpoint().every()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void running_totals_and_sliding_windows_are_read_with_their_bounds() throws IOException {
        String text = GoodPipeline.TEXT.replace(
                "bounds: {keys-per-window: 3, records-per-cell: 1}",
                "bounds: {keys-per-period: 4, records-per-key: 3, participations: 2, separation: 6}");
        Bounds bounds = Bounds.of(new Bounds.Series(4, 3, 2, 6));
        RunningWindow hourly = RunningWindow.of(Duration.ofHours(1), 24);
        PinnedZone berlin = PinnedZone.of("Europe/Berlin");
        Map<String, Window> windows = Map.of(
                "{running: {every: 1h, horizon: 24}}", hourly,
                "{running: {every: 1h, horizon: 24, reset: {calendar: week, zone: Europe/Berlin, week-start: sunday}}}",
                        hourly.resetting(CalendarPeriod.SUNDAY_WEEK, berlin),
                "{running: {every: 1h, horizon: 24, reset: 1d}}", hourly.resetting(Duration.ofDays(1)),
                "{running: {every: 1h, horizon: unbounded}}",
                        RunningWindow.of(Duration.ofHours(1), SeriesWindow.UNBOUNDED),
                "{sliding: 3h, every: 15m}", SlidingWindow.of(Duration.ofHours(3), Duration.ofMinutes(15)));
        for (Map.Entry<String, Window> window : windows.entrySet()) {
            Query query = read(text.replace("{tumbling: 1h}", window.getKey()), Purpose.RUN)
                    .pipeline()
                    .plan()
                    .queries()
                    .get(0)
                    .query();
            assertThat(query.window()).isEqualTo(window.getValue());
            assertThat(query.bounds()).isEqualTo(bounds);
        }
    }

    @Test
    void post_processing_is_read_and_is_left_out_where_nothing_is_said() throws IOException {
        String text = GoodPipeline.TEXT
                .replace("{tumbling: 1h}", "{running: {every: 1h, horizon: 24}}")
                .replace("keys-per-window: 3, records-per-cell: 1", "keys-per-period: 4")
                .replace("{count: edits}", "{count: edits, monotone: true, non-negative: false}")
                .replace("weight: 2", "weight: 2, non-negative: true");
        List<Aggregate> aggregates = read(text, Purpose.RUN)
                .pipeline()
                .plan()
                .queries()
                .get(0)
                .query()
                .aggregates();
        assertThat(((Scalar) aggregates.get(0)).postProcessing()).isEqualTo(PostProcessing.NONE.monotone());
        assertThat(((Scalar) aggregates.get(1)).postProcessing()).isEqualTo(PostProcessing.NONE.nonNegative());
        Query plain = read(Purpose.RUN).plan().queries().get(0).query();
        assertThat(plain.aggregates())
                .extracting(any -> ((Scalar) any).postProcessing())
                .containsOnly(PostProcessing.NONE);
    }

    @Test
    void a_replay_goes_by_the_times_of_records_and_takes_columns_from_its_input() throws IOException {
        Pipeline pipeline = read(Purpose.REPLAY);
        assertThat(pipeline.clock().by()).isEqualTo(Clock.By.RECORD_TIME);
        assertThat(pipeline.plan().timing()).isEqualTo(new TimeBounds(0, 31L * 86_400_000));
        assertThat(pipeline.source().columns()).isEmpty();
        assertThat(pipeline.withColumns(List.of("page", "robot", "value", "key", "unit", "time"))
                        .source()
                        .columns())
                .hasSize(6);
        assertThatThrownBy(() -> pipeline.withColumns(List.of("time", "key", "value", "robot", "page")))
                .hasMessageContaining("missing: unit");
    }

    @Test
    void a_replay_keeps_delay_and_skew_of_a_clock_that_goes_by_records() throws IOException {
        Pipeline pipeline = read(Purpose.REPLAY, "clock={by: record-time, delay: 5m}");
        assertThat(pipeline.plan().timing()).isEqualTo(new TimeBounds(300_000, 31L * 86_400_000));
    }

    @Test
    void settings_reach_into_lists_and_add_what_is_absent() throws IOException {
        Pipeline pipeline = read(
                Purpose.REPLAY,
                "queries.0.spend.share=0.5",
                "queries.0.key.declared.3=it",
                "queries.0.bounds.cells-per-period=7",
                "privacy.budget={epsilon: 2, delta: 1e-6}",
                "queries.0.key-account.budget={rho: 1}",
                "queries.0.where=robot == 1");
        Query query = pipeline.plan().queries().get(0).query();
        assertThat(query.spend().share()).isEqualByComparingTo("0.5");
        assertThat(query.keys().known()).containsExactly("en", "de", "fr", "it");
        assertThat(query.bounds().cellsPerPeriod()).isEqualTo(7);
        assertThat(pipeline.plan().budget()).isInstanceOf(Budget.Approximate.class);
        assertThat(pipeline.fields().get(0).where()).hasSize(1);
    }

    @Test
    void declared_keys_may_stand_in_a_file_beside_the_pipeline() throws IOException {
        Files.writeString(folder.resolve("keys.txt"), "\ufeffen\r\n\nde\n");
        Pipeline pipeline = read(Purpose.REPLAY, "queries.0.key={field: key, declared-file: keys.txt}");
        assertThat(pipeline.plan().queries().get(0).query().keys().known()).containsExactly("en", "de");
    }

    @Test
    void a_hold_that_a_broker_lets_a_transaction_outlast_draws_a_warning() throws IOException {
        assertThat(read(Purpose.RUN).clock().hold()).isEqualTo(Duration.ofMinutes(16));
        PipelineFile file = read(GoodPipeline.TEXT, Purpose.RUN, "clock.hold=899s");
        assertThat(file.pipeline().clock().hold()).isEqualTo(Duration.ofSeconds(899));
        assertThat(file.warnings())
                .containsExactly(
                        "--set clock.hold: clock.hold: a broker lets transactions stay open for 15m unless told"
                                + " otherwise, was 899s");
        assertThat(read(GoodPipeline.TEXT, Purpose.RUN, "clock.hold=15m").warnings())
                .isEmpty();
        assertThat(read(GoodPipeline.TEXT, Purpose.REPLAY, "clock.hold=1s").warnings())
                .isEmpty();
    }

    @Test
    void a_generous_budget_draws_a_warning() throws IOException {
        PipelineFile file = read(GoodPipeline.TEXT, Purpose.REPLAY, "privacy.budget.epsilon=20");
        assertThat(file.warnings())
                .singleElement()
                .asString()
                .startsWith("--set privacy.budget.epsilon: privacy.budget.epsilon:");
        PipelineFile concentrated = read(
                GoodPipeline.TEXT,
                Purpose.REPLAY,
                "privacy.budget={rho: 3, delta: 1e-6}",
                "queries.0.key-account.budget={epsilon: 9, delta: 1e-6}");
        assertThat(concentrated.warnings()).singleElement().asString().contains("privacy.budget.rho: above epsilon 10");
    }

    @Test
    void nothing_that_a_replay_does_without_needs_to_be_there() throws IOException {
        String text = GoodPipeline.TEXT
                .replaceAll("(?m)^clock:.*\n", "")
                .replaceAll("(?m)^sink:.*\n", "")
                .replaceAll("(?m)^checkpoint:.*\n", "")
                .replaceAll("(?m)^limits:.*\n", "")
                .replaceAll("(?m)^  kafka:.*\n", "");
        Pipeline pipeline = read(text, Purpose.REPLAY).pipeline();
        assertThat(pipeline.sink().released()).isEqualTo("wiki-hourly-released");
        assertThat(pipeline.limits()).isEqualTo(new Limits(1 << 20, 256, 256));
        assertThat(read(text, Purpose.EXPLAIN).pipeline().clock().by()).isEqualTo(Clock.By.RECORD_TIME);
    }

    @Test
    void client_properties_are_read_and_never_shown() throws IOException {
        Files.writeString(folder.resolve("client.properties"), "sasl.password=s3cret\n");
        Pipeline pipeline = read(Purpose.RUN, "source.kafka.properties-file=client.properties");
        assertThat(pipeline.source().kafka().properties()).containsEntry("sasl.password", "s3cret");
        assertThat(pipeline.toString()).doesNotContain("s3cret");
    }

    @Test
    void columns_may_have_another_delimiter_and_then_the_query_reads_something_else() throws IOException {
        assertThat(reads(read(Purpose.RUN, "source.delimiter=tab"))).isNotEqualTo(reads(read(Purpose.RUN)));
    }

    private static String reads(Pipeline pipeline) {
        return pipeline.plan().queries().get(0).query().reads().words();
    }
}
