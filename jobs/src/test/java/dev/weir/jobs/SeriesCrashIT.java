package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedTotals;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests running totals and sliding windows. Replays whose tasks are killed at random points in the middle of the horizon, or
 * that are stopped and rescaled there, are compared with an undisturbed replay. The noise of {@value #KEYS} keys is the
 * difference of released and exact values. It is from the cryptographic generator, and {@link SeriesLaw} states the
 * false-alarm probability.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class SeriesCrashIT {

    private static final int KEYS = 2000;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The stream fills the twenty steps of the horizon, and some windows more. */
    private static final String PIPELINE = """
            pipeline: series
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {epsilon: 1, delta: 1e-6}}
            queries:
              - name: running
                key: {field: key, declared: [%1$s]}
                window: {running: {every: 1h, horizon: 20}}
                bounds: {keys-per-period: 3, records-per-key: 4}
                release: [{count: edits}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 6}
              - name: sliding
                key: {field: key, declared: [%1$s]}
                window: {sliding: 5h, every: 1h}
                bounds: {keys-per-period: 3, records-per-key: 4}
                release: [{count: edits}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 6}
            """.formatted(IntStream.range(0, KEYS - 4)
            .mapToObj(i -> "k" + i)
            .collect(Collectors.joining(", ", "en, de, fr, a/b, ", "")));

    private Path folder;

    private Visible undisturbed;

    private Plan plan;

    @BeforeAll
    void replay_undisturbed(EmbeddedBroker broker, @TempDir Path kept) throws Exception {
        folder = kept;
        MadeUpReplay replay = replay(broker, "series-undisturbed");
        undisturbed = replay.run("hashmap", Faults.none());
        plan = replay.pipeline().plan();
    }

    private MadeUpReplay replay(EmbeddedBroker broker, String name) {
        return new MadeUpReplay(broker, name, folder, PIPELINE);
    }

    /** Returns three points of the stream, in its second, third and last quarter. */
    private static double[] points(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.rangeClosed(1, 3)
                .mapToDouble(i -> 0.25 * i + random.nextDouble(-0.1, 0.1))
                .toArray();
    }

    @Test
    @Timeout(600)
    void killed_at_random_points_a_series_goes_on_as_the_same_series(EmbeddedBroker broker) throws Exception {
        Visible killed = replay(broker, "series-killed").run("rocksdb", Faults.at(points(2)));
        assertThat(killed.copies()).isGreaterThan(killed.due().size());
        assertThat(killed.counters()).isEqualTo(undisturbed.counters());
        assertSameSeries(killed, undisturbed);
    }

    @Test
    @Timeout(600)
    void rescaled_at_random_points_a_series_goes_on_as_the_same_series(EmbeddedBroker broker) throws Exception {
        double[] points = points(3);
        Visible rescaled = replay(broker, "series-rescaled").rescaled(Faults.stops(points[0], points[1]), 1, 2, 1);
        assertSameSeries(rescaled, undisturbed);
    }

    /**
     * Checks that every step has one value, the same exact values as the undisturbed replay, and noise of the declared
     * distribution.
     */
    private void assertSameSeries(Visible series, Visible expected) throws IOException {
        assertThat(series.released().keySet()).isEqualTo(expected.due());
        assertThat(series.released().values())
                .allSatisfy(values -> assertThat(values).hasSize(1));
        assertThat(series.exact()).isEqualTo(expected.exact());
        for (PricedQuery query : plan.queries()) {
            assertThat(new SeriesLaw((PricedTotals) query).distance(noise(series, query)))
                    .as(query.query().name())
                    .isLessThan(1);
        }
    }

    /** Tests faulty noise: lost half-way, as if the state did not contain it, or drawn anew at each step. */
    @Test
    void noise_that_is_lost_half_way_or_drawn_anew_has_another_law() throws IOException {
        for (PricedQuery query : plan.queries()) {
            SeriesLaw law = new SeriesLaw((PricedTotals) query);
            double[][][] noise = noise(undisturbed, query);
            assertThat(law.distance(noise)).isLessThan(1);
            assertThat(law.distance(shifted(noise, step -> 2 * step < noise[0].length ? 0 : 7)))
                    .isGreaterThan(2);
            assertThat(law.distance(shifted(noise, step -> 7 * step))).isGreaterThan(2);
        }
    }

    /** Replaces the noise of each series at a step by that of another series, {@code by} positions further on. */
    private static double[][][] shifted(double[][][] noise, IntUnaryOperator by) {
        double[][][] shifted = new double[noise.length][noise[0].length][];
        for (int aggregate = 0; aggregate < noise.length; aggregate++) {
            for (int step = 0; step < noise[0].length; step++) {
                double[] from = noise[aggregate][step];
                int shift = by.applyAsInt(step);
                shifted[aggregate][step] = IntStream.range(0, from.length)
                        .mapToDouble(i -> from[(i + shift) % from.length])
                        .toArray();
            }
        }
        return shifted;
    }

    /** Returns the noise by aggregate, step and key. */
    private static double[][][] noise(Visible series, PricedQuery query) throws IOException {
        Map<Long, double[][]> byEnd = new TreeMap<>();
        Map<String, Integer> keys = new HashMap<>();
        query.query().keys().known().forEach(key -> keys.put(key, keys.size()));
        for (Map.Entry<String, Set<String>> row : series.released().entrySet()) {
            if (row.getKey().startsWith("wiki/" + query.query().name() + "/")) {
                JsonNode released = only(row.getValue());
                JsonNode exact = only(series.exact().getOrDefault(row.getKey(), Set.of()));
                long end = Long.parseLong(row.getKey().substring(row.getKey().lastIndexOf('/') + 1));
                double[][] at = byEnd.computeIfAbsent(end, any -> new double[2][KEYS]);
                int key = Objects.requireNonNull(keys.get(released.get("key").asText()));
                at[0][key] = difference(released, exact, "/values/edits/value");
                at[1][key] = difference(released, exact, "/values/added/value");
            }
        }
        return IntStream.range(0, 2)
                .mapToObj(aggregate ->
                        byEnd.values().stream().map(at -> at[aggregate]).toArray(double[][]::new))
                .toArray(double[][][]::new);
    }

    private static JsonNode only(Set<String> rows) throws IOException {
        assertThat(rows).hasSize(1);
        return JSON.readTree(rows.iterator().next());
    }

    private static double difference(JsonNode row, JsonNode exact, String value) {
        return row.at(value).asLong() - exact.at(value).asLong();
    }
}
