package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.selection.keys.RunningThresholds;
import java.io.IOException;
import java.util.SplittableRandom;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Neighbours that differ in one record, through the state and the draws of the operator: series of 8 steps with mu 0.05 and &delta; 1e-2 for
 * the one key that a unit may touch. The statistics are rates over {@value #KEYS} keys; a rate fails if it is 6.5 standard errors off, and the
 * variance if it is 6.5 of its own, each with probability below 1e-9. The seeds are fixed.
 */
@Tag("statistical")
@DisplayNameGeneration(ReplaceUnderscores.class)
class SeriesAnnouncementRatesTest {

    private static final int KEYS = 200_000;
    private static final int STEPS = 8;

    /** What happens to the job between its steps. */
    private enum Change {
        NONE,
        RESTORED,
        RESCALED
    }

    private final SplittableRandom random = new SplittableRandom(41);
    private final SeriesAnnouncement announcement = DiscoveredSeriesTest.announcement(STEPS, STEPS, random::nextLong);
    private final RunningThresholds thresholds = announcement.thresholds();
    private DiscoveredSeries series = DiscoveredSeriesTest.series(announcement);

    /** Goes on from the written state of the series, as a job does that was stopped between two steps. */
    private void restore() throws IOException {
        restore(announcement);
    }

    private void restore(SeriesAnnouncement drawing) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(1 << 20);
        series.view().write(out);
        series = DiscoveredSeriesTest.series(drawing);
        series.read(new DataInputDeserializer(out.getCopyOfBuffer()));
    }

    private void add(String group, long step, long amount, long touches) {
        for (int key = 0; key < KEYS; key++) {
            DiscoveredSeriesTest.add(series, group + key, step, amount, touches);
        }
    }

    /** How many keys of a group are announced at a step. */
    private long announced(String group, long step) {
        return series.close(step * 3_600_000L, null).stream()
                .filter(key -> key.isFirst() && key.text().startsWith(group))
                .count();
    }

    private static double error(double rate) {
        return 6.5 * Math.sqrt(rate * (1 - rate) / KEYS);
    }

    /**
     * A single record is announced as often as the reference has simulated for this series, 0.00839, and less often than its delta. Behind a
     * rescaling to two subtasks and back another subtask draws, from a source of its own.
     */
    @ParameterizedTest
    @EnumSource
    void the_key_of_a_single_record_is_announced_within_its_delta_also_across_a_restore_and_rescaling(Change change)
            throws IOException {
        assertThat(thresholds.at(1)).isEqualTo(81);
        assertThat(thresholds.at(8)).isEqualTo(106);
        add("lone", 1, 1, 1);
        double announced = 0;
        for (int step = 1; step <= STEPS; step++) {
            announced += announced("lone", step);
            if (step == 3 && change == Change.RESCALED) {
                restore(DiscoveredSeriesTest.announcement(STEPS, STEPS, new SplittableRandom(42)::nextLong));
            }
            if ((step == STEPS / 2 && change == Change.RESTORED) || (step == 6 && change == Change.RESCALED)) {
                restore();
            }
        }
        assertThat(announced / KEYS).isCloseTo(0.0083948, within(error(0.0084) + 0.00024));
        assertThat(announced / KEYS).isLessThan(0.008730831217904755 + error(0.0088));
        assertThat(thresholds.loneBound()).isLessThan(1e-2);
    }

    /**
     * A unit follows luck: of 50 published keys it takes the one whose noise was the largest at the end of the series, and is alone there behind the reset.
     * 2000 units; a series that went on behind the reset would announce most of these keys. As many as 61 are announced, or none, with probability
     * below 1e-7.
     */
    @Test
    void a_lone_key_that_was_lucky_before_a_reset_is_announced_within_its_delta_behind_it() {
        int units = 2000;
        long crowd = thresholds.at(STEPS) + Math.round(20 * thresholds.deviation(STEPS));
        for (int key = 0; key < units * 50; key++) {
            DiscoveredSeriesTest.add(series, "k" + key, 1, crowd, crowd);
        }
        for (int step = 1; step < STEPS; step++) {
            assertThat(series.close(step * 3_600_000L, null)).hasSize(units * 50);
        }
        AnnouncedKey[] luckiest = new AnnouncedKey[units];
        series.close(STEPS * 3_600_000L, null).forEach(key -> {
            int unit = Integer.parseInt(key.text().substring(1)) % units;
            if (luckiest[unit] == null || luckiest[unit].values()[0] < key.values()[0]) {
                luckiest[unit] = key;
            }
        });
        for (AnnouncedKey key : luckiest) {
            assertThat(key.values()[0]).isGreaterThan(crowd);
            DiscoveredSeriesTest.add(series, key.text(), STEPS + 1, 1, 1);
        }
        long announced = 0;
        for (int step = STEPS + 1; step <= 2 * STEPS; step++) {
            announced += announced("k", step);
        }
        assertThat(announced).isBetween(1L, 60L);
    }

    /** A key that others bring to the threshold at step 1 is examined at step 2 whether a further unit comes then or not. */
    @Test
    void a_borderline_key_is_examined_without_new_records_too_and_behind_a_restore() throws IOException {
        add("with", 1, thresholds.at(1), thresholds.at(1));
        add("without", 1, thresholds.at(1), thresholds.at(1));
        for (int key = 0; key < KEYS; key++) {
            DiscoveredSeriesTest.add(series, "with" + key, 2, 1, 1);
        }
        announced("with", 1);
        restore();
        long[] rates = new long[2];
        series.close(2 * 3_600_000L, null).stream()
                .filter(AnnouncedKey::isFirst)
                .forEach(key -> rates[key.text().startsWith("without") ? 1 : 0]++);
        assertThat((double) rates[0] / KEYS).isCloseTo(0.119, within(0.0005 + error(0.119)));
        assertThat((double) rates[1] / KEYS).isCloseTo(0.114, within(0.0005 + error(0.114)));
    }

    /**
     * Others announce a key at the last step; a unit was there at step 1, or was not. The released number has the noise of step 8 in both: a
     * series that began at its key's first record would have 0.51 of the variance.
     */
    @Test
    void the_first_released_number_does_not_show_when_the_series_began_also_across_a_restore() throws IOException {
        long crowd = thresholds.at(STEPS) + Math.round(20 * thresholds.deviation(STEPS));
        for (int key = 0; key < KEYS; key++) {
            if (key % 2 == 0) {
                DiscoveredSeriesTest.add(series, "k" + key, 1, 1, 1);
            }
            DiscoveredSeriesTest.add(series, "k" + key, STEPS, crowd, crowd);
        }
        for (int step = 1; step < STEPS; step++) {
            series.close(step * 3_600_000L, null);
        }
        restore();
        double[] squares = new double[2];
        int[] counts = new int[2];
        series.close(STEPS * 3_600_000L, null).stream()
                .filter(AnnouncedKey::isFirst)
                .forEach(key -> {
                    int early = Integer.parseInt(key.text().substring(1)) % 2 == 0 ? 1 : 0;
                    double noise = key.values()[0] - crowd - early;
                    squares[early] += noise * noise;
                    counts[early]++;
                });
        double variance = Math.pow(announcement.thresholds().noise().stddev(STEPS), 2);
        for (int early = 0; early < 2; early++) {
            // the variance of a squared normal variable is 2 variance^2; a few lone keys were announced before
            double allowed = 6.5 * variance * Math.sqrt(2.0 / counts[early]);
            assertThat(squares[early] / counts[early]).isCloseTo(variance, within(allowed));
        }
    }
}
