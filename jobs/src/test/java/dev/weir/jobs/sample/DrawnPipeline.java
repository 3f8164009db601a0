package dev.weir.jobs.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/** Generates pipelines of every kind of value and window with random terms, and records for them. */
final class DrawnPipeline {

    private static final String EITHER = "";
    private static final String TUMBLING = "tumbling ";
    private static final String NOT_SLIDING = "not sliding ";
    private static final String GAUSSIAN = "gaussian ";
    private static final String PURE = "pure ";
    private static final String ALONE = "alone ";

    /**
     * The requirement of a kind, and its entry; H is replaced by a random bound, N by the value's name, and a grid of 1 by a
     * random grid.
     */
    private static final String[][] KINDS = {
        {EITHER, "{count: N}"},
        {NOT_SLIDING, "{distinct-units: N}"},
        {EITHER, "{sum: value, as: N, clamp: [0, H], grid: 1}"},
        {EITHER, "{sum: signed, as: N, clamp: [-H, H], grid: 1}"},
        {TUMBLING, "{sum: value, as: N, clamp: [0, H], per-unit-clamp: [0, H], grid: 1}"},
        {EITHER, "{mean: value, as: N, clamp: [0, H], grid: 1}"},
        {EITHER, "{variance: value, as: N, clamp: [0, H], grid: 1}"},
        {EITHER, "{ratio: value, to: second, as: N, clamp: [0, H], to-clamp: [0, 100], grid: 1, to-grid: 1}"},
        {EITHER, "{histogram: value, as: N, edges: [10, 50, 200]}"},
        {EITHER, "{histogram: page, as: N, values: [a, b, c]}"},
        {EITHER, "{quantiles: value, as: N, at: [0.1, 0.5, 0.9], range: [0, H], grid: 10}"},
        {EITHER, "{median: value, as: N, range: [0, H], grid: 10}"},
        {TUMBLING, "{median: value, as: N, range: [0, H], grid: 10, method: select}"},
        {EITHER, "{max: value, as: N, range: [0, H], grid: 10}"},
        {EITHER, "{min: value, as: N, range: [0, H], grid: 10}"},
        {PURE, "{vector: [value, second], as: N, l1: H, grid: 1}"},
        {GAUSSIAN, "{vector: [value, second], as: N, l2: H, grid: 1}"},
        {EITHER, "{top: page, as: N, among: [a, b, c, d], k: 2}"},
        {TUMBLING, "{top: page, as: N, among: [a, b, c, d], k: 2, method: select}"},
        {TUMBLING, "{top: page, as: N, among: [a, b, c, d], k: 2, votes: one-per-candidate}"},
        {TUMBLING + ALONE, "{choose: page, as: N, from: [a, b, c]}"},
        {TUMBLING, "{sum: value, as: N, clamp: {auto: {start: 64}}, grid: 1}"},
        {TUMBLING, "{mean: value, as: N, clamp: {auto: {start: 64}}, grid: 1}"},
        {GAUSSIAN, "{second-moments: N, features: [constant, {field: second, range: [0, 100]}]}"},
        {GAUSSIAN, "{pca: N, components: 1, features: [constant, {field: second, range: [0, 100]}]}"},
        {
            GAUSSIAN,
            "{correlations: N, features: [constant, {field: second, range: [0, 100]}, {field: value, range: [0, 500]}]}"
        },
        {
            GAUSSIAN,
            "{regression: N, features: [constant, {field: second, range: [0, 100]}], label: {field: value, range: [0, 500]}}"
        },
    };

    private static final String[] WINDOWS = {
        "{tumbling: 6h}", "{running: {every: 2h, horizon: 12, reset: 1d}}", "{sliding: 6h, every: 2h}", "{tumbling: 2h}"
    };

    /** All grids but the first are used with stated clamps only; a clamp of a hundred steps of 1 needs no grid. */
    private static final String[] GRIDS = {"1", "0.3", ""};

    private final SplittableRandom random;
    private final int number;

    /**
     * @param number the number that determines the kind of the first value; the rest is random
     */
    DrawnPipeline(int number) {
        this.number = number;
        this.random = new SplittableRandom(20_260_302L + number);
    }

