package dev.weir.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What a benchmark says at the end: medians, and ratios round by round with their spread. */
final class Figures {

    private Figures() {}

    static String json(Load load, int parallelism, Map<Jobs, List<Double>> seconds) {
        List<String> fields = new ArrayList<>();
        fields.add(String.format(
                Locale.ROOT,
                "\"records\":%d,\"keys\":%d,\"units\":%d,\"parallelism\":%d",
                load.records(),
                load.keys(),
                load.units(),
                parallelism));
        seconds.forEach((job, taken) -> fields.add(String.format(
                Locale.ROOT,
                "\"%s records/s\":%.0f",
                job.name().toLowerCase(Locale.ROOT),
                load.records() / median(taken))));
        fields.add(ratio(
                "weir/plain",
                Objects.requireNonNull(seconds.get(Jobs.PLAIN)),
                Objects.requireNonNull(seconds.get(Jobs.WEIR))));
        fields.add(ratio(
                "weir/distinct",
                Objects.requireNonNull(seconds.get(Jobs.DISTINCT)),
                Objects.requireNonNull(seconds.get(Jobs.WEIR))));
        fields.add(ratio(
                "weir/shuffle",
                Objects.requireNonNull(seconds.get(Jobs.SHUFFLE)),
                Objects.requireNonNull(seconds.get(Jobs.WEIR))));
        return "{" + String.join(",", fields) + "}";
    }

    /** How many times the records a second of the other job, round by round. */
    private static String ratio(String name, List<Double> other, List<Double> ours) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < ours.size(); round++) {
            ratios.add(other.get(round) / ours.get(round));
        }
        return String.format(
                Locale.ROOT,
                "\"%s\":{\"min\":%.2f,\"median\":%.2f,\"max\":%.2f}",
                name,
                Collections.min(ratios),
                median(ratios),
                Collections.max(ratios));
    }

    private static double median(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }
}
