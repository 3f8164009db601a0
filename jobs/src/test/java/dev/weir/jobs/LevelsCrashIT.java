package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests levels, and several windows from one series, in replays that are killed between draws and rows, or stopped and rescaled: every row comes once,
 * the rows of every window agree over keys, those of one series over time, and the exact totals are those of an undisturbed replay.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@SuppressWarnings("NullAway.Init")
class LevelsCrashIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String PIPELINE = """
            pipeline: levels
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {epsilon: 1, delta: 1e-6}}
            queries:
              - name: tree
                key: {levels: [{field: key}], declared: [en, de, fr, a/b, silent], others: rest}
                window: {tumbling: 10m}
                bounds: {keys-per-window: 3, records-per-cell: 2}
                release: [{count: edits, non-negative: true}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 6, per-window: 1}
              - name: sets
                key: {sets: [[key], []], declared: {key: [en, de, fr, a/b]}, others: {key: rest}}
                window: {tumbling: 1h}
                release: [{count: edits, raw: true}, {sum: value, as: added, clamp: [-10, 100]}]
                spend: {contributions: 6, per-window: 2}
              - name: so-far
                key: {levels: [{field: key}], declared: [en, de, fr, a/b, silent], others: rest}
                window: {running: {every: 10m, horizon: 48, reset: 1d}}
                bounds: {keys-per-period: 3, records-per-key: 2}
                release: [{count: edits, non-negative: true}, {sum: value, as: added, clamp: [0, 100]}]
                spend: {contributions: 6}
              - name: last-hours
                key: {sets: [[key], []], declared: {key: [en, de, fr, a/b]}, others: {key: rest}}
                window: {sliding: 3h, every: 1h}
                release: [{count: edits, raw: true}, {sum: value, as: added, clamp: [-10, 100]}]
                spend: {contributions: 6}
              - name: windows
                key: {field: key, declared: [en, de]}
                window:
                  base: 10m
                  horizon: 144
                  releases:
                    - {last: 10m}
                    - {last: 3h, every: 1h}
                    - {name: apia-day, calendar: day, zone: Pacific/Apia}
                release: [{count: edits}, {sum: value, as: added, clamp: [-10, 100]}]
                spend: {contributions: 6}
              - name: flat
                key: {field: key, declared: [en, de]}
                window: {tumbling: 1h}
                release: [{count: edits}]
                spend: {contributions: 6}
            """;

    private Path folder;

    private Visible undisturbed;

    @BeforeAll
    void replay_undisturbed(EmbeddedBroker broker, @TempDir Path kept) throws Exception {
        folder = kept;
        undisturbed = replay(broker, "levels-undisturbed").run("hashmap", Faults.none());
        assertSums(undisturbed);
    }

    private MadeUpReplay replay(EmbeddedBroker broker, String name) {
        return new MadeUpReplay(broker, name, folder, PIPELINE);
    }

    @Test
    @Timeout(600)
    void killed_three_times_every_row_comes_once_and_sums_agree(EmbeddedBroker broker) throws Exception {
        Visible killed = replay(broker, "levels-killed").run("hashmap", Faults.at(0.25, 0.5, 0.75));
        assertThat(killed.counters()).isEqualTo(undisturbed.counters());
        assertThat(killed.copies()).isGreaterThan(killed.due().size());
        assertSums(killed);
        assertThat(killed.exact()).isEqualTo(undisturbed.exact());
    }

    @Test
    @Timeout(600)
    void stopped_and_rescaled_every_row_comes_once_and_sums_agree(EmbeddedBroker broker) throws Exception {
        Visible rescaled = replay(broker, "levels-rescaled").rescaled(Faults.stops(0.3, 0.6), 1, 2, 1);
        assertSums(rescaled);
        assertThat(rescaled.exact()).isEqualTo(undisturbed.exact());
    }

    /** Checks that each release of the schedule has one value, and that the rows below a total add up to it. */
    private static void assertSums(Visible visible) throws Exception {
        assertThat(visible.released().keySet()).isEqualTo(visible.due());
        assertThat(visible.released().values())
                .allSatisfy(values -> assertThat(values).hasSize(1));
        Map<String, BigDecimal> totals = new TreeMap<>();
        Map<String, BigDecimal> sums = new TreeMap<>();
        add(visible.released(), totals, sums);
        assertThat(totals).hasSizeGreaterThan(250);
        assertThat(sums.keySet()).isEqualTo(totals.keySet());
        totals.forEach((window, total) -> assertThat(sums.get(window)).isEqualByComparingTo(total));
        assertThat(visible.exact().keySet()).isEqualTo(visible.due());
        assertWindowsAgree(visible.released());
    }

    /** Checks that windows of one series are the sums of the steps that they consist of, as they are published. */
    private static void assertWindowsAgree(Map<String, Set<String>> rows) throws Exception {
        Map<String, NavigableMap<Instant, JsonNode>> windows = new TreeMap<>();
        for (Set<String> row : rows.values()) {
            JsonNode read = JSON.readTree(row.iterator().next());
            if (read.has("release-name")) {
                String place = read.get("release-name").asText() + " "
                        + read.get("key").asText();
                windows.computeIfAbsent(place, any -> new TreeMap<>()).put(time(read, "start"), read);
            }
        }
        assertThat(windows.keySet())
                .containsExactly("10m de", "10m en", "3h de", "3h en", "apia-day de", "apia-day en");
        for (String key : Set.of(" de", " en")) {
            NavigableMap<Instant, JsonNode> steps = Objects.requireNonNull(windows.get("10m" + key));
            // windows that begin within the schedule may end behind its last step
            List<JsonNode> whole = Objects.requireNonNull(windows.get("3h" + key)).values().stream()
                    .filter(window -> steps.containsKey(time(window, "end").minusSeconds(600)))
                    .toList();
            assertThat(whole).hasSizeGreaterThanOrEqualTo(17).allSatisfy(window -> assertIsSum(window, steps));
        }
    }

    private static void assertIsSum(JsonNode window, NavigableMap<Instant, JsonNode> steps) {
        var parts = steps.subMap(time(window, "start"), time(window, "end")).values();
        assertThat(parts).hasSize(18);
        for (String value : Set.of("edits", "added")) {
            assertThat(number(window, value))
                    .isEqualTo(parts.stream()
                            .mapToLong(step -> number(step, value))
                            .sum());
        }
    }

    private static Instant time(JsonNode row, String bound) {
        return Instant.parse(row.at("/window/" + bound).asText());
    }

    private static long number(JsonNode row, String value) {
        return row.at("/values/" + value + "/value").asLong();
    }

    private static void add(Map<String, Set<String>> rows, Map<String, BigDecimal> totals, Map<String, BigDecimal> sums)
            throws Exception {
        for (Set<String> row : rows.values()) {
            JsonNode read = JSON.readTree(row.iterator().next());
            if (read.get("key").isObject()) {
                for (String value : Set.of("edits", "added")) {
                    String window =
                            read.get("query").asText() + read.at("/window/end").asText() + value;
                    BigDecimal number = new BigDecimal(
                            read.at("/values/" + value + "/value").asText());
                    if (read.get("key").isEmpty()) {
                        totals.put(window, number);
                    } else {
                        sums.merge(window, number, BigDecimal::add);
                    }
                }
            }
        }
    }
}
