package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.mechanism.Norm;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Chooses the public integer weights of levels: the part of a record's price that each level gets. They are computed from the shape and the plan
 * alone, never from data, and belong to the version of a query. Any weights are as private; only errors depend on them.
 */
public final class LevelWeights {

    /** The largest weight. */
    public static final int MOST = 1 << 20;

    private LevelWeights() {}

    /**
     * Chooses weights for levels whose estimates are solved together.
     *
     * <p>Under Gaussian noise: trees by {@link PooledPrecisions}, all sets of attributes with equal planning numbers by {@link CubePrecisions}, all
     * else by {@link CertifiedPrecisions}. Under Laplace noise by {@link PureShares}.
     *
     * @param shape the shape of the levels
     * @param norm the norm of the noise
     * @param favour for which rows errors are made small
     * @param worst the planning number of each level
     * @return for each level a number from 0 to {@link #MOST}; 0 if it is not measured
     */
    public static List<Integer> solved(LevelShape shape, Norm norm, Favour favour, BigInteger[] worst) {
        if (favour == Favour.EQUAL) {
            return equal(norm, worst);
        }
        double[] omegas = favour.omegas(shape);
        if (norm == Norm.L1) {
            int[] needed = shape instanceof LevelTree ? new int[] {shape.levels() - 1} : new int[0];
            return integers(PureShares.of(new Objective(shape, omegas), needed));
        }
        if (shape instanceof LevelTree tree) {
            return integers(PooledPrecisions.of(tree, omegas, worst));
        }
        boolean isProduct = Arrays.stream(worst).distinct().count() == 1;
        if (isProduct && shape instanceof SetFamily family && family.isCube()) {
            return integers(CubePrecisions.of(family, favour == Favour.ROWS));
        }
        return integers(CertifiedPrecisions.of(new Objective(shape, omegas), worst));
    }

    /** Weights with which every level gets one and the same part of the share. */
    private static List<Integer> equal(Norm norm, BigInteger[] worst) {
        return norm == Norm.L1
                ? IntStream.range(0, worst.length).mapToObj(level -> 1).toList()
                : integers(Arrays.stream(worst)
                        .mapToDouble(number -> 1 / number.doubleValue())
                        .toArray());
    }

    /**
     * Chooses weights for levels each of which is published with its own noise, as distinct units are: they do not add up over nodes, so nothing can be
     * solved. The sum of omega<sub>l</sub> m<sub>l</sub> v<sub>l</sub> over levels with m<sub>l</sub> nodes is smallest if g<sub>l</sub> is
     * proportional to the square root of omega<sub>l</sub> m<sub>l</sub> / C<sub>l</sub> under Gaussian noise, and to its cube root under Laplace noise.
     *
     * @param shape the shape of the levels
     * @param norm the norm of the noise
     * @param favour for which rows errors are made small
     * @param worst the planning number of each level; n if every window moves every level by one node at most
     * @return for each level a number from 1 to {@link #MOST}
     */
    public static List<Integer> separate(LevelShape shape, Norm norm, Favour favour, BigInteger[] worst) {
        if (favour == Favour.EQUAL) {
            return equal(norm, worst);
        }
        double[] omegas = favour.omegas(shape);
        double[] parts = IntStream.range(0, shape.levels())
                .mapToDouble(level -> omegas[level] * shape.nodes(level) / worst[level].doubleValue())
                .map(norm == Norm.L1 ? Math::cbrt : Math::sqrt)
                .toArray();
        return integers(parts).stream().map(weight -> Math.max(1, weight)).toList();
    }

    /** Scales numbers so that the largest is {@link #MOST}, and rounds them. */
    private static List<Integer> integers(double[] parts) {
        double most = Arrays.stream(parts).max().orElseThrow();
        return Arrays.stream(parts)
                .mapToObj(part -> (int) Math.floor(part * MOST / most + 0.5))
                .toList();
    }
}
