package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.embedded.BrokerExtension;
import dev.weir.jobs.embedded.EmbeddedBroker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests learners in replays whose tasks are killed, or that are stopped and rescaled. Of a model of every step, whose records go through one
 * feature that is always the same, each exact gradient must be that at the model which the visible row of the step before states: the hinge
 * loss counts records above the label's bound while the score is below 1, and those below the bound while it is above -1. Other queries
 * count both. No record is left out, because the accounts are large.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@ExtendWith(BrokerExtension.class)
@SuppressWarnings("NullAway.Init")
class LearnersCrashIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** The only feature: a constant of 1024 steps is shortened to 1023. */
    private static final double FEATURE = 1023.0 / 1024;

    private static final long HOUR = 3_600_000;

    private static final String PIPELINE = """
            pipeline: learners
            domain: {name: wiki}
            source: {format: csv, time: time, unit: unit}
            clock: {by: record-time, delay: 1m, max-skew: 31d}
            privacy: {unit: user-per-day, budget: {rho: 1, delta: 1e-6}}
            queries:
              - name: steps
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {running: {every: 1h, horizon: 20}}
                release: [{learn: model, by: ftrl, loss: hinge, rate: 1, ball: 1000000, label: {field: value, above: 50}, features: [constant]}]
                spend: {contributions: 3000}
              - name: above
                where: "value > 50"
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {running: {every: 1h, horizon: 20}}
                release: [{count: edits}]
                spend: {contributions: 3000}
              - name: below
                where: "value <= 50"
                key: {field: key, declared: [en, de, fr, a/b, silent]}
                window: {running: {every: 1h, horizon: 20}}
                release: [{count: edits}]
                spend: {contributions: 3000}
              - name: minimum
                key: none
                window: {tumbling: 4h}
                release: [{learn: model, by: output-perturbation, strength: 20, label: {field: value, above: 50}, features: [constant, {field: key, is: en}]}]
                spend: {contributions: 50}
              - name: descent
                key: none
                window: {tumbling: 4h}
                release: [{learn: model, by: noisy-gradient, examples: 2000, label: {field: value, above: 50}, features: [constant, {field: key, is: en}]}]
                spend: {contributions: 50}
            """;

    @TempDir
    private Path folder;

    private MadeUpReplay replay(EmbeddedBroker broker, String name) {
        return new MadeUpReplay(broker, "learners-" + name, folder, PIPELINE);
    }

    @Test
    @Timeout(600)
    void killed_and_rescaled_gradients_are_those_at_visible_models_and_closed_models_are_the_same(EmbeddedBroker broker)
            throws Exception {
        Visible killed = replay(broker, "killed").run("hashmap", Faults.at(0.3, 0.6, 0.8));
        assertThat(killed.copies()).isGreaterThanOrEqualTo(killed.due().size());
        assertGradients(killed);
        Visible rescaled = replay(broker, "rescaled").rescaled(Faults.stops(0.5), 1, 2);
        assertGradients(rescaled);
        assertThat(ofClosed(killed)).isEqualTo(ofClosed(rescaled)).hasSizeGreaterThan(8);
    }

    private static Map<String, Set<String>> ofClosed(Visible replay) {
        return replay.exact().entrySet().stream()
                .filter(row ->
                        row.getKey().startsWith("wiki/minimum/") || row.getKey().startsWith("wiki/descent/"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** A number of the rows of a query, by the query's key and the end of the step, with no number before the first step. */
    private static double value(Map<String, Set<String>> rows, String release, String... path) throws IOException {
        Set<String> row = rows.get(release);
        if (row == null) {
            return 0;
        }
        assertThat(row).as("values of " + release + " that were ever visible").hasSize(1);
        JsonNode value = JSON.readTree(row.iterator().next()).get("values");
        for (String name : path) {
            value = Objects.requireNonNull(value).get(name);
        }
        assertThat(value).as(release).isNotNull();
        return Objects.requireNonNull(value).asDouble();
    }

    private static void assertGradients(Visible replay) throws IOException {
        assertThat(replay.released().keySet()).isEqualTo(replay.due());
        Map<String, Integer> signs = new TreeMap<>();
        for (String release : replay.due()) {
            if (release.startsWith("wiki/steps/")) {
                signs.merge(assertGradient(replay, release), 1, Integer::sum);
            }
        }
        // noise goes either way, so that both classes have been alone in some gradient
        assertThat(signs).hasSizeGreaterThan(1);
    }

    /** @return the classes that count at the step */
    private static String assertGradient(Visible replay, String release) throws IOException {
        int at = release.lastIndexOf('/') + 1;
        String before = release.substring(0, at) + (Long.parseLong(release.substring(at)) - HOUR);
        String[] model = {"model", "coefficients", "constant"};
        double score = FEATURE * value(replay.released(), before, model);
        double gradient = 0;
        if (score < 1) {
            gradient += FEATURE * grown(replay, release, before, "above");
        }
        if (score > -1) {
            gradient -= FEATURE * grown(replay, release, before, "below");
        }
        double exact = value(replay.exact(), release, model) - value(replay.exact(), before, model);
        assertThat(exact).as(release).isEqualTo(gradient, within(1e-6));
        return (score < 1) + " " + (score > -1);
    }

    private static double grown(Visible replay, String release, String before, String query) throws IOException {
        return value(replay.exact(), of(release, query), "edits", "value")
                - value(replay.exact(), of(before, query), "edits", "value");
    }

    private static String of(String release, String query) {
        return release.replace("/steps/", "/" + query + "/");
    }
}
