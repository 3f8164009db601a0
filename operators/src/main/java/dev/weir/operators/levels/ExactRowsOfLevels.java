package dev.weir.operators.levels;

import dev.weir.accountant.levels.LevelNoise;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import java.util.stream.IntStream;

/** Exact totals of all nodes, for teaching and checking: those of levels that are not measured are sums of a level that is. */
final class ExactRowsOfLevels {

    private final LevelShape shape;
    /** For each level, the level whose nodes add up to its own. */
    private final int[] sources;

    /** @param noise says which levels are measured */
    ExactRowsOfLevels(LevelNoise noise) {
        this.shape = noise.shape();
        this.sources = IntStream.range(0, shape.levels())
                .map(level -> noise.isMeasured(level) ? level : finer(noise, level))
                .toArray();
    }

    private static int finer(LevelNoise noise, int level) {
        return IntStream.range(0, noise.shape().levels())
                .filter(other -> noise.isMeasured(other) && isFiner(noise.shape(), other, level))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isFiner(LevelShape shape, int other, int level) {
        return shape instanceof SetFamily family
                ? (family.set(other) & family.set(level)) == family.set(level)
                : other == shape.levels() - 1;
    }

    /** The exact totals of a node. */
    long[] values(DrawnNodes window, int node, int width) {
        int level = shape.levelOf(node);
        int source = sources[level];
        long[] values = new long[width];
        for (int other = shape.start(source); other < shape.start(source + 1); other++) {
            if (source == level ? other == node : isBelow(source, other, level, node)) {
                for (int i = 0; i < width; i++) {
                    values[i] = Math.addExact(values[i], window.number(other, i));
                }
            }
        }
        return values;
    }

    private boolean isBelow(int source, int other, int level, int node) {
        if (shape instanceof LevelTree tree) {
            int above = other;
            for (int at = source; at > level; at--) {
                above = tree.parent(above);
            }
            return above == node;
        }
        SetFamily family = (SetFamily) shape;
        int left = other - shape.start(source);
        int wanted = node - shape.start(level);
        for (int i = family.attributes() - 1; i >= 0; i--) {
            boolean isKept = (family.set(level) >> i & 1) != 0;
            if ((family.set(source) >> i & 1) != 0) {
                if (isKept && left % family.size(i) != wanted % family.size(i)) {
                    return false;
                }
                left /= family.size(i);
            }
            wanted = isKept ? wanted / family.size(i) : wanted;
        }
        return true;
    }
}
