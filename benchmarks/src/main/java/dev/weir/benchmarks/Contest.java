package dev.weir.benchmarks;

import dev.weir.benchmarks.formats.RecordEncoders;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** The measurements of a comparison: for each job its runs, one per round, and the ratios between jobs. */
final class Contest {

    /** The load of a machine above which other work is likely to change what is measured. */
    private static final double BUSY = 0.5;

    private final Load load;
    private final double machineLoad;
    private final Map<String, List<Cluster.Run>> runs = new LinkedHashMap<>();
    private final Map<String, Long> heaps = new LinkedHashMap<>();

    /**
     * @param machineLoad how many threads of the machine ran or waited to run in the minute before the first run; negative if that is not known
     */
    Contest(Load load, double machineLoad) {
        this.load = load;
        this.machineLoad = machineLoad;
    }

    /** Adds a run in which the heap was measured, and whose time does not count. */
    void addLook(String name, Cluster.Run run) {
        heaps.put(name, run.heapBytes());
    }

    void add(String name, Cluster.Run run) {
        runs.computeIfAbsent(name, n -> new ArrayList<>()).add(run);
    }

    /** Returns one JSON object: medians and their spread over rounds, ratios of the same round with theirs, and whether the machine was busy before. */
    String json() {
        List<String> fields = new ArrayList<>();
        fields.add(format(
                "\"records\":%d,\"keys\":%d,\"units\":%d,\"parallelism\":%d",
                load.records(), load.keys(), load.units(), load.parallelism()));
        fields.add(format("\"load at start\":%.2f,\"busy\":%b", machineLoad, machineLoad > BUSY));
        runs.forEach((name, own) -> fields.add(figures(name, own)));
        addRatio(fields, "WEIR", "PLAIN");
        addRatio(fields, "WEIR", "DISTINCT");
        addRatio(fields, "WEIR_CAPPED", "PLAIN");
        addRatio(fields, "WEIR_CAPPED", "DISTINCT");
        addRatio(fields, "WEIR_RUNNING", "WEIR_TWO");
        addRatio(fields, "WEIR_CALENDAR", "WEIR_DAY");
        addRatio(fields, "WEIR_LEVELS", "WEIR_GAUSSIAN");
        addRatio(fields, "WEIR_LEVELS_LAPLACE", "WEIR");
        addRatio(fields, "WEIR from Kafka", "SHUFFLE from Kafka");
        addRatio(fields, "WEIR to Kafka with ledger", "WEIR to Kafka");
        addRatio(fields, "WEIR with snapshots", "WEIR without snapshots");
        for (RecordEncoders format : RecordEncoders.values()) {
            if (format != RecordEncoders.JSON) {
                addRatio(fields, FormatJobs.name(format), FormatJobs.name(RecordEncoders.JSON));
            }
        }
        addBytesPerUnit(fields, "WEIR");
        addBytesPerUnit(fields, "WEIR_CAPPED");
        return "{" + String.join(",", fields) + "}";
    }

    /** Adds, per unit, the size of the largest snapshot, and the maximum heap in excess of a job that only shuffles. */
    private void addBytesPerUnit(List<String> fields, String name) {
        if (runs.containsKey(name) && heaps.containsKey(name) && heaps.containsKey("SHUFFLE")) {
            double units = load.units();
            fields.add(format(
                    "\"%s bytes a unit\":{\"state\":%.1f,\"heap\":%.1f}",
                    name,
                    most(runs.get(name), Cluster.Run::snapshotBytes) / units,
                    (heaps.get(name) - heaps.get("SHUFFLE")) / units));
        }
    }

    private String figures(String name, List<Cluster.Run> own) {
        Spread seconds = new Spread(own.stream().map(Cluster.Run::seconds).toList());
        Spread cpu = new Spread(own.stream().map(Cluster.Run::cpuSeconds).toList());
        return format(
                "\"%s\":{\"records/s\":%.0f,\"least records/s\":%.0f,\"most records/s\":%.0f,\"cpu ns/record\":%.0f,"
                        + "\"least cpu ns/record\":%.0f,\"most cpu ns/record\":%.0f,\"heap MB\":%d,\"snapshot ms\":%d,"
                        + "\"snapshot MB\":%d,\"pause ms\":%d,\"gap ms\":%d}",
                name,
                load.records() / seconds.median(),
                load.records() / seconds.most(),
                load.records() / seconds.least(),
                1e9 * cpu.median() / load.records(),
                1e9 * cpu.least() / load.records(),
                1e9 * cpu.most() / load.records(),
                heaps.getOrDefault(name, 0L) >> 20,
                most(own, Cluster.Run::snapshotMillis),
                most(own, Cluster.Run::snapshotBytes) >> 20,
                most(own, Cluster.Run::pauseMillis),
                most(own, Cluster.Run::gapMillis));
    }

    private static long most(List<Cluster.Run> runs, ToLongFunction<Cluster.Run> figure) {
        return runs.stream().mapToLong(figure).max().orElse(0);
    }

    /**
     * Adds the ratio of one job's records per second to the other's, round by round, and the same by seconds of the processor, which other work of the machine changes
     * less.
     */
    private void addRatio(List<String> fields, String ours, String others) {
        addRatio(fields, ours + " / " + others, ours, others, Cluster.Run::seconds);
        addRatio(fields, ours + " / " + others + ", cpu", ours, others, Cluster.Run::cpuSeconds);
    }

    @SuppressWarnings("ParameterNumber") // what is compared, and by what
    private void addRatio(
            List<String> fields, String title, String ours, String others, ToDoubleFunction<Cluster.Run> time) {
        List<Cluster.Run> our = runs.get(ours);
        List<Cluster.Run> other = runs.get(others);
        if (our == null || other == null) {
            return;
        }
        Spread spread = new Spread(ratios(our, other, time));
        fields.add(format(
                "\"%s\":{\"min\":%.3f,\"median\":%.3f,\"max\":%.3f}",
                title, spread.least(), spread.median(), spread.most()));
    }

    private static List<Double> ratios(
            List<Cluster.Run> our, List<Cluster.Run> other, ToDoubleFunction<Cluster.Run> time) {
        return IntStream.range(0, our.size())
                .mapToObj(round -> time.applyAsDouble(other.get(round)) / time.applyAsDouble(our.get(round)))
                .toList();
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }

    /** Some values, in ascending order. */
    private record Spread(List<Double> values) {

        Spread {
            values = values.stream().sorted().toList();
        }

        double least() {
            return values.get(0);
        }

        double median() {
            int middle = values.size() / 2;
            return values.size() % 2 == 1 ? values.get(middle) : (values.get(middle - 1) + values.get(middle)) / 2;
        }

        double most() {
            return values.get(values.size() - 1);
        }
    }
}