    /** The number of pipelines that cover every kind in every window that it fits, and with every grid. */
    static int count() {
        return GRIDS.length * 3 * KINDS.length;
    }

    private String grid() {
        return GRIDS[number / (3 * KINDS.length)];
    }

    String yaml() {
        String[] first = KINDS[number % KINDS.length];
        boolean isGaussian = first[0].contains(GAUSSIAN) || (!first[0].contains(PURE) && random.nextBoolean());
        String window = window(first[0]);
        String release = release(first);
        boolean isEvent = random.nextInt(6) == 0;
        return String.format(
                Locale.ROOT,
                """
                pipeline: drawn
                domain: {name: drawn}
                source: {format: csv, time: time%s}
                privacy: {unit: %s, budget: {epsilon: %.2f%s}}
                queries:
                  - name: drawn
                    key: {field: key, declared: [north, south, east]}
                    window: %s
                    bounds: {%s}
                    release: [%s]
                    spend: {contributions: %d}
                """,
                isEvent ? "" : ", unit: unit",
                isEvent ? "event" : random.nextBoolean() ? "user-per-day" : "user",
                Math.exp(random.nextDouble() * 4 - 1),
                isGaussian ? ", delta: 1e-6" : "",
                window,
                isEvent ? "" : bounds(window.contains("tumbling")),
                release,
                isEvent ? 1 : 1 + random.nextInt(30));
    }

    private String window(String needs) {
        int window = number / KINDS.length % 3;
        boolean mustTumble = needs.contains(TUMBLING) || (needs.contains(NOT_SLIDING) && window == 2);
        return mustTumble ? WINDOWS[3 * (window % 2)] : WINDOWS[window];
    }

    private String release(String[] first) {
        List<String> release = new ArrayList<>(List.of(entry(first[1], "v0")));
        if (!first[0].contains(ALONE) && random.nextBoolean()) {
            release.add(random.nextBoolean() ? "{count: v1}" : entry(KINDS[2][1], "v1"));
        }
        return String.join(", ", release);
    }

    private String entry(String entry, String name) {
        boolean isDrawn = entry.contains("clamp: [");
        int scale = isDrawn && grid().equals("0.3") ? 3 : 1;
        int high = scale * (100 << random.nextInt(6));
        String named = entry.replace(" N", " " + name)
                .replace("-H", "-" + high)
                .replace("H", "" + high)
                .replace("[0, 100]", "[0, " + 100 * scale + "]");
        if (!isDrawn || grid().equals("1")) {
            return named;
        }
        return named.replaceAll(", (to-)?grid: 1", grid().isEmpty() ? "" : ", $1grid: " + grid());
    }

    private String bounds(boolean tumbles) {
        return switch (random.nextInt(4)) {
            case 0 -> "";
            case 1 -> (tumbles ? "keys-per-window: " : "keys-per-period: ") + (1 + random.nextInt(3));
            case 2 -> (tumbles ? "records-per-cell: " : "records-per-key: ") + (1 + random.nextInt(8));
            default ->
                (tumbles ? "keys-per-window: 2, records-per-cell: " : "keys-per-period: 2, records-per-key: ")
                        + (1 + random.nextInt(4));
        };
    }

    /** Returns records of one day: few units have many records, and values have a long tail. */
    List<String> lines() {
        int records = 200 + random.nextInt(300);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            int second = (int) (86_400L * i / records);
            String time = String.format(
                    Locale.ROOT, "2026-03-02T%02d:%02d:%02dZ", second / 3600, second / 60 % 60, second % 60);
            double tail = random.nextDouble();
            int value = (int) Math.min(20_000, 30 / Math.max(1e-3, 1 - tail) - 25);
            lines.add(String.join(
                    ",",
                    time,
                    "u" + (int) (60 * Math.pow(random.nextDouble(), 2)),
                    List.of("north", "north", "south", "elsewhere").get(random.nextInt(4)),
                    "" + value,
                    "" + (random.nextBoolean() ? value : -value),
                    "" + random.nextInt(100),
                    List.of("a", "a", "b", "c", "z").get(random.nextInt(5))));
        }
        return lines;
    }
}
