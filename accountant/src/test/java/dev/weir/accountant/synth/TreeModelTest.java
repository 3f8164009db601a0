package dev.weir.accountant.synth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.synth.ColumnTree.Column;
import dev.weir.accountant.synth.ColumnTree.Edge;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TreeModelTest {

    private static final Column COUNTRY = new Column("country", List.of("DE", "FR", "IT"));
    private static final Column DEVICE = new Column("device", List.of("web", "app"));
    private static final Column HOUR = new Column("hour", List.of("am", "pm"));

    /** Edges in an order in which the root's edge is last. */
    private static final ColumnTree CHAIN =
            new ColumnTree(List.of(HOUR, COUNTRY, DEVICE), List.of(new Edge(2, 0), new Edge(1, 2)), 1);

    private static final long[][] DEVICE_HOUR = {{30, 10}, {-4, -9}};
    private static final long[][] COUNTRY_DEVICE = {{60, 20}, {-15, 35}, {-3, 1}};

    /**
     * The law by hand: countries 80 : 20 : 0; devices of DE 3 : 1, of FR 0 : 1; hours of web 3 : 1, and of app, whose row is empty, 1 : 1. In
     * 200 000 draws each of the six possible records is expected at least 10 000 times; it is off by six deviations in less than 1e-8
     * of all runs, by Bernstein's inequality.
     */
    @Test
    @Tag("statistical")
    void records_have_the_law_of_the_clamped_counts() {
        TreeModel model = TreeModel.of(CHAIN, List.of(DEVICE_HOUR, COUNTRY_DEVICE));
        double[][][] law = new double[2][3][2];
        law[0][0][0] = 0.8 * 0.75 * 0.75;
        law[1][0][0] = 0.8 * 0.75 * 0.25;
        law[0][0][1] = 0.8 * 0.25 * 0.5;
        law[1][0][1] = 0.8 * 0.25 * 0.5;
        law[0][1][1] = 0.2 * 0.5;
        law[1][1][1] = 0.2 * 0.5;
        int draws = 200_000;
        int[][][] counts = new int[2][3][2];
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < draws; i++) {
            int[] record = model.draw(random::nextLong);
            counts[record[0]][record[1]][record[2]]++;
        }
        for (int hour = 0; hour < 2; hour++) {
            for (int country = 0; country < 3; country++) {
                for (int device = 0; device < 2; device++) {
                    double p = law[hour][country][device];
                    assertThat((double) counts[hour][country][device])
                            .isCloseTo(draws * p, within(6 * Math.sqrt(draws * p * (1 - p))));
                }
            }
        }
    }

    /**
     * The row of IT in one table is 12 of 2 counts, in the other -6 of 3 counts, with factors 64 and 43: 12 * 64 - 6 * 43 = 510 of 4566 in
     * all. Were one table taken alone, or sums clamped first, it would be 0.14 or more, or none. 100 000 draws are off by 0.006, more than
     * six deviations, in less than 1e-8 of all runs.
     */
    @Test
    @Tag("statistical")
    void the_root_is_drawn_by_all_of_its_tables() {
        Column three = new Column("hour", List.of("am", "pm", "night"));
        ColumnTree star = new ColumnTree(List.of(COUNTRY, DEVICE, three), List.of(new Edge(0, 1), new Edge(0, 2)), 0);
        long[][] byDevice = {{20, 20}, {11, 0}, {20, -8}};
        long[][] byHour = {{10, 10, 10}, {0, -5, 5}, {-2, 4, -8}};
        TreeModel model = TreeModel.of(star, List.of(byDevice, byHour));
        SplittableRandom random = new SplittableRandom(8);
        int italian = 0;
        for (int i = 0; i < 100_000; i++) {
            italian += model.draw(random::nextLong)[0] == 2 ? 1 : 0;
        }
        double all = 64 * (40 + 11 + 12) + 43 * (30 + 0 - 6);
        assertThat(italian / 100_000.0).isCloseTo((64 * 12 - 43 * 6) / all, within(0.006));
    }

    @Test
    void tables_without_counts_above_0_make_every_record_as_likely() {
        TreeModel model = TreeModel.of(CHAIN, List.of(new long[2][2], new long[][] {{-1, -1}, {0, -2}, {0, 0}}));
        boolean[][][] seen = new boolean[2][3][2];
        KeyStream randomness = KeyStream.fresh();
        for (int i = 0;
                i < 2_000;
                i++) { // one of 12 records is missing in less than 12 (11/12)^2000 < 1e-73 of all runs
            int[] record = model.draw(randomness);
            seen[record[0]][record[1]][record[2]] = true;
        }
        for (boolean[][] hour : seen) {
            for (boolean[] country : hour) {
                assertThat(country).containsOnly(true);
            }
        }
    }

    @Test
    void tables_of_another_shape_are_refused() {
        assertThatThrownBy(() -> TreeModel.of(CHAIN, List.<long[][]>of(DEVICE_HOUR)))
                .hasMessage("tables must be one for each edge: 2, was 1");
        assertThatThrownBy(() -> TreeModel.of(CHAIN, List.of(COUNTRY_DEVICE, DEVICE_HOUR)))
                .hasMessage("tables must be a row for each value of a parent, was not");
        assertThatThrownBy(() -> TreeModel.of(CHAIN, List.of(new long[2][3], COUNTRY_DEVICE)))
                .hasMessage("tables must be a count for each value of a child, was not");
        assertThatThrownBy(() -> TreeModel.of(CHAIN, List.of(new long[][] {{0, 0}, {0, 1L << 49}}, COUNTRY_DEVICE)))
                .hasMessageStartingWith("tables must be of counts that add up to at most 2^48, was ");
        ColumnTree alone = new ColumnTree(List.of(DEVICE), List.of(), 0);
        assertThatThrownBy(() -> TreeModel.of(alone, List.of())).hasMessage("edges must be at least one, was 0");
    }

    @Test
    void edges_that_are_no_tree_are_refused() {
        List<Column> columns = List.of(HOUR, COUNTRY, DEVICE);
        String rule = "edges must be a tree that reaches every column from the root once, was not";
        assertThatThrownBy(() -> new ColumnTree(columns, List.of(new Edge(0, 1), new Edge(0, 1)), 0))
                .hasMessage(rule);
        assertThatThrownBy(() -> new ColumnTree(columns, List.of(new Edge(0, 1), new Edge(2, 1)), 0))
                .hasMessage(rule);
        assertThatThrownBy(() -> new ColumnTree(columns, List.of(new Edge(1, 2), new Edge(2, 1)), 0))
                .hasMessage(rule);
        assertThatThrownBy(() -> new ColumnTree(columns, List.of(new Edge(0, 1)), 0))
                .hasMessage("edges must be one fewer than columns: 2, was 1");
        assertThatThrownBy(() -> new ColumnTree(List.of(HOUR, HOUR), List.of(new Edge(0, 1)), 0))
                .hasMessage("columns must be of distinct names, was not");
        assertThatThrownBy(() -> new Column("hour", List.of("am", "am")))
                .hasMessage("values of hour must be distinct, was not");
    }

    @Test
    void total_variation_is_the_largest_difference_of_two_laws() {
        PairTable one = new PairTable(new long[][] {{3, 1}, {-5, 0}});
        PairTable other = new PairTable(new long[][] {{2, 2}, {2, 2}});
        assertThat(one.distance(other)).isCloseTo(0.5, within(1e-15));
        assertThat(one.distance(one)).isZero();
        assertThat(PairTable.empty(2, 2).distance(other)).isZero();
        assertThat(one.total()).isEqualTo(4);
    }
}
