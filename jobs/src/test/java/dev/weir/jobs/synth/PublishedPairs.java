package dev.weir.jobs.synth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Published rows of keys of two attributes, and the tree that they are read by. */
final class PublishedPairs {

    static final String TREE = """
            root: country
            columns:
              - {name: country, values: [DE, FR]}
              - {name: device, values: [web, "app, new"]}
              - {name: hour, values: [am, pm]}
            edges:
              - {from: country, to: device, query: where}
              - {from: device, to: hour, query: when, count: visits}
            """;

    private PublishedPairs() {}

    /** A row. Hours count from midnight. */
    static String row(String query, String key, int start, int end, String values) {
        return "{\"query\":\"%s\",\"key\":%s,\"window\":{\"start\":\"2026-01-05T%02d:00:00Z\",\"end\":\"2026-01-05T%02d:00:00Z\"},\"values\":%s,\"release\":\"d/%s/1/x/1\"}"
                .formatted(query, key, start, end, values, query);
    }

    private static String count(int value) {
        return "{\"value\":%d,\"stddev\":1.5}".formatted(value);
    }

    /** Eight rows of a window: counts of the pairs of country and device, then of device and hour. */
    static List<String> window(int start, int end, int... counts) {
        List<String> rows = new ArrayList<>();
        String[] devices = {"web", "app, new"};
        for (int i = 0; i < 4; i++) {
            String country = i < 2 ? "DE" : "FR";
            rows.add(row(
                    "where",
                    "{\"country\":\"%s\",\"device\":\"%s\"}".formatted(country, devices[i % 2]),
                    start,
                    end,
                    "{\"visits\":" + count(counts[i]) + "}"));
            rows.add(row(
                    "when",
                    "{\"hour\":\"%s\",\"device\":\"%s\"}".formatted(i % 2 == 0 ? "am" : "pm", devices[i / 2]),
                    start,
                    end,
                    "{\"units\":" + count(7) + ",\"visits\":" + count(counts[4 + i]) + "}"));
        }
        return rows;
    }

    static Path write(Path dir, List<String> rows) throws IOException {
        return Files.write(dir.resolve("released.jsonl"), rows);
    }
}
