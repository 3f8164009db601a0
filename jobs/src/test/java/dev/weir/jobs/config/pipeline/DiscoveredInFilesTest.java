package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.explain.Card;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.aggregate.DistinctUnits;
import dev.weir.operators.keys.DiscoveredKeys;
import dev.weir.operators.query.Query;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests keys that nobody declares in pipeline files, and what the card says about them. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredInFilesTest {

    private static final String TEXT = """
            pipeline: p
            domain: {name: d}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 0s, max-skew: 1d}
            privacy: {unit: user, budget: {epsilon: 1, delta: 1e-6}}
            queries:
              - name: pages
                key: {field: page, discovered: {delta: 5e-7}}
                window: {tumbling: 1d}
                bounds: {records-per-cell: 1}
                release: [{count: editors}]
                spend: {contributions: 3}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline read(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline();
    }

    @Test
    void a_job_that_runs_on_takes_them() throws IOException {
        String live = TEXT.replace(
                                "source: {",
                                "source: {kafka: {brokers: 'localhost:9092', topic: edits}, columns: [time, unit, page], ")
                        .replace(
                                "{by: record-time, delay: 0s, max-skew: 1d}",
                                "{by: append-time, delay: 5s, max-skew: 1m, idle: 15s}")
                + "sink: {kafka: {topic: released}}\ncheckpoint: {every: 5s, dir: '" + folder.toUri() + "'}\n";
        Path file = Files.writeString(folder.resolve("p.yaml"), live);
        Pipeline pipeline = PipelineFile.read(file, List.of(), Purpose.RUN).pipeline();
        assertThat(pipeline.plan().queries().get(0).query().keys().discovered()).isPresent();
    }

    /** Numbers of windows are those of `calc select-window`; those of running totals are of series that may go on behind their horizon. */
    @Test
    void the_card_says_which_keys_appear_and_what_delta_pays_for() throws IOException {
        Pipeline pipeline = read(TEXT);
        assertThat(pipeline.plan().queries().get(0).query().keys())
                .isEqualTo(new DiscoveredKeys(Delta.atMost(new BigDecimal("5e-7")), "editors", 1));
        assertThat(Card.of(pipeline).json().replace(" ", ""))
                .contains("\"keys\":{\"discovered\":true,\"by\":\"editors\",\"delta\":0.0000005,\"touches\":3,")
                .contains("\"threshold\":{\"1\":41},\"units50\":41,\"units95\":53,\"until\":\"window\"");
        assertThat(Card.of(pipeline).text())
                .contains("a key has a row in a window where its noisy editors is 41 or more")
                .contains("at delta 0.000001");
        String running = TEXT.replace("{tumbling: 1d}", "{running: {every: 5m, horizon: 288}}")
                .replace("records-per-cell: 1", "keys-per-period: 3, records-per-key: 1");
        assertThat(Card.of(read(running)).json().replace(" ", ""))
                .contains(
                        "\"examinations\":288,\"pre_threshold\":1,\"threshold\":{\"1\":80,\"288\":135},\"units50\":135,\"units95\":171");
    }

    /** What is hidden has its price, and decides which keys appear. With the whole delta for keys a draw decides, and there is no threshold. */
    @Test
    void where_no_count_is_released_a_count_of_units_that_no_row_states_announces_keys() throws IOException {
        String mean = TEXT.replace("[{count: editors}]", "[{mean: size, clamp: [0, 5], grid: 1}]")
                .replace("{delta: 5e-7}", "{delta: 5e-7, weight: 3}");
        Pipeline pipeline = read(mean);
        Query query = pipeline.plan().queries().get(0).query();
        assertThat(query.aggregates().get(1)).isEqualTo(new DistinctUnits(DistinctUnits.HIDDEN, new BigDecimal("3")));
        assertThat(query.keys().discovered().orElseThrow().by()).isEqualTo(DistinctUnits.HIDDEN);
        assertThat(Card.of(pipeline).text()).contains("its noisy units (not released) is ");
        Query alone = read(TEXT.replace("[{count: editors}]", "[]"))
                .plan()
                .queries()
                .get(0)
                .query();
        assertThat(alone.aggregates()).containsExactly(new DistinctUnits(DistinctUnits.HIDDEN, BigDecimal.ONE));
        Card drawn = Card.of(read(mean.replace("{delta: 5e-7, weight: 3}", "{delta: 1e-6}")));
        assertThat(drawn.text())
                .contains("a draw by the number of its units decides")
                .doesNotContain("its noisy units (not released) is");
        assertThat(drawn.json().replace(" ", "")).contains("\"drawn\":true");
    }

    /** The losses to the domain are those of its noise, which has the rest of its delta, and of the keys of all its pipelines. */
    @Test
    void a_domains_budget_of_which_a_part_pays_for_keys_is_shared_by_pipelines_with_and_without_them()
            throws IOException {
        String shared = "{name: d, budget: {epsilon: 2, delta: 1.5e-6}, delta-for-keys: 1e-6}";
        Pipeline pipeline = read(TEXT.replace("{name: d}", shared));
        assertThat(pipeline.domainBudget())
                .isEqualTo(new BudgetSplit(
                        new Budget.Approximate(new BigDecimal("2"), Delta.atMost(new BigDecimal("1.5e-6"))),
                        Delta.atMost(new BigDecimal("1e-6"))));
        assertThat(Card.of(pipeline).text())
                .contains("a part of the domain's: epsilon 2, delta 0.0000015, of which 0.000001 for keys, for all")
                .contains("epsilon 2 at delta 0.0000015 in all to all pipelines of the domain");
        assertThat(Card.of(pipeline).json().replace(" ", ""))
                .contains("\"domain-budget\":{\"epsilon\":2,\"delta\":0.0000015,\"delta-for-keys\":0.000001}");
        String declared = TEXT.replace("{name: d}", shared)
                .replace("discovered: {delta: 5e-7}", "declared: [a]")
                .replace("budget: {epsilon: 1, delta: 1e-6}}", "budget: {epsilon: 1, delta: 5e-7}}");
        assertThat(read(declared).domainBudget()).isEqualTo(pipeline.domainBudget());
    }

    @Test
    void keys_of_several_fields_are_discovered_together() throws IOException {
        Pipeline pipeline = read(TEXT.replace("{field: page, ", "{fields: [page, lang], "));
        assertThat(pipeline.plan().queries().get(0).query().keys().attributes()).containsExactly("page", "lang");
        assertThat(Card.of(pipeline).json().replace(" ", "")).contains("\"attributes\":[\"page\",\"lang\"]");
    }

    @Test
    void keys_alone_are_announced_by_no_released_count() {
        String alone = TEXT.replace("[{count: editors}]", "[]").replace("{delta: 5e-7}", "{delta: 5e-7, by: editors}");
        InvalidPipeline invalid = catchThrowableOfType(InvalidPipeline.class, () -> read(alone));
        assertThat(invalid.problems())
                .anyMatch(problem -> problem.contains("discovered.by: must be left out where nothing is released"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{running: {every: 5m, horizon: 288}} | {tumbling: 1d} | bounds",
                "{field: page, declared: [a], discovered | {field: page, discovered | exactly one of declared",
                "{field: page, others: rest, discovered | {field: page, discovered | key.others: must be left out",
                "{cube: [page, user], discovered | {field: page, discovered | must stand with field or fields",
                "{delta: 5e-7, weight: 2} | {delta: 5e-7} | weight: must be left out where a released count",
                "{delta: 5e-7, every: 2} | {delta: 5e-7} | every must be left out but for running totals",
                "{delta: 5e-7, by: users} | {delta: 5e-7} | by must name a count or distinct-units",
                "{delta: 2e-6} | {delta: 5e-7} | must have at most the delta",
                "{by: editors} | {delta: 5e-7} | delta: must be given",
                "{delta: 5e-7, pre-threshold: 0} | {delta: 5e-7} | pre-threshold: must be",
                "bounds: {keys-per-window: 1} | bounds: {records-per-cell: 1} | records-per-cell must be stated",
                "budget: {epsilon: 1} | budget: {epsilon: 1, delta: 1e-6} | needs privacy.budget.delta",
                "{name: d, budget: {epsilon: 2, delta: 1e-6}} | {name: d} | delta-for-keys: must be given where keys are discovered",
                "{name: d, budget: {epsilon: 2, delta: 2e-6}, delta-for-keys: 1e-6} | {name: d} | must leave the delta that this pipeline has",
                "{name: d, budget: {epsilon: 2, delta: 9e-7}, delta-for-keys: 4e-7} | {name: d} | budget: must hold privacy.budget; p half",
                "{name: d, budget: {epsilon: 0.5, delta: 1e-6}, delta-for-keys: 5e-7} | {name: d} | budget: must hold privacy.budget; p half",
                "{name: d, budget: {epsilon: 2}, delta-for-keys: 5e-7} | {name: d} | delta-for-keys: needs domain.budget.delta",
                "{name: d, delta-for-keys: 5e-7} | {name: d} | delta-for-keys: must stand with domain.budget",
                "{name: d, budget: {rho: 1, delta: 5e-7}, delta-for-keys: 5e-7} | {name: d} | must be at most the delta of domain.budget",
                "{name: d, budget: {epsilon: 2, delta: 5e-7}, delta-for-keys: 6e-7} | {name: d} | must be at most the delta of domain.budget",
                "{delta: 5e-7, by: n} | {delta: 5e-7} | by must name a count",
                "{sliding: 2d, every: 1d} | {tumbling: 1d} | bounds.records-per-cell: is for tumbling windows",
            })
    void what_does_not_go_with_discovered_keys_has_a_line_of_its_own(String wrong, String right, String line) {
        assertThat(TEXT).contains(right);
        InvalidPipeline invalid = catchThrowableOfType(InvalidPipeline.class, () -> read(TEXT.replace(right, wrong)));
        assertThat(invalid.problems()).anyMatch(problem -> problem.contains(line));
    }
}
