package dev.weir.operators.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.LevelPlans;
import dev.weir.operators.testing.Plans;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that all ways to price a record give the same numbers. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LevelCellsTest {

    private static final int CASES = 20_000;
    private static final List<Favour> FAVOURS = List.of(Favour.values());

    /** How many words there are of a base cell: its key, and what is kept for each of two aggregates. */
    private static final int WIDTH = 3;

    /** The parts of an account that affords every price. */
    private static final BigInteger RICH = BigInteger.ONE.shiftLeft(126).subtract(BigInteger.ONE);

    /** The size of numbers: small ones, and those whose products with weights do not fit into a word. */
    private static final List<Long> SIZES = List.of(3L, 1000L, 1L << 38, 1L << 41, 1L << 57);

    private static final List<KeySpace> SHAPES = List.of(
            LevelPlans.tree(3, 4, 2),
            LevelPlans.tree(1, 1, 9),
            LevelPlans.tree(1, 1, 1, 1),
            LevelPlans.sets(6, 7, 1, 2),
            LevelPlans.sets(13, 1, 3, 1),
            LevelPlans.sets(3, 3, 0, 1, 2, 3),
            LevelPlans.sets(4, 3, 3));

    /** What a unit has in some base cells, and a record of one of these or of another one. */
    private record Unit(long[] words, int cells, int key, long[] kept, boolean contributed, long[] record) {

        static Unit of(SplittableRandom random, int keys) {
            int cells = random.nextInt(Math.min(keys, 12) + 1);
            long size = SIZES.get(random.nextInt(SIZES.size()));
            long least = random.nextInt(4) == 0 ? -size : 0;
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, keys).boxed().toList());
            Collections.shuffle(order, new Random(random.nextLong()));
            long[] words = new long[WIDTH * cells];
            for (int cell = 0; cell < cells; cell++) {
                words[WIDTH * cell] = (long) order.get(cell) << Integer.SIZE | 1;
                words[WIDTH * cell + 1] = random.nextLong(least, size);
                words[WIDTH * cell + 2] = random.nextLong(least, size);
            }
            int at = random.nextInt(Math.min(cells + 1, keys));
            boolean contributed = at < cells;
            long[] kept = contributed ? Arrays.copyOfRange(words, WIDTH * at + 1, WIDTH * at + WIDTH) : new long[2];
            return new Unit(
                    words, cells, order.get(at), kept, contributed, new long[] {1, random.nextLong(least, size)});
        }
    }

    /** What a record costs, and what it leaves behind. */
    private static List<Long> effect(CellRules rules, PricedQuery query, Unit unit) {
        rules.assess(unit.kept, unit.contributed, unit.record, 0, 0);
        UnitAccount rich = new UnitAccount(query.account().share(), RICH);
        long[] spent = new long[rich.words()];
        assertThat(rules.charge(rich, spent, 0)).isTrue();
        long[] kept = unit.kept.clone();
        rules.keep(kept);
        long[] moved = new long[2];
        rules.addTo(0, moved, 0);
        return Arrays.stream(new long[][] {spent, kept, moved})
                .flatMapToLong(Arrays::stream)
                .boxed()
                .toList();
    }

    /**
     * The price of a record from its unit's base cells must be that of the growth at each node, whatever the sizes: where products do not fit into a word, and where something
     * is negative, nodes are priced one by one.
     */
    @Test
    void a_price_from_base_cells_is_that_of_all_nodes() {
        int together = 0;
        for (int seed = 0; seed < CASES; seed++) {
            together += isPricedTogether(seed) ? 1 : 0;
        }
        assertThat(together).as("both ways must have been taken").isBetween(CASES / 4, 3 * CASES / 4);
    }

    private static boolean isPricedTogether(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        KeySpace keys = SHAPES.get(random.nextInt(SHAPES.size()));
        PricedQuery query = query(keys, random);
        Unit unit = Unit.of(random, keys.cells().size());
        CellRules rules = query.rules();
        rules.nodes().clear();
        rules.addToNodes(unit.key, unit.words, 0, unit.cells);
        rules.useNodes();
        List<Long> byNodes = effect(rules, query, unit);
        rules.nodes().clear();
        rules.useBaseCells(unit.key, unit.words, 0, unit.cells);
        assertThat(effect(rules, query, unit)).as("seed %d", seed).isEqualTo(byNodes);
        return Arrays.stream(rules.nodes().all()).allMatch(LevelCellsTest::isZero);
    }

    private static boolean isZero(long[] words) {
        return Arrays.stream(words).allMatch(word -> word == 0);
    }

    private static PricedQuery query(KeySpace keys, SplittableRandom random) {
        Aggregate count = new Count("n", BigDecimal.valueOf(random.nextInt(1, 4)));
        Sum.Range unit =
                random.nextBoolean() ? null : new Sum.Range(random.nextInt(-5, 5), 1L << random.nextInt(3, 30));
        Aggregate sum = new Sum("s", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(-9, 99), unit);
        return LevelPlans.of(keys, count, sum)
                .spending(random.nextInt(1, 100), random.nextInt(0, 9), FAVOURS.get(random.nextInt(FAVOURS.size())))
                .plan(Plans.GAUSSIAN)
                .queries()
                .get(0);
    }
}
