package dev.weir.calculator.levels;

import dev.weir.accountant.levels.LevelShape;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Texts of numbers of levels. */
final class LevelText {

    /** Deviations of one level that differ by less, relative to each other, are equal: they are sums in another order. */
    private static final double EQUAL = 1e-12;

    private LevelText() {}

    /** One value for each level, with blanks between them. */
    static String byLevel(LevelShape shape, IntFunction<Object> value) {
        return IntStream.range(0, shape.levels())
                .mapToObj(value)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** The values of all nodes, with blanks between them and bars between levels. */
    static String byNode(LevelShape shape, IntFunction<Object> value) {
        return IntStream.range(0, shape.levels())
                .mapToObj(level -> nodes(shape, level, value))
                .collect(Collectors.joining("|"));
    }

    private static String nodes(LevelShape shape, int level, IntFunction<Object> value) {
        return IntStream.range(shape.start(level), shape.start(level + 1))
                .mapToObj(value)
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** Deviations: one for each level if all nodes of a level have the same, at every level; otherwise those of all nodes. */
    static String deviations(LevelShape shape, double[] deviations) {
        boolean isEven = IntStream.range(0, shape.levels()).allMatch(level -> isEqual(shape, level, deviations));
        return isEven
                ? byLevel(shape, level -> deviations[shape.start(level)])
                : byNode(shape, node -> deviations[node]);
    }

    private static boolean isEqual(LevelShape shape, int level, double[] deviations) {
        double first = deviations[shape.start(level)];
        return IntStream.range(shape.start(level), shape.start(level + 1))
                .allMatch(node -> Math.abs(deviations[node] - first) <= EQUAL * first);
    }
}
