package dev.weir.testing;

import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.LoneRows.Place;
import dev.weir.testing.statistic.ClopperPearson;
import dev.weir.testing.statistic.Trials;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * How often the canary had a row by itself alone: such a row proves it, so its probability is at most a &delta;.
 *
 * <p>Where others have used the key before, worlds are taken in groups of a few, and of each group the one counts whose key had the largest number before: a
 * canary that sees what is published and follows the luckiest key. Keys and units of worlds are independent, so the outcome there has the law of a run in
 * which the canary has followed that key; the bound of the proof holds for such streams, too.
 *
 * @param hits in how many worlds, or groups, it had a row
 * @param worlds how many there are
 */
record LoneCount(int hits, int worlds) {

    /** From how many published keys the canary chooses the one that it follows. */
    private static final int CHOICES = 8;

    /**
     * Counts.
     *
     * @param columns all rows
     * @param scenario the number of the scenario
     * @param places the rows that count
     * @param trials the worlds
     */
    static LoneCount of(Map<RowPlace, Map<String, double[]>> columns, int scenario, List<Place> places, Trials trials) {
        int[] worlds =
                IntStream.range(0, trials.count()).filter(trials::hasCanary).toArray();
        boolean[] has = new boolean[trials.count()];
        columns.forEach((row, numbers) -> {
            if (row.scenario() == scenario && places.stream().anyMatch(place -> isIn(place, row))) {
                mark(numbers, has);
            }
        });
        // without a followed key every group has one world
        int size = places.stream().anyMatch(Place::isFollowed) ? CHOICES : 1;
        double[] before = before(columns, scenario, places, trials.count());
        int groups = worlds.length / size;
        long hits = IntStream.range(0, groups)
                .map(group -> luckiest(Arrays.copyOfRange(worlds, group * size, (group + 1) * size), before))
                .filter(world -> has[world])
                .count();
        return new LoneCount((int) hits, groups);
    }

    private static int luckiest(int[] worlds, double[] before) {
        return IntStream.of(worlds)
                .boxed()
                .max(Comparator.comparingDouble(world -> before[world]))
                .orElseThrow();
    }

    private static boolean isIn(Place place, RowPlace row) {
        return place.query().equals(row.query())
                && place.key().equals(row.key())
                && row.end() > place.after()
                && row.end() <= place.until();
    }

    /** A column that says which worlds have a row is left out where all have. */
    private static void mark(Map<String, double[]> numbers, boolean[] has) {
        double[] released = numbers.get("released");
        for (int world = 0; world < has.length; world++) {
            has[world] |= released == null || released[world] != 0;
        }
    }

    /** The number by which the key of a followed place was announced, in its last row before; 0 without a row, or without such a place. */
    private static double[] before(
            Map<RowPlace, Map<String, double[]>> columns, int scenario, List<Place> places, int worlds) {
        return places.stream()
                .filter(Place::isFollowed)
                .min(Comparator.comparingLong(Place::after))
                .flatMap(place -> columns.entrySet().stream()
                        .filter(row -> row.getKey().scenario() == scenario
                                && row.getKey().query().equals(place.query())
                                && row.getKey().key().equals(place.key())
                                && row.getKey().end() <= place.after()
                                && row.getValue().containsKey(place.value()))
                        .max(Comparator.comparingLong(row -> row.getKey().end()))
                        .map(row -> row.getValue().get(place.value())))
                .orElseGet(() -> new double[worlds]);
    }

    /** A lower bound of the probability, which is above it with the probability {@code risk}. */
    double bound(double risk) {
        return bound(hits, worlds, risk);
    }

    /** The bound where it happens as often as a probability says. */
    static double expected(double probability, int worlds, double risk) {
        return bound((int) (probability * worlds), worlds, risk);
    }

    private static double bound(int hits, int worlds, double risk) {
        return hits == 0 ? 0 : ClopperPearson.lower(hits, worlds, risk);
    }
}
