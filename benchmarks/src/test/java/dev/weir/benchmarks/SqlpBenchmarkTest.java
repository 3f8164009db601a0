package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Runs the benchmark of discovered keys as a whole job at a hundredth of its size. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SqlpBenchmarkTest {

    /** Noise of a seed that is known is no noise: only tests of the operators have a source with one. */
    @Test
    void the_benchmark_takes_no_seed_of_its_noise() {
        StringWriter refused = new StringWriter();
        int status = new CommandLine(new SqlpBenchmark())
                .setErr(new PrintWriter(refused))
                .execute("--steps", "1", "--scale", "0.0001", "--seed", "7", "--noise-seed", "1");
        assertThat(status).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(refused.toString()).contains("--noise-seed");
    }

    /**
     * Noise is fresh. Simulations of the same records ({@code dpsqlp_expected.csv}, 12 each for three seeds) have 996.4 keys and an error of 3343
     * in the mean, with pooled standard deviations of 11 and 16 (36 runs). Both bounds of keys and those of the error are 6 or more such
     * deviations away, which normal noise exceeds with a probability below 1e-8. Too little noise is a failure too.
     */
    @Test
    void a_hundredth_of_the_benchmark_keeps_every_first_record_and_has_the_errors_of_the_declared_noise()
            throws Exception {
        StringWriter printed = new StringWriter();
        int status = new CommandLine(new SqlpBenchmark())
                .setOut(new PrintWriter(printed))
                .execute("--steps", "100", "--scale", "0.01", "--seed", "7");
        assertThat(status).isZero();
        String last = printed.toString().lines().reduce((one, other) -> other).orElseThrow();
        JsonNode figures = new ObjectMapper().readTree(last);
        assertThat(figures.fieldNames())
                .toIterable()
                .containsExactly(
                        ("steps scale seed records kept keys linf linf_released l1 l2 seconds records_per_second rows"
                                        + " heap_mb epsilon delta threshold_first threshold_last")
                                .split(" "));
        assertThat(figures.get("records").asLong()).isEqualTo(597_058);
        assertThat(figures.get("kept").asLong()).isEqualTo(596_740);
        assertThat(figures.get("threshold_first").asLong()).isEqualTo(70);
        assertThat(figures.get("threshold_last").asLong()).isEqualTo(111);
        assertThat(figures.get("keys").asLong()).isBetween(930L, 1064L);
        assertThat(figures.get("l2").asDouble()).isBetween(3240.0, 3450.0);
    }
}
