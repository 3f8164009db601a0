package dev.weir.accountant.levels.account;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The account that the gate keeps for a unit in a query with levels, the charge of a record to it, and the price of a window for the key account.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots; if the unit has moved node i by s<sub>i</sub>, the
 * replacement moves it by -s<sub>i</sub>. Sensitivity: every node of every measured level is a coordinate with independent noise of its own, so the
 * losses of nodes add up: at most the sum over levels of p<sub>l</sub> times the sum over nodes of |s<sub>i</sub>| / c, or of s<sub>i</sub>&sup2; /
 * c&sup2; for Gaussian noise. Mechanism: see {@link LevelPlan}. Charge: a record is charged the growth of these numbers at every measured node above its
 * base cell, and nothing where they shrink. A sum of positive growths is never below the last value, in any order and with any signs; so the charges
 * of a unit are never below its loss, and the account keeps them at or below the share. Blocks: {@code BlockGrowth} takes the place of the growth of
 * a square, for each node. Source: derived here; see {@link UnitAccount} for accounts of individual losses.
 *
 * <p>With weights w<sub>a</sub> of the aggregates that add up to W, and L the least common multiple of the quotas Q<sub>a</sub> of their plans, the
 * share has W L parts, and a growth by 1 at level l costs w<sub>a</sub> g<sub>l</sub> L / Q<sub>a</sub> of them: whole numbers. One aggregate of weight
 * 1 has Q parts, and a growth by 1 costs g<sub>l</sub>.
 *
 * @param share the part of the unit's budget that the query may use, above 0
 * @param weights the weight of the price of each aggregate, each at least 1
 * @param plans the plan of each aggregate, all of one shape, each with its part of the share
 */
public record LevelPrice(Amount share, List<Long> weights, List<LevelPlan> plans) implements Serializable {

    private static final int DIGITS = 15;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if plans and weights do not fit the share or each other */
    public LevelPrice {
        weights = List.copyOf(weights);
        plans = List.copyOf(plans);
        Require.positive("share", share.value());
        Require.that(!plans.isEmpty(), "aggregates", "at least 1", plans.size());
        Require.that(plans.size() == weights.size(), "weights", "one for each aggregate", weights.size());
        weights.forEach(weight -> Require.atLeast("weight", weight, 1));
        LevelShape shape = plans.get(0).shape();
        for (int i = 0; i < plans.size(); i++) {
            LevelPlan plan = plans.get(i);
            Require.that(plan.shape().equals(shape), "aggregates", "of one shape of levels", "of several");
            Require.that(plan.norm() == Norm.of(share.currency()), "currency", "that of the noise", share.currency());
            Ratio part = Ratio.of(share.value()).times(new Ratio(BigInteger.valueOf(weights.get(i)), sum(weights)));
            Require.that(plan.share().equals(part), "share", "the part " + part + " of the aggregate", plan.share());
        }
    }

    /**
     * The price of a query with one aggregate.
     *
     * @param share the part of the unit's budget that the query may use, above 0
     * @param plan the plan of the aggregate with the whole share
     */
    public static LevelPrice of(Amount share, LevelPlan plan) {
        return new LevelPrice(share, List.of(1L), List.of(plan));
    }

    private static BigInteger sum(List<Long> weights) {
        return weights.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The least common multiple L of all quotas. */
    private BigInteger common() {
        return plans.stream().map(LevelPlan::quota).reduce(BigInteger.ONE, (a, b) -> a.multiply(b)
                .divide(a.gcd(b)));
    }

    /**
     * The account of a unit.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if it would have 2<sup>126</sup> parts or more
     */
    public UnitAccount account() {
        return new UnitAccount(share, sum(weights).multiply(common()));
    }

    /**
     * Creates the object that computes the charge of a record to {@link #account}. It is used by one thread. A record adds, for each aggregate and
     * each measured level, the growth at its node under {@link #index}; or for each aggregate the sum over levels of g<sub>l</sub> times the growth
     * under {@link #indexOfSum}, which costs the same.
     */
    public RecordCost recordCost() {
        Stream<BigInteger> atLevels = IntStream.range(0, plans.size())
                .boxed()
                .flatMap(aggregate -> IntStream.range(0, shape().levels()).mapToObj(level -> price(aggregate)
                        .multiply(BigInteger.valueOf(
                                plans.get(aggregate).weights().get(level)))));
        Stream<BigInteger> ofSums = IntStream.range(0, plans.size()).mapToObj(this::price);
        return new RecordCost(
                plans.get(0).norm(), account(), Stream.concat(atLevels, ofSums).toList());
    }

    /** The price of a growth by 1 at a level of weight 1. */
    private BigInteger price(int aggregate) {
        return BigInteger.valueOf(weights.get(aggregate))
                .multiply(common().divide(plans.get(aggregate).quota()));
    }

    private LevelShape shape() {
        return plans.get(0).shape();
    }

    /**
     * The index under which {@link #recordCost} knows the nodes of a level of an aggregate.
     *
     * @param aggregate the index of the aggregate, from 0
     * @param level the index of the level, from 0
     */
    public int index(int aggregate, int level) {
        return aggregate * shape().levels() + level;
    }

    /**
     * The index under which {@link #recordCost} knows a sum over levels of growths times the weights of their levels.
     *
     * @param aggregate the index of the aggregate, from 0
     */
    public int indexOfSum(int aggregate) {
        return index(plans.size(), 0) + aggregate;
    }

    /**
     * The price of one window for the key account, which all keys of the query share: the most that one unit can put into it, and never more than the
     * share, because the gate lets no unit spend more. It depends on the configuration alone.
     *
     * <p>A unit has at most K base cells in a window, with at most M full-size records each, so it moves node i by at most M x<sub>i</sub> c, with
     * counts x<sub>i</sub> of its base cells below the node: M&sup2; sum p<sub>l</sub> c<sub>l</sub>(K) under Gaussian noise, M K sum p<sub>l</sub>
     * under Laplace noise.
     *
     * @param recordsPerCell M, the enforced bound, at least 1
     * @param keysPerWindow K, the enforced bound, at least 1; what is above the number of base cells counts as that number
     * @return the price, rounded up
     */
    public Amount window(long recordsPerCell, long keysPerWindow) {
        Require.atLeast("records-per-cell", recordsPerCell, 1);
        long cells = Math.min(Require.atLeast("keys-per-window", keysPerWindow, 1), shape().cells());
        BigInteger repeated = BigInteger.valueOf(recordsPerCell);
        BigInteger factor = plans.get(0).norm() == Norm.L1 ? repeated : repeated.pow(2);
        BigDecimal cost = plans.stream()
                .map(plan -> up(plan.share().times(plan.together(cells)), factor))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        return cost.compareTo(share.value()) >= 0 ? share : Amount.atLeast(share.currency(), cost);
    }

    private static BigDecimal up(Ratio price, BigInteger factor) {
        return new BigDecimal(price.numerator().multiply(factor))
                .divide(new BigDecimal(price.denominator()), DIGITS, RoundingMode.CEILING);
    }
}
