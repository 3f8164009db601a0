package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import dev.weir.sql.write.ScriptWriter;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Pipelines go to SQL and back unchanged. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class GeneratedPlansTest {

    private static final int PLANS = 500;

    private final Random random = new Random(20261125);

    @Test
    void five_hundred_plans_go_to_text_and_back() {
        for (int i = 0; i < PLANS; i++) {
            String yaml = pipeline();
            Problems problems = new Problems();
            String sql = new ScriptWriter(Scripts.tree(".yaml", new Problems(), yaml), problems).write();
            assertThat(problems.lines()).as(yaml).isEmpty();
            Problems read = new Problems();
            Item back = Scripts.tree(".sql", read, sql);
            var after = Scripts.pipeline(back, read);
            var before = Scripts.pipeline(Scripts.tree(".yaml", new Problems(), yaml), new Problems());
            assertThat(Scripts.fingerprints(after)).as(yaml + sql).isEqualTo(Scripts.fingerprints(before));
            assertThat(Scripts.card(after)).as(yaml + sql).isEqualTo(Scripts.card(before));
        }
    }

    private String one(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private String pipeline() {
        return "pipeline: made\n"
                + "domain: {name: made}\n"
                + "source: {format: " + one("csv, columns: [time, unit, a, b, c, n, m, k]", "json")
                + ", time: time, unit: unit}\n"
                + "clock: "
                + one("{by: append-time, delay: 5s, max-skew: 1m}", "{by: record-time, delay: 2m, max-skew: 31d}")
                + "\nprivacy: {unit: " + one("user-per-day", "user", "user-per-hour") + ", budget: "
                + one("{epsilon: 1, delta: 1e-6}", "{rho: 0.1, delta: 1e-6}") + "}\n"
                + "queries:\n" + query("one") + (random.nextBoolean() ? query("two") : "")
                + one("", "sink: {kafka: {topic: out, withheld: kept}}\n")
                + one("", "limits: {key-bytes: 64}\n");
    }

    private String query(String name) {
        return random.nextInt(8) == 0 ? discovered(name) : declared(name);
    }

    /** A query whose keys nobody declares. */
    private String discovered(String name) {
        boolean isSeries = random.nextBoolean();
        return "  - name: " + name + "\n" + where() + "    key: {field: a, discovered: {delta: 2e-7"
                + one("", ", by: rows") + (isSeries ? one("", ", every: 4") : "") + "}}\n    window: "
                + (isSeries
                        ? "{running: {every: 15m, horizon: 96, reset: 1d}}"
                        : one("{tumbling: 1h}", "{calendar: day, zone: UTC}"))
                + "\n    bounds: "
                + (isSeries ? "{keys-per-period: 2, records-per-key: 1}" : "{keys-per-window: 2, records-per-cell: 1}")
                + "\n    release: [{count: rows}]\n    spend: {contributions: " + (2 + random.nextInt(8)) + "}\n";
    }

    private String declared(String name) {
        String window = one(
                "{tumbling: 1h}",
                "{tumbling: 7d, offset: 4d}",
                "{sliding: 6h, every: 30m}",
                "{running: {every: 15m, horizon: 96, reset: 1d}}",
                "{running: {every: 1d, horizon: unbounded}}",
                "{base: 15m, horizon: 96, releases: [{last: 1h}, {name: a.b, calendar: day, zone: Asia/Kathmandu}]}",
                "{base: 1h, offset: 30m, horizon: unbounded, releases: [{calendar: week, zone: Asia/Kolkata, week-start: sunday},"
                        + " {last: 6h, every: 2h}]}",
                "{calendar: day, zone: Europe/Berlin}",
                "{calendar: week, zone: UTC, week-start: sunday}",
                "{calendar: month, zone: Asia/Kolkata}");
        boolean isSeries = window.contains("every") || window.contains("base");
        String bounds = isSeries
                ? one("", "    bounds: {keys-per-period: 1, records-per-key: 2}\n")
                : one("", "    bounds: {keys-per-window: 2, records-per-cell: 1}\n");
        return "  - name: " + name + "\n    version: " + (1 + random.nextInt(3)) + "\n" + where() + "    key: " + key()
                + "\n    window: " + window + "\n" + bounds + "    release: ["
                + (window.contains("base")
                        ? "{count: rows}, {sum: k, as: total, clamp: [-3, 60.5], grid: 0.25}"
                        : release(isSeries))
                + "]\n"
                + "    spend: {contributions: " + (1 + random.nextInt(20)) + one("", ", share: 0.25") + "}\n";
    }

    private String key() {
        return one(
                "none",
                "{field: a, declared: [x, 'it''s', ä, \"1\"]}",
                "{fields: [a, b], declared: [[x, y], [z, w]]}",
                "{fields: [a, b], declared: {a: [x, y], b: [z]}, others: {b: rest}}");
    }

    private String where() {
        String text = one(
                "",
                "n > 5",
                "n >= 1.5 and m < 3",
                "(n == 1 or c == 'x') and not m in (1, 2)",
                "c in ('p', 'q') or n != -4",
                "not (n > 3 and c == 'it\\\\'s')");
        return text.isEmpty() ? "" : "    where: \"" + text + "\"\n";
    }

    private String release(boolean isSeries) {
        String first = one("{count: rows}", "{count: rows, weight: 2, non-negative: true}");
        String second = one(
                "",
                ", {sum: k, as: total, clamp: [0, 2000]}",
                ", {sum: k, as: total, clamp: [-3, 60.5], grid: 0.25}",
                ", {sum: k, as: total, clamp: [0, 60], grid: 0.01, per-unit-clamp: [0, 90]}",
                ", {sum: k, as: total, per-unit-clamp: [0, 500]}",
                isSeries ? "" : ", {mean: k, as: middle, clamp: [0, 60], grid: 0.1}",
                isSeries ? "" : ", {variance: k, as: spread, clamp: [0, 600]}",
                isSeries ? "" : ", {median: k, as: half, range: [0, 600], grid: 1}",
                isSeries ? "" : ", {quantiles: k, as: parts, at: [0.25, 0.5], range: [1, 600], relative: 0.05}",
                isSeries ? "" : ", {ratio: k, to: n, as: per, clamp: [0, 600], to-clamp: [0, 50], to-grid: 0.5}",
                isSeries ? "" : ", {distinct-units: people}");
        return first + second;
    }
}
