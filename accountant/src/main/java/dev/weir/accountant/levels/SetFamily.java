package dev.weir.accountant.levels;

import dev.weir.accountant.privacy.Require;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A family of sets of attributes of a product of attributes. A level is a set, its nodes are the combinations of values of the set's attributes,
 * and a base cell is a combination of values of all attributes. In all numberings the last attribute varies fastest.
 */
public final class SetFamily implements LevelShape {

    private static final long serialVersionUID = 1L;

    /** The largest number of attributes: a set is a number of 31 bits. */
    private static final int MOST_ATTRIBUTES = 31;

    /** The largest number of effects, over all sets. */
    private static final int MOST_EFFECTS = 1 << 12;

    private final int[] sizes;
    private final int[] masks;
    private final int[] starts;

    private SetFamily(int[] sizes, int[] masks) {
        this.sizes = sizes.clone();
        this.masks = masks.clone();
        this.starts = new int[masks.length + 1];
        for (int level = 0; level < masks.length; level++) {
            long nodes = starts[level] + product(masks[level]);
            Require.that(nodes <= MOST_NODES, "sets", "at most " + MOST_NODES + " nodes", "more");
            starts[level + 1] = (int) nodes;
        }
    }

    /**
     * Creates a family.
     *
     * @param sizes the number of values of each attribute, each at least 1
     * @param sets the sets, in the order of levels; bit i of a set stands for attribute i
     * @throws dev.weir.accountant.privacy.InvalidParameter if a set occurs twice, an attribute in no set, or the family is too large
     */
    public static SetFamily of(int[] sizes, int... sets) {
        Require.between("cube", sizes.length, 1, MOST_ATTRIBUTES);
        Require.between("sets", sets.length, 1, MOST_LEVELS);
        IntStream.of(sizes).forEach(size -> Require.between("cube", size, 1, MOST_NODES));
        int all = 0;
        for (int set : sets) {
            Require.between("sets", set, 0, (1L << sizes.length) - 1);
            Require.that(Integer.bitCount(set) <= 12, "sets", "of at most 12 attributes each", Integer.bitCount(set));
            all |= set;
        }
        Require.that(
                IntStream.of(sets).distinct().count() == sets.length, "sets", "different from each other", "equal");
        Require.that(all == (1 << sizes.length) - 1, "sets", "such that each attribute is in one", "without one");
        return new SetFamily(sizes, sets);
    }

    /**
     * Creates the family of all sets, by the number of attributes, and sets of one number in lexicographic order.
     *
     * @param sizes the number of values of each attribute, each at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if the family is too large
     */
    public static SetFamily cube(int... sizes) {
        Require.between("cube", 1L << Math.min(sizes.length, MOST_ATTRIBUTES), 2, MOST_LEVELS);
        int[] sets = IntStream.range(0, 1 << sizes.length)
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(Integer::bitCount)
                        .thenComparing((a, b) -> Integer.compareUnsigned(Integer.reverse(b), Integer.reverse(a))))
                .mapToInt(Integer::intValue)
                .toArray();
        return of(sizes, sets);
    }

    /** The number of attributes. */
    public int attributes() {
        return sizes.length;
    }

    /**
     * The number of values of an attribute.
     *
     * @param attribute the index of the attribute, from 0
     */
    public int size(int attribute) {
        return sizes[attribute];
    }

    /**
     * The set of a level; bit i stands for attribute i.
     *
     * @param level the index of the level, from 0
     */
    public int set(int level) {
        return masks[level];
    }

    /** Whether every set of attributes is a level. */
    public boolean isCube() {
        return masks.length == 1L << sizes.length;
    }

    @Override
    public int levels() {
        return masks.length;
    }

    @Override
    public int start(int level) {
        return starts[level];
    }

    @Override
    public long cells() {
        return product((1 << sizes.length) - 1);
    }

    /** The product of the sizes of the attributes of a set; at most 2<sup>62</sup>, where it saturates. */
    private long product(int set) {
        long product = 1;
        for (int i = 0; i < sizes.length; i++) {
            if ((set >> i & 1) != 0) {
                product = product > (1L << 62) / sizes[i] ? 1L << 62 : product * sizes[i];
            }
        }
        return product;
    }

    @Override
    public int node(int level, long cell) {
        long rest = cell;
        long node = 0;
        long stride = 1;
        for (int i = sizes.length - 1; i >= 0; i--) {
            if ((masks[level] >> i & 1) != 0) {
                node += rest % sizes[i] * stride;
                stride *= sizes[i];
            }
            rest /= sizes[i];
        }
        return (int) node;
    }

    @Override
    public long largest(int level) {
        return cells() / nodes(level);
    }

    @Override
    public BigInteger squares(int level, long cells) {
        BigInteger[] full = BigInteger.valueOf(cells).divideAndRemainder(BigInteger.valueOf(largest(level)));
        return full[0].multiply(BigInteger.valueOf(largest(level)).pow(2)).add(full[1].pow(2));
    }

    @Override
    public List<Effect> effects() {
        int[] subsets = IntStream.of(masks)
                .flatMap(SetFamily::subsets)
                .distinct()
                .sorted()
                .toArray();
        Require.that(subsets.length <= MOST_EFFECTS, "sets", "of at most " + MOST_EFFECTS + " subsets", subsets.length);
        List<Effect> effects = new ArrayList<>();
        for (int subset : subsets) {
            double multiplicity = IntStream.range(0, sizes.length)
                    .filter(i -> (subset >> i & 1) != 0)
                    .mapToDouble(i -> sizes[i] - 1.0)
                    .reduce(1, (a, b) -> a * b);
            effects.add(new Effect(
                    multiplicity,
                    IntStream.range(0, masks.length)
                            .filter(level -> (masks[level] & subset) == subset)
                            .boxed()
                            .toList()));
        }
        return effects;
    }

    /**
     * All subsets of a set, in descending order of their numbers: the set first, the empty set last.
     *
     * @param set the set; bit i stands for attribute i
     */
    public static IntStream subsets(int set) {
        return IntStream.iterate(set, subset -> subset >= 0, subset -> subset == 0 ? -1 : (subset - 1) & set);
    }

    @Override
    public boolean equals(Object other) {
        return other == this
                || (other instanceof SetFamily family
                        && Arrays.equals(sizes, family.sizes)
                        && Arrays.equals(masks, family.masks));
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(sizes) + Arrays.hashCode(masks);
    }
}
