package dev.weir.operators.gate.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests units in one window, chosen by an attacker who knows the program. Without collisions, most of them are in the first
 * bucket of their search: more than half at a load of 2/3. With collisions hardly any are.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CraftedCellsTest {

    private static final int UNITS = 20_000;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** The smallest power of two of which {@link #UNITS} are at most 2/3. */
    private static final int BUCKETS = 1 << 15;

    private static IndexHash secret(long seed) {
        return new IndexHash(new SplittableRandom(seed)::nextLong);
    }

    /** The sum of the words that are read to prefetch a cell. */
    private static long prefetched(WindowCells cells, int unit, int key) {
        return cells.prefetch(new int[] {unit}, new int[] {key}, 0, 1);
    }

    /** The window has those of a million units whose numbers, times the golden ratio, are close together. */
    @Test
    void units_that_meet_in_a_window_do_not_collide() {
        WindowCells cells = WindowCells.create(new CellShape(0, 0, 1, true, 0, false, secret(2)), 10, 0);
        int[] met = IntStream.range(0, 1 << 20)
                .filter(unit -> (((unit * GOLDEN) >>> 32) & 0x7fff) < 650)
                .toArray();
        assertThat(met.length).isBetween(UNITS, 21_000);
        for (int unit : met) {
            cells.open(unit, 0);
        }
        // the upper halves of the first bucket that is searched and of the segment, both of which hold the unit
        assertThat(Arrays.stream(met).filter(unit -> prefetched(cells, unit, 0) >>> 32 == 2L * unit))
                .hasSizeGreaterThan(met.length / 2);
    }

    /** Each unit is sent to the one of 100 000 keys for which (unit, key), times the golden ratio, is close to the others. */
    @Test
    void units_and_keys_that_meet_in_a_window_do_not_collide_either() {
        WindowCells cells = WindowCells.create(new CellShape(0, 0, 100_000, false, 0, false, secret(3)), 10, 0);
        int[] keys = new int[UNITS];
        for (int unit = 0; unit < UNITS; unit++) {
            while (((((long) unit << 32 | keys[unit] + 2) * GOLDEN) >>> 32 & 0x7fff) >= 16) {
                keys[unit]++;
            }
            cells.open(unit, keys[unit]);
        }
        assertThat(Arrays.stream(keys)).allMatch(key -> key < 100_000);
        // beside the cell's id, the lower bits of the first bucket that is searched, which hold the cell's number, from
        // 1 on
        assertThat(IntStream.range(0, UNITS)
                        .filter(unit ->
                                (prefetched(cells, unit, keys[unit]) - ((long) unit << 32 | keys[unit]) & BUCKETS - 1)
                                        == unit + 1))
                .hasSizeGreaterThan(UNITS / 2);
    }
}
