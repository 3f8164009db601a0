package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.Window;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The releases of one query on which terms are compared: all releases with records, or a limited number of them, evenly
 * spaced.
 */
final class SampledReleases {

    /**
     * The maximum number of releases. It is lower, but at least {@value #LEAST}, if the totals of the releases would hold
     * more than {@value #MOST_NUMBERS} numbers.
     */
    private static final int MOST = 400;

    private static final int MOST_NUMBERS = 1_000_000;
    private static final int LEAST = 10;

    /** The maximum number of window ends whose releases are compared, for queries whose releases span several cells. */
    private static final int MOST_ENDS = 12;

    private final Window window;
    private final List<Release> releases = new ArrayList<>();

    /**
     * One release.
     *
     * @param key the number of the key
     * @param start the start of the window, epoch milliseconds
     * @param end the end of the window, epoch milliseconds
     * @param step the number of the step of the series that the release is; 0 if each cell has noise of its own
     * @param records all records of the key in the window, at least one
     */
    record Release(int key, long start, long end, long step, List<SampleRecord> records) {

        /** Reveals nothing of the records. */
        @Override
        public String toString() {
            return "Release";
        }
    }

    /**
     * Selects releases of a schedule.
     *
     * @param priced the query
     * @param schedule the schedule of the windows
     * @param records the records that the admission takes
     */
    SampledReleases(PricedQuery priced, Schedule schedule, List<SampleRecord> records) {
        this.window = priced.query().window();
        TreeMap<Long, Map<Integer, List<SampleRecord>>> cells = new TreeMap<>();
        for (SampleRecord record : records) {
            cells.computeIfAbsent(window.cellEnd(record.time()), end -> new TreeMap<>())
                    .computeIfAbsent(record.key(), key -> new ArrayList<>())
                    .add(record);
        }
        for (long end : ends(cells)) {
            long step = window.step(end, window.cells(window.cellStart(schedule.from()), end) - 1);
            add(end, step, cells);
        }
        int coordinates = priced.query().layout().coordinates();
        thin(Math.max(LEAST, Math.min(MOST, MOST_NUMBERS / coordinates)));
    }

    /** Returns the selected window ends: all of them if every release spans only one cell. */
    private List<Long> ends(SortedMap<Long, Map<Integer, List<SampleRecord>>> cells) {
        List<Long> ends = List.copyOf(cells.keySet());
        return window.sharesNoise() ? evenly(ends, MOST_ENDS) : ends;
    }

    private static <E> List<E> evenly(List<E> all, int most) {
        TreeSet<Integer> places = new TreeSet<>();
        for (int i = 1; i <= Math.min(most, all.size()); i++) {
            places.add((int) ((long) i * all.size() / Math.min(most, all.size())) - 1);
        }
        return places.stream().map(all::get).toList();
    }

    private void add(long end, long step, NavigableMap<Long, Map<Integer, List<SampleRecord>>> cells) {
        long start = Math.min(start(end, step), end - 1);
        Map<Integer, List<SampleRecord>> byKey = new TreeMap<>();
        cells.subMap(start, false, end, true)
                .values()
                .forEach(keys -> keys.forEach((key, records) ->
                        byKey.computeIfAbsent(key, absent -> new ArrayList<>()).addAll(records)));
        byKey.forEach((key, records) -> releases.add(new Release(key, start, end, step, records)));
    }

    /** The start of a release; where windows of several lengths are released, that of one of the longest. */
    private long start(long end, long step) {
        long cell = window.cellMillis();
        return window.named().stream()
                .mapToLong(named -> end - named.mostSteps(cell) * cell)
                .min()
                .orElseGet(() -> window.start(end, step));
    }

    private void thin(int most) {
        if (releases.size() > most) {
            List<Release> some = evenly(List.copyOf(releases), most);
            releases.clear();
            releases.addAll(some);
        }
    }

    List<Release> all() {
        return releases;
    }

    /**
     * The records of each release, as one aggregate reads them.
     *
     * @param aggregate the number of the aggregate in its query
     */
    List<Sample> samples(int aggregate) {
        return releases.stream()
                .map(release -> new Sample(release.records().stream()
                        .map(record -> new Sample.Read(record.account(), record.values()[aggregate]))
                        .toList()))
                .toList();
    }

    /**
     * The totals of each release.
     *
     * @param cells the totals of each cell
     * @param coordinates the number of totals of a cell
     */
    List<long[]> totals(Map<GateTrial.Cell, long[]> cells, int coordinates) {
        Map<Integer, TreeMap<Long, long[]>> byKey = new HashMap<>();
        cells.forEach((cell, totals) ->
                byKey.computeIfAbsent(cell.key(), key -> new TreeMap<>()).put(cell.end(), totals));
        return releases.stream()
                .map(release -> byKey
                        .getOrDefault(release.key(), new TreeMap<>())
                        .subMap(release.start(), false, release.end(), true)
                        .values()
                        .stream()
                        .reduce(GateTrial::sum)
                        .orElseGet(() -> new long[coordinates]))
                .map(totals -> Arrays.copyOf(totals, coordinates))
                .toList();
    }
}
