package dev.weir.accountant.levels;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Small random shapes for tests. */
public final class RandomShapes {

    private RandomShapes() {}

    /** A tree of two to four levels whose nodes have one to three children. */
    public static LevelTree tree(SplittableRandom random) {
        List<int[]> children = new ArrayList<>();
        int nodes = 1;
        int levels = random.nextInt(1, 4);
        for (int level = 0; level < levels; level++) {
            int[] counts = random.ints(nodes, 1, 4).toArray();
            nodes = IntStream.of(counts).sum();
            children.add(counts);
        }
        return LevelTree.of(children);
    }

    /** A family of sets of two or three attributes with one to three values, which contains each attribute. */
    public static SetFamily family(SplittableRandom random) {
        int attributes = random.nextInt(2, 4);
        int[] sizes = random.ints(attributes, 1, 4).toArray();
        int all = (1 << attributes) - 1;
        while (true) {
            int[] sets = IntStream.rangeClosed(0, all)
                    .filter(set -> random.nextBoolean())
                    .toArray();
            if (IntStream.of(sets).reduce(0, (a, b) -> a | b) == all) {
                return SetFamily.of(sizes, sets);
            }
        }
    }

    /** Variances of noise from 1 to 10; on a tree every level but the last may be unmeasured. */
    public static double[] noise(LevelShape shape, SplittableRandom random) {
        double[] noise = random.doubles(shape.levels(), 1, 10).toArray();
        if (shape instanceof LevelTree) {
            for (int level = 0; level < noise.length - 1; level++) {
                noise[level] = random.nextInt(3) == 0 ? Double.NaN : noise[level];
            }
        }
        return noise;
    }
}
