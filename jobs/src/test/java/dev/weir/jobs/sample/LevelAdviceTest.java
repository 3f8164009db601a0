package dev.weir.jobs.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class LevelAdviceTest {

    private static Pipeline pipeline(String... settings) {
        return PipelineFile.read(
                        Path.of("..", "examples", "rides-districts.yaml"), List.of(settings), Pipeline.Purpose.REPLAY)
                .pipeline()
                .withColumns(List.of("time", "unit", "key", "value"));
    }

    /** Returns what is said of riders who all ride so often in the same hour, half of them from the market and half from the hills. */
    private static List<String> lines(Pipeline pipeline, int riders, int rides) {
        SampleReport report = new SampleReport(pipeline);
        for (int ride = 0; ride < rides; ride++) {
            for (int rider = 0; rider < riders; rider++) {
                String time = "2026-03-02T10:00:00Z";
                String line = time + ",canary-" + rider + "," + (rider % 2 == 0 ? "market" : "hills") + ",1003";
                report.add(
                        line.getBytes(StandardCharsets.UTF_8),
                        Instant.parse(time).toEpochMilli());
            }
        }
        return report.lines();
    }

    /** One ride of each rider counts, so 2000 of all and 1000 of each district and zone are compared with the noise of their levels. */
    @Test
    void the_noise_of_each_level_is_compared_with_what_counts_of_the_sample() {
        Pipeline pipeline = pipeline();
        LevelPlan plan = pipeline.plan()
                .queries()
                .get(0)
                .levelPrice()
                .orElseThrow()
                .plans()
                .get(0);
        double[] stddevs = LevelErrors.published(plan);
        double district = (stddevs[1] + stddevs[2] + stddevs[3]) / 3;
        List<String> lines = lines(pipeline, 2000, 3);
        assertThat(lines).contains("query districts", "  rides", "  fares", "  units");
        assertThat(lines.get(2)).startsWith("    everything").contains("1 row, noise is " + percent(stddevs[0], 2000));
        assertThat(lines.get(3)).startsWith("    district ").contains("3 rows, noise is " + percent(district, 1000));
        assertThat(lines.get(4)).startsWith("    district, key").contains("4 rows, noise is ");
        assertThat(lines)
                .anySatisfy(
                        line -> assertThat(line).contains("records of a unit in its period: 3 in half of all cases"))
                .anySatisfy(line -> assertThat(line)
                        .isEqualTo(
                                "  keys             4 declared, 2 of them in the sample; 0 records have 0 keys that are"
                                        + " not declared"));
        assertThat(String.join(" ", lines)).doesNotContain("canary", "market", "hills");
    }

    private static String percent(double stddev, double size) {
        return Percent.of(stddev / size);
    }

    @Test
    void a_level_without_noise_of_its_own_is_said_to_be_estimated() {
        List<String> lines = lines(pipeline("queries.0.spend.favour=rows", "queries.0.spend.per-window=2"), 100, 1);
        assertThat(lines).anySatisfy(line -> assertThat(line).contains("estimated from those of other levels"));
    }

    @Test
    void a_sample_without_declared_keys_says_so() {
        SampleReport report = new SampleReport(pipeline());
        report.add("2026-03-02T10:00:00Z,u,elsewhere,1003".getBytes(StandardCharsets.UTF_8), 0);
        assertThat(report.lines().get(1)).contains("no record of the sample has a declared key: 1 others have");
    }
}
