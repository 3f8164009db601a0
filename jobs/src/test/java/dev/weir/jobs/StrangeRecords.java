package dev.weir.jobs;

import static java.util.stream.Collectors.joining;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Texts that no pipeline accepts as a record: empty ones, long ones, nested ones, and numbers at the limits of their range. */
final class StrangeRecords {

    private StrangeRecords() {}

    /** @param soon a time within the skew */
    static List<String> csv(String soon) {
        return List.of(
                "",
                ",".repeat(1_000_000),
                "\"".repeat(1_000_000),
                "\u0000".repeat(1000),
                "\ufeff" + soon + ",unit,en",
                "9".repeat(1_000_000) + ",unit,en",
                soon + "0".repeat(1_000_000) + ",unit,en",
                "+999999999-12-31T23:59:59Z,unit,en",
                "-999999999-01-01T00:00:00Z,unit,en",
                "8640000000000000,unit,en",
                "-8640000000000000,unit,en",
                soon + "," + "u".repeat(1_000_001) + ",en",
                soon + ",unit," + "k".repeat(70_000));
    }

    static List<String> json() {
        List<String> texts = new ArrayList<>(List.of(
                "",
                "null",
                "[]",
                "\"text\"",
                "{",
                "{}",
                "[".repeat(1_000_000),
                "{\"a\":".repeat(160_000),
                "{\"" + "n".repeat(1_000_000) + "\":1}",
                "{" + "\"a\":1,".repeat(100_000) + "\"a\":1}",
                IntStream.range(0, 80_000).mapToObj(i -> "\"a" + i + "\":1").collect(joining(",", "{", "}")),
                json("1").replace("\"unit\":\"u\"", "\"unit\":{\"deep\":[1]}"),
                json("1").replace("\"time\":\"", "\"time\":\"\\udc00")));
        for (String value : List.of("1e999999999", "-1e999999999", "9".repeat(1_000_000), "\"x\"")) {
            texts.add(json(value));
        }
        for (String value : List.of("null", "[]", "{}", "\"\\ud800\"")) {
            texts.add(json(value));
        }
        return texts;
    }

    /** Returns a record of which only the value may be strange. */
    static String json(String value) {
        return "{\"time\":\"" + Instant.now().plusSeconds(240) + "\",\"unit\":\"u\",\"key\":\"en\",\"value\":" + value
                + "}";
    }
}
