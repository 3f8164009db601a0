package dev.weir.accountant.levels.solve;

import dev.weir.accountant.levels.SetFamily;
import dev.weir.accountant.privacy.Require;
import java.util.stream.IntStream;

/**
 * The weights of the best linear unbiased estimates of all levels of a family of sets, and the variances of these estimates. They depend on the
 * shape and on the noise alone. Instances are immutable.
 *
 * <p>For a measured set s and a subset t, E<sub>t</sub>(y<sub>s</sub>) is the table y<sub>s</sub> summed over the attributes in s but not in t, less
 * its mean along every attribute of t. Every measured set that contains t estimates the same effect by it, with noise of variance proportional to
 * v<sub>s</sub> times the product of d over the attributes in s but not in t; effects of different subsets are uncorrelated. So the best estimate of
 * the effect is the mean weighted by u<sub>s,t</sub> = (1 / v<sub>s</sub>) / that product, and P<sub>t</sub> is the sum of these weights. The estimate
 * of a table is the sum of its effects, each divided evenly among the cells that it is a sum of. Derived here.
 */
public final class SetVariances {

    private final SetFamily family;
    private final EffectTables tables;
    private final double[] noise;
    private final double[] precisions;

    /**
     * Computes weights and variances.
     *
     * @param family the family
     * @param noise the variance of the noise of each level, above 0 and finite, or NaN where a level is not measured
     * @throws dev.weir.accountant.privacy.InvalidParameter if a variance is out of range, or some level cannot be estimated from the measured ones
     */
    public SetVariances(SetFamily family, double... noise) {
        Require.that(noise.length == family.levels(), "noise variances", "one for each level", noise.length);
        this.family = family;
        this.tables = new EffectTables(family);
        this.noise = noise.clone();
        int[] subsets = tables.subsets();
        this.precisions = new double[subsets.length];
        for (int level = 0; level < noise.length; level++) {
            if (isMeasured(level)) {
                Require.positive("noise variances", noise[level]);
                int measured = level;
                SetFamily.subsets(tables.set(level))
                        .forEach(subset -> precisions[tables.index(subset)] += weight(measured, subset));
            }
        }
        boolean isComplete = IntStream.range(0, subsets.length).allMatch(i -> precisions[i] > 0);
        Require.that(isComplete, "noise variances", "given for sets that tell every set", "for too few");
    }

    private double weight(int level, int subset) {
        return 1 / (noise[level] * tables.product(tables.set(level) & ~subset));
    }

    SetFamily family() {
        return family;
    }

    EffectTables tables() {
        return tables;
    }

    boolean isMeasured(int level) {
        return !Double.isNaN(noise[level]);
    }

    /** The part that a measured level has in the estimate of an effect. */
    double part(int level, int subset) {
        return weight(level, subset) / precisions[tables.index(subset)];
    }

    /** The first measured level whose set contains all others; -1 if no set does. */
    int widest() {
        return tables.widest(IntStream.range(0, noise.length).filter(this::isMeasured));
    }

    /**
     * The variance of the estimate of any node of a level, in squared grid steps.
     *
     * @param level the index of the level, from 0
     */
    public double estimate(int level) {
        int set = tables.set(level);
        return SetFamily.subsets(set)
                .mapToDouble(subset -> {
                    double spread = tables.product(set & ~subset);
                    return tables.freedom(subset) / (spread * spread) / precisions[tables.index(subset)];
                })
                .sum();
    }
}
