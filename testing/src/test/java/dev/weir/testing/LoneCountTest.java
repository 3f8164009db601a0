package dev.weir.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.testing.published.Published.RowPlace;
import dev.weir.testing.scenario.LoneRows.Place;
import dev.weir.testing.statistic.Trials;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests how often the canary is found to have rows by itself alone. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LoneCountTest {

    private static final Trials TRIALS = Trials.of(800, 5);

    private static Place place(boolean isFollowed) {
        return new Place("q", "k", 100, 200, "n.value", isFollowed);
    }

    private static RowPlace row(long end, String key) {
        return new RowPlace(0, "q", end, key);
    }

    /** A column that is 1 in the first worlds of the canary. */
    private static double[] inFirst(int worlds) {
        double[] column = new double[TRIALS.count()];
        IntStream.range(0, TRIALS.count())
                .filter(TRIALS::hasCanary)
                .limit(worlds)
                .forEach(world -> column[world] = 1);
        return column;
    }

    private static LoneCount count(Place place, Map<RowPlace, Map<String, double[]>> columns) {
        return LoneCount.of(columns, 0, List.of(place), TRIALS);
    }

    @Test
    void worlds_count_in_which_the_key_has_a_row_behind_the_start_of_its_window_up_to_its_end() {
        int worlds = (int)
                IntStream.range(0, TRIALS.count()).filter(TRIALS::hasCanary).count();
        double[] ten = inFirst(10);
        assertThat(count(place(false), Map.of(row(150, "k"), Map.of("released", ten))))
                .isEqualTo(new LoneCount(10, worlds));
        assertThat(count(place(false), Map.of(row(100, "k"), Map.of("released", ten)))
                        .hits())
                .isZero();
        assertThat(count(place(false), Map.of(row(201, "k"), Map.of("released", ten)))
                        .hits())
                .isZero();
        assertThat(count(place(false), Map.of(row(150, "l"), Map.of("released", ten)))
                        .hits())
                .isZero();
        // a column that is the same in all worlds is left out
        assertThat(count(place(false), Map.of(row(150, "k"), Map.of())).hits()).isEqualTo(worlds);
    }

    /** One of each eight worlds counts: the one whose key had the largest number before; where noise goes on, these are the ones with a row. */
    @Test
    void a_canary_that_follows_the_luckiest_key_has_more_rows_where_noise_goes_on() {
        int[] worlds =
                IntStream.range(0, TRIALS.count()).filter(TRIALS::hasCanary).toArray();
        double[] before = new double[TRIALS.count()];
        double[] lucky = new double[TRIALS.count()];
        double[] others = new double[TRIALS.count()];
        IntStream.range(0, worlds.length).forEach(i -> {
            before[worlds[i]] = i % 8;
            lucky[worlds[i]] = i % 8 == 7 ? 1 : 0;
            others[worlds[i]] = i % 8 == 6 ? 1 : 0;
        });
        int groups = worlds.length / 8;
        assertThat(count(
                        place(true),
                        Map.of(
                                row(100, "k"), Map.of("n.value", before),
                                row(50, "k"), Map.of("n.value", inFirst(1)),
                                row(150, "k"), Map.of("released", lucky))))
                .isEqualTo(new LoneCount(groups, groups));
        assertThat(count(
                        place(true),
                        Map.of(row(100, "k"), Map.of("n.value", before), row(150, "k"), Map.of("released", others))))
                .isEqualTo(new LoneCount(0, groups));
        assertThat(Arrays.stream(lucky).sum()).isEqualTo(groups);
    }

    /** A row in 40 of 1000 worlds: the one-sided bounds of Clopper and Pearson at 99 %. */
    @Test
    void the_bound_is_below_the_rate() {
        assertThat(new LoneCount(40, 1000).bound(0.01)).isBetween(0.026, 0.028);
        assertThat(new LoneCount(0, 1000).bound(0.01)).isZero();
    }
}
