package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests running totals and sliding windows of values of several numbers. Replays whose tasks are killed in the middle of a
 * series, or that are stopped and rescaled there, are compared with an undisturbed replay.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@SuppressWarnings("NullAway.Init")
class SeriesBlockCrashIT {

    private static final String PURE = "epsilon: 1";

    private static final String APPROXIMATE = "epsilon: 1, delta: 1e-6";

    private static final String PIPELINE = """
            pipeline: series
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {BUDGET}}
            queries:
              - name: running
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {running: {every: 1h, horizon: 20}}
                release:
                  - {count: edits}
                  - {mean: value, as: size, clamp: [0, 100]}
                  - {variance: value, as: spread, clamp: [0, 100]}
                  - {median: value, as: middle, range: [0, 100]}
                spend: {contributions: 6}
              - name: sliding
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {sliding: 5h, every: 1h}
                release:
                  - {mean: value, as: size, clamp: [0, 100]}
                  - {histogram: value, as: sizes, edges: [10, 50]}
                spend: {contributions: 6}
            """;

    @TempDir
    private Path folder;

    @Test
    @Timeout(600)
    void killed_the_series_of_a_block_go_on(EmbeddedBroker broker) throws Exception {
        Visible undisturbed = replay(broker, "pure", PURE).run("rocksdb", Faults.none());
        assertThat(undisturbed.exact().values().toString()).contains("interval", "spread", "counts");
        Visible killed = replay(broker, "killed", PURE).run("rocksdb", Faults.at(0.3, 0.6, 0.8));
        assertThat(killed.copies()).isGreaterThanOrEqualTo(killed.due().size());
        assertSame(killed, undisturbed);
    }

    @Test
    @Timeout(600)
    void rescaled_the_series_of_a_block_go_on(EmbeddedBroker broker) throws Exception {
        Visible undisturbed = replay(broker, "approximate", APPROXIMATE).run("hashmap", Faults.none());
        assertSame(replay(broker, "rescaled", APPROXIMATE).rescaled(Faults.stops(0.4, 0.7), 1, 2, 1), undisturbed);
    }

    private MadeUpReplay replay(EmbeddedBroker broker, String name, String budget) {
        return new MadeUpReplay(broker, "block-" + name, folder, PIPELINE.replace("BUDGET", budget));
    }

    /** Checks that every step has only one value that was ever visible, and the same exact values as the undisturbed replay. */
    private static void assertSame(Visible series, Visible expected) {
        assertThat(series.released().keySet()).isEqualTo(expected.due());
        assertThat(series.released().values())
                .allSatisfy(values -> assertThat(values).hasSize(1));
        assertThat(series.exact()).isEqualTo(expected.exact());
    }
}
