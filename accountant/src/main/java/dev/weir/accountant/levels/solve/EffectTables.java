package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.SetFamily;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The subsets of all sets of a family, their tables, and the steps between them. Attributes with one value are left out everywhere: they change no
 * table.
 */
final class EffectTables {

    private final SetFamily family;
    private final int wide;
    private final int[] subsets;
    private final Map<Integer, Integer> indexes = new HashMap<>();

    EffectTables(SetFamily family) {
        this.family = family;
        this.wide = IntStream.range(0, family.attributes())
                .filter(i -> family.size(i) > 1)
                .map(i -> 1 << i)
                .sum();
        this.subsets = IntStream.range(0, family.levels())
                .flatMap(level -> SetFamily.subsets(set(level)))
                .distinct()
                .sorted()
                .toArray();
        IntStream.range(0, subsets.length).forEach(i -> indexes.put(subsets[i], i));
    }

    /** The attributes of a level that have more than one value. */
    int set(int level) {
        return family.set(level) & wide;
    }

    /** All subsets, in ascending order of their numbers. */
    int[] subsets() {
        return subsets.clone();
    }

    int index(int subset) {
        Integer index = indexes.get(subset);
        if (index == null) {
            throw new IllegalStateException("no level contains this set of attributes");
        }
        return index;
    }

    /** The product of the numbers of values of attributes. */
    double product(int set) {
        return attributes(set).mapToDouble(family::size).reduce(1, (a, b) -> a * b);
    }

    private static IntStream attributes(int set) {
        return IntStream.range(0, Integer.SIZE - 1).filter(i -> (set >> i & 1) != 0);
    }

    /** The product of 1 - 1 / d over attributes with d values. */
    double freedom(int set) {
        return attributes(set).mapToDouble(i -> 1 - 1.0 / family.size(i)).reduce(1, (a, b) -> a * b);
    }

    /** The first level whose set contains all others, of the levels of a list; -1 if there is none. */
    int widest(IntStream levels) {
        int all = subsets[subsets.length - 1];
        boolean isThere = Arrays.stream(subsets).allMatch(subset -> (subset & all) == subset);
        return isThere ? levels.filter(level -> set(level) == all).findFirst().orElse(-1) : -1;
    }

    /** Memory for one table for each subset. */
    double[][] tables() {
        return Arrays.stream(subsets)
                .mapToObj(set -> new double[(int) product(set)])
                .toArray(double[][]::new);
    }

    /** Memory for one table of integers for each subset. */
    long[][] integers() {
        return Arrays.stream(subsets)
                .mapToObj(set -> new long[(int) product(set)])
                .toArray(long[][]::new);
    }

    private AxisStep step(int set, int axis) {
        int before = set & ((1 << axis) - 1);
        int without = set & ~(1 << axis);
        return new AxisStep(
                index(set), index(without), (int) product(before), family.size(axis), (int) product(without & ~before));
    }

    /** The axes of the table of a set. */
    List<AxisStep> axes(int set) {
        return attributes(set).mapToObj(axis -> step(set, axis)).toList();
    }

    /** The steps that sum the table of a set to those of all its subsets, each from the smallest table that has one attribute more. */
    List<AxisStep> sums(int set) {
        return SetFamily.subsets(set)
                .skip(1)
                .mapToObj(subset -> attributes(set & ~subset)
                        .boxed()
                        .min((a, b) -> Integer.compare(family.size(a), family.size(b)))
                        .map(axis -> step(subset | 1 << axis, axis))
                        .orElseThrow())
                .toList();
    }

    /** The steps that add the tables of all subsets to the table of a set, axis by axis. */
    List<AxisStep> spreads(int set) {
        return attributes(set).boxed().flatMap(axis -> spreads(set, axis)).toList();
    }

    /** The steps along one axis; tables that lack an earlier axis have been added already. */
    private Stream<AxisStep> spreads(int set, int axis) {
        int earlier = set & ((1 << axis) - 1);
        return SetFamily.subsets(set & ~(1 << axis))
                .filter(subset -> (subset & earlier) == earlier)
                .mapToObj(subset -> step(subset | 1 << axis, axis));
    }
}
