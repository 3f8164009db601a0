package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The noise of one aggregate at all levels, and the quota of a unit.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Mechanism: the exact total of every node of a measured
 * level gets its own integer noise, independent over nodes, levels and windows; all else that is published is a function of these integers and of
 * public numbers. With share S, weights g<sub>l</sub>, planning numbers C<sub>l</sub> and D = sum of g<sub>l</sub> C<sub>l</sub>, a move of one node
 * of level l by c, the full size of a record, has the price p<sub>l</sub> = S g<sub>l</sub> / D: Laplace noise has b = c / p<sub>l</sub>, and a move
 * by s costs |s| / b; Gaussian noise has sigma&sup2; = c&sup2; / (2 p<sub>l</sub>), and a move by s costs s&sup2; / (2 sigma&sup2;). Both are exact
 * rationals.
 *
 * <ul>
 *   <li>A full-size record moves one node of every measured level by c: it costs the sum of all p<sub>l</sub>.
 *   <li>K such records in one window, of which x<sub>i</sub> lie below node i: under Gaussian noise the sum over levels of p<sub>l</sub> times the sum
 *       of x<sub>i</sub>&sup2;, so K different leaves cost K&sup2; p<sub>0</sub> at the root; under Laplace noise K times the sum of p<sub>l</sub>.
 *   <li>n full-size records in different base cells, at most K of them in a window: at most the sum of p<sub>l</sub> C<sub>l</sub> = S, by the
 *       definition of C<sub>l</sub> ({@link Contributions#worst}). They always fit, whatever their places.
 * </ul>
 *
 * <p>In steps of the grid the quota is c&sup2; D (Laplace: c D), and moving a node of level l from s to s' costs g<sub>l</sub> times the growth of
 * its square (absolute value): whole numbers. Source: derived here.
 *
 * @param shape the shape of the levels
 * @param norm the norm of the noise
 * @param share S, the part of the unit's budget that the aggregate may use
 * @param fullSize the full size of a record in the norm: c, or c&sup2; for Gaussian noise, in grid steps, at least 1
 * @param contributions n and K
 * @param weights the weight of each level, from 0 to {@link LevelWeights#MOST}; 0 if the level is not measured
 */
public record LevelPlan(
        LevelShape shape,
        Norm norm,
        Ratio share,
        BigInteger fullSize,
        Contributions contributions,
        List<Integer> weights)
        implements Serializable {

    private static final int QUOTA_BITS = 127;

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if a weight is out of range, the leaves of a tree are not measured, the quota is
     *     2<sup>127</sup> or more, or the scale of a measured level is above 2<sup>40</sup> grid steps
     */
    public LevelPlan {
        weights = List.copyOf(weights);
        Require.that(fullSize.signum() > 0, "full size", ">= 1", fullSize);
        Require.that(
                weights.size() == shape.levels(), "weights", "one for each of " + shape.levels() + " levels", weights);
        Require.that(
                weights.stream().allMatch(weight -> weight >= 0 && weight <= LevelWeights.MOST),
                "weights",
                "between 0 and 2^20",
                weights);
        Require.that(!(shape instanceof LevelTree) || last(weights) > 0, "weights", "above 0 for the leaves", weights);
        Require.that(weights.stream().anyMatch(weight -> weight > 0), "weights", "above 0 for some level", weights);
        BigInteger quota = fullSize.multiply(total(contributions.worst(shape, norm), weights));
        Require.that(
                quota.bitLength() <= QUOTA_BITS, "quota", "below 2^127", "2^" + (quota.bitLength() - 1) + " or more");
        for (int weight : weights) {
            if (weight > 0) {
                noise(norm, scale(share, quota, weight, norm));
            }
        }
    }

    private static int last(List<Integer> weights) {
        return weights.get(weights.size() - 1);
    }

    /**
     * Plans levels whose estimates are solved together. A level whose scale would be above 2<sup>40</sup> grid steps is not measured.
     *
     * @param shape the shape of the levels
     * @param share S and n and K with the size of a record
     * @param favour for which rows errors are made small
     * @throws dev.weir.accountant.privacy.InvalidParameter if the noise of leaves is out of range
     */
    public static LevelPlan solved(LevelShape shape, Terms share, Favour favour) {
        BigInteger[] worst = share.contributions.worst(shape, share.norm);
        List<Integer> weights = LevelWeights.solved(shape, share.norm, favour, worst);
        return new LevelPlan(
                shape, share.norm, share.share, share.fullSize, share.contributions, share.inRange(weights, worst));
    }

    /**
     * Plans levels each of which is published with its own noise: totals that do not add up, because a unit moves a node by the full size once,
     * whatever it does in several base cells below it. So of n records each moves a level by one full size at most, and what they move it by is largest
     * if each has a window of its own: C = n, the planning number of windows of one record.
     *
     * @param shape the shape of the levels
     * @param terms S and n with the size of a record; K does not matter
     * @param favour for which rows errors are made small
     * @throws dev.weir.accountant.privacy.InvalidParameter if the noise of a level is out of range
     */
    public static LevelPlan separate(LevelShape shape, Terms terms, Favour favour) {
        Contributions apart = new Contributions(terms.contributions.records(), 1);
        List<Integer> weights = LevelWeights.separate(shape, terms.norm, favour, apart.worst(shape, terms.norm));
        return new LevelPlan(shape, terms.norm, terms.share, terms.fullSize, apart, weights);
    }

    /**
     * What a plan is made for.
     *
     * @param norm the norm of the noise
     * @param share S, the part of the unit's budget that the aggregate may use
     * @param fullSize the full size of a record in the norm, in grid steps, at least 1
     * @param contributions n and K
     */
    public record Terms(Norm norm, Ratio share, BigInteger fullSize, Contributions contributions) {

        /** Leaves out the level with the smallest weight as long as its scale is out of range, but no level with the largest. */
        private List<Integer> inRange(List<Integer> weights, BigInteger[] worst) {
            List<Integer> left = new ArrayList<>(weights);
            while (true) {
                int least = IntStream.range(0, left.size())
                        .filter(level -> left.get(level) > 0)
                        .boxed()
                        .min((a, b) -> Integer.compare(left.get(a), left.get(b)))
                        .orElseThrow();
                Ratio scale = scale(share, fullSize.multiply(total(worst, left)), left.get(least), norm);
                int most = left.stream().mapToInt(Integer::intValue).max().orElseThrow();
                if (left.get(least) == most || scale.compareTo(mostScale(norm)) <= 0) {
                    return left;
                }
                left.set(least, 0);
            }
        }
    }

    private static Ratio mostScale(Norm norm) {
        Ratio most = Ratio.of(AdditiveNoise.MAX_SCALE, 1);
        return norm == Norm.L1 ? most : most.times(most);
    }

    /** D: the sum of g C over levels. */
    private static BigInteger total(BigInteger[] worst, List<Integer> weights) {
        return IntStream.range(0, worst.length)
                .mapToObj(level -> worst[level].multiply(BigInteger.valueOf(weights.get(level))))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** b = quota / (S g), or sigma&sup2; = quota / (2 S g). */
    private static Ratio scale(Ratio share, BigInteger quota, int weight, Norm norm) {
        Ratio scale = new Ratio(quota, BigInteger.valueOf(weight)).dividedBy(share);
        return norm == Norm.L1 ? scale : scale.times(Ratio.of(1, 2));
    }

    private static AdditiveNoise noise(Norm norm, Ratio scale) {
        return norm == Norm.L1 ? new DiscreteLaplace(scale) : new RoundedGaussian(scale);
    }

    /** The planning number C of each level. */
    public List<BigInteger> worst() {
        return List.of(contributions.worst(shape, norm));
    }

    /** The quota of a unit in grid steps, squared for Gaussian noise: c D, or c&sup2; D; below 2<sup>127</sup>. */
    public BigInteger quota() {
        return fullSize.multiply(total(contributions.worst(shape, norm), weights));
    }

    /**
     * Whether the nodes of a level get noise of their own.
     *
     * @param level the index of the level, from 0
     */
    public boolean isMeasured(int level) {
        return weights.get(level) > 0;
    }

    /**
     * The price p of a move of one node by c.
     *
     * @param level the index of a measured level
     * @return the price in units of the currency of the share
     */
    public Ratio price(int level) {
        return share.times(new Ratio(BigInteger.valueOf(weights.get(level)).multiply(fullSize), quota()));
    }

    /**
     * The exact scale of the noise: b, or sigma&sup2;.
     *
     * @param level the index of a measured level
     * @return the scale in grid steps, or squared grid steps
     */
    public Ratio scale(int level) {
        return scale(share, quota(), weights.get(level), norm);
    }

    /**
     * The noise of the nodes of a level. Each node of each window takes a draw of its own.
     *
     * @param level the index of a measured level
     */
    public AdditiveNoise noise(int level) {
        return noise(norm, scale(level));
    }

    /**
     * The price of K full-size records of one unit in different base cells of one window, at the worst places of each level.
     *
     * @param records K, from 1 to the number of base cells
     * @return the price as a part of the share; it may be above 1, and then such records do not fit
     */
    public Ratio together(long records) {
        BigInteger sum = IntStream.range(0, shape.levels())
                .mapToObj(level -> BigInteger.valueOf(weights.get(level))
                        .multiply(norm == Norm.L1 ? BigInteger.valueOf(records) : shape.squares(level, records)))
                .reduce(BigInteger.ZERO, BigInteger::add);
        return new Ratio(sum.multiply(fullSize), quota());
    }
}
