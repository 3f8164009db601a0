package dev.weir.operators.gate.cell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares both forms of a window's cells with a map, on random visits of many units, so that both grow several times. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class WindowCellsTest {

    private static final int UNITS = 3000;
    private static final int VISITS = 20_000;

    private static final IndexHash SECRET = new IndexHash(new SplittableRandom(8)::nextLong);

    /** How many base cells of a unit are kept without nodes. Tables rely on it, on 12 in formats 4 and 5: a build with fewer would take nodes of a restored unit for empty. */
    private static final int MOST = 16;

    private record Cell(int unit, int key) {}

    private final Map<Cell, List<Long>> expected = new HashMap<>();
    private final SplittableRandom random = new SplittableRandom(7);

    /** Cells of as many keys as given; a negative number stands for as many base cells of levels. */
    private static WindowCells cells(int keys) {
        return WindowCells.create(
                new CellShape(0, 2, Math.abs(keys), true, Math.max(0, -keys), false, SECRET), 1000, 0);
    }

    private void visit(WindowCells cells, int keys) {
        for (int i = 0; i < VISITS; i++) {
            // half of the cells belong to a tenth of the units, which so have many
            int unit = random.nextInt(random.nextBoolean() ? UNITS : UNITS / 10);
            Cell cell = new Cell(unit, random.nextInt(Math.abs(keys)));
            int entry = cells.find(cell.unit, cell.key);
            assertThat(entry >= 0).isEqualTo(expected.containsKey(cell));
            if (entry < 0) {
                entry = cells.open(cell.unit, cell.key);
            }
            long[] raw = {random.nextLong(), random.nextLong()};
            cells.set(entry, i, raw);
            expected.put(cell, List.of((long) i, raw[0], raw[1]));
        }
    }

    private void requireAsExpected(WindowCells cells) {
        Map<Cell, List<Long>> found = new HashMap<>();
        Map<Integer, Integer> keys = new HashMap<>();
        cells.forEach((unit, key, entry) -> {
            assertThat(cells.find(unit, key)).isEqualTo(entry);
            long[] kept = new long[2];
            cells.copyKept(entry, kept);
            found.put(new Cell(unit, key), List.of((long) cells.records(entry), kept[0], kept[1]));
            keys.merge(unit, 1, Integer::sum);
        });
        assertThat(found).isEqualTo(expected);
        for (int unit = 0; unit < UNITS && !(cells instanceof LevelledCells); unit++) {
            assertThat(cells.keys(unit)).isEqualTo(keys.getOrDefault(unit, 0));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 9, 40, -5, -40})
    void every_cell_is_found_again_with_what_it_holds(int keys) {
        WindowCells cells = cells(keys);
        visit(cells, keys);
        requireAsExpected(cells);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 8, 9, 40, -5, -40})
    void cells_go_with_their_units_to_new_numbers(int keys) {
        WindowCells cells = cells(keys);
        visit(cells, keys);
        int[] moved = new int[UNITS];
        int kept = 0;
        for (int unit = 0; unit < UNITS; unit++) {
            moved[unit] = random.nextInt(3) == 0 ? -1 : kept++;
        }
        cells.renumber(moved);
        Map<Cell, List<Long>> before = new HashMap<>(expected);
        expected.clear();
        before.forEach((cell, held) -> {
            if (moved[cell.unit] >= 0) {
                expected.put(new Cell(moved[cell.unit], cell.key), held);
            }
        });
        requireAsExpected(cells);
        visit(cells, keys);
        requireAsExpected(cells);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40, -5, -40})
    void the_unit_that_was_looked_for_last_is_looked_for_anew_when_units_have_new_numbers(int keys) {
        WindowCells cells = cells(keys);
        cells.set(cells.open(0, 0), 1, new long[] {1, 1});
        cells.set(cells.open(1, 1), 1, new long[] {1, 1});
        assertThat(cells.find(0, 0)).isNotNegative();
        cells.renumber(new int[] {1, 0});
        assertThat(cells.find(0, 0)).isNegative();
        assertThat(cells.find(0, 1)).isNotNegative();
        cells.renumber(new int[] {-1, 0});
        assertThat(cells.find(0, 1)).isNegative();
        assertThat(cells.find(0, 0)).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 40, -5, -40})
    void cells_come_back_from_a_checkpoint_under_the_numbers_of_their_keys(int keys) throws IOException {
        WindowCells cells = cells(keys);
        visit(cells, keys);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CellCodec.write(cells, 2, new DataOutputStream(bytes));
        WindowCells restored = cells(keys);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            CellCodec.read(in, restored, 2, key -> Math.abs(keys) - 1 - key);
            assertThat(in.available()).isZero();
        }
        Map<Cell, List<Long>> before = new HashMap<>(expected);
        expected.clear();
        before.forEach((cell, held) -> expected.put(new Cell(cell.unit, Math.abs(keys) - 1 - cell.key), held));
        requireAsExpected(restored);
    }

    /** Tables of format 3 have a cell for each node that a unit has touched: what is kept there counts, however few its base cells are. */
    @Test
    void nodes_of_an_earlier_build_keep_their_cells() throws IOException {
        int baseCells = 20;
        WindowCells cells = cells(2 * baseCells);
        visit(cells, 2 * baseCells);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CellCodec.write(cells, 2, new DataOutputStream(bytes));
        WindowCells restored = cells(-baseCells);
        CellCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), restored, 2, key -> key);
        requireAsExpected(restored);
        Set<Integer> withNodes = expected.keySet().stream()
                .filter(cell -> cell.key >= baseCells)
                .map(Cell::unit)
                .collect(Collectors.toSet());
        assertThat(withNodes).isNotEmpty().allMatch(unit -> restored.fewBaseCells(unit) < 0);
    }

    @Test
    void as_many_base_cells_as_tables_rely_on_are_kept_without_nodes() throws IOException {
        WindowCells cells = cells(-40);
        for (int key = 0; key < MOST; key++) {
            cells.set(cells.open(1, key), 1, new long[] {key, 1});
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        CellCodec.write(cells, 2, new DataOutputStream(bytes));
        WindowCells restored = cells(-40);
        CellCodec.read(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())), restored, 2, key -> key);
        assertThat(restored.fewBaseCells(1)).isEqualTo(MOST);
        restored.open(1, MOST);
        assertThat(restored.fewBaseCells(1)).isNegative();
    }
}
