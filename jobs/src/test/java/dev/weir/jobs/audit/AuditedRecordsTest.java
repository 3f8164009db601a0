package dev.weir.jobs.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.text.TimeFormat;
import dev.weir.testing.scenario.BaseCells;
import dev.weir.testing.scenario.Step;
import dev.weir.testing.scenario.Step.Person;
import dev.weir.testing.scenario.Step.Size;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests in which cells the made records lie, from which the claims of an audit follow. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class AuditedRecordsTest {

    private static final String PIPELINE = """
            pipeline: p
            domain: {name: d}
            source: {format: json, time: t, unit: u}
            privacy: {unit: user-per-day, budget: {rho: 2.0, delta: 1e-6}}
            queries:
              - {name: large, where: "v > 100", key: {levels: [{field: region}, {field: town}], declared: [[r, a], [r, b], [s, a]]}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: small, where: "v < 0", key: {levels: [{field: region}, {field: town}], declared: [[r, a], [r, b], [s, a]]}, window: {tumbling: 1h}, release: [{count: n}], spend: {contributions: 1}}
              - {name: plain, key: {field: town, declared: [a, b]}, window: {tumbling: 1h}, release: [{sum: v, clamp: [-1000, 1000]}], spend: {contributions: 1}}
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private Pipeline pipeline() throws Exception {
        return pipeline("2.0");
    }

    private Pipeline pipeline(String rho) throws Exception {
        Path file = Files.writeString(folder.resolve("p.yaml"), PIPELINE.replace("2.0", rho));
        return PipelineFile.read(file, List.of(), Purpose.REPLAY).pipeline().withTimes(TimeFormat.STANDARD);
    }

    private static Step step(int key, Size size) {
        return new Step(0, 0, key, size, Person.CANARY);
    }

    @Test
    void a_query_that_takes_small_values_alone_has_a_cell_for_these_and_none_for_large_ones() throws Exception {
        AuditedRecords records = new AuditedRecords(AuditedKeys.of(pipeline()));
        assertThat(records.cell(0, step(2, Size.LARGEST))).isEqualTo(2);
        assertThat(records.cell(1, step(2, Size.LARGEST))).isEqualTo(BaseCells.NONE);
        assertThat(records.cell(2, step(1, Size.LARGEST))).isEqualTo(1);
        assertThat(records.cell(0, step(2, Size.SMALLEST))).isEqualTo(BaseCells.NONE);
        assertThat(records.cell(1, step(2, Size.SMALLEST))).isEqualTo(2);
        assertThat(records.cell(2, step(1, Size.SMALLEST))).isEqualTo(1);
    }

    @Test
    void a_query_that_does_not_declare_a_key_has_no_cell_for_it() throws Exception {
        AuditedRecords records = new AuditedRecords(AuditedKeys.of(pipeline()));
        assertThat(records.cell(2, step(2, Size.SMALLEST))).isEqualTo(BaseCells.NONE);
        assertThat(records.cell(1, step(Step.UNDECLARED, Size.SMALLEST))).isEqualTo(BaseCells.NONE);
    }

    /** Two queries with levels and one without: 1000 queries have room for 49 worlds of 10 scenarios, and shares of 9000 for 44 where each has 10. */
    @Test
    void a_job_has_as_many_worlds_as_copies_of_queries_with_levels_fit_into_a_plan() throws Exception {
        List<PricedQuery> queries = pipeline().plan().queries();
        assertThat(WorldQueries.most(queries.subList(2, 3), 10)).isEqualTo(Long.MAX_VALUE);
        assertThat(WorldQueries.most(queries, 10)).isEqualTo(48);
        assertThat(WorldQueries.most(pipeline("30.0").plan().queries(), 10)).isEqualTo(44);
        assertThat(WorldQueries.most(Collections.nCopies(12, queries.get(0)), 12))
                .isEqualTo(6);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorldQueries.most(Collections.nCopies(60, queries.get(0)), 12))
                .withMessageContaining("queries with levels must be fewer");
    }
}
