package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.accountant.continual.plan.NaiveErrors.Limits;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;

/**
 * What a query's share of the unit's budget buys for running totals: the noise of each aggregate, the account that the gate
 * keeps for a unit, and what a contribution is charged to it.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. The size of a unit is its
 * squared l2 sensitivity under Gaussian noise and its l1 sensitivity under Laplace noise, summed over keys and series. The
 * account holds it below a limit D, and noise is such that D costs exactly the aggregate's part p of the share: sigma&sup2; = D /
 * (2 p), b = D / p. With n contributions of full size c on keys of their own costing n c&sup2; sens&sup2; and W the size of the worst
 * pattern that the bounds admit, D = min(n c&sup2; sens&sup2;, W): whichever comes first fits, its last contribution included.
 *
 * <p>Under Gaussian noise D is divided into 2<sup>40</sup> parts, of which one a key is set aside for rounding, so that sigma is
 * larger than without rounding by at most 2<sup>-40</sup> for each key that counts. Under Laplace noise everything is a whole
 * number and nothing is rounded.
 *
 * <p><b>Blocks.</b> A contribution may move several numbers at once, by a vector v of whole numbers. Number k has a series of its own
 * with noise of its own, of variance f<sub>k</sub> sigma&sup2; or scale f<sub>k</sub> b, independent of that of the others; u<sub>k</sub>
 * is what a unit has contributed to it. Then the length |v| of {@link BlockLength}, by the factors, stands for the size of a number:
 *
 * <ul>
 *   <li>Gaussian noise: all C u<sub>k</sub> / &radic;f<sub>k</sub> together are moved before noise of one variance, so what counts is
 *       &sum;<sub>k</sub> ||C u<sub>k</sub>||&sup2; / f<sub>k</sub> = &sum;<sub>i,j</sub> Gamma(distance) &lang;v<sub>i</sub>,
 *       v<sub>j</sub>&rang; &le; &sum;<sub>i,j</sub> Gamma(distance) |v<sub>i</sub>| |v<sub>j</sub>|, with &lang;v, w&rang; = &sum;
 *       v<sub>k</sub> w<sub>k</sub> / f<sub>k</sub>: Gamma is never negative, and the rest is the inequality of Cauchy and Schwarz. That is
 *       the bound of a series of numbers of sizes |v<sub>i</sub>|, whose growth is charged. It is exact for vectors that point the same
 *       way, and too much for others. The later increments may be chosen by looking at earlier releases, because it is one Gaussian
 *       mechanism as before, on the y's of all series at a step.
 *   <li>Laplace noise: v moves H nodes of the tree of number k by v<sub>k</sub>, which costs H &sum; |v<sub>k</sub>| / (f<sub>k</sub> b) = H
 *       |v|<sub>1</sub> / b.
 * </ul>
 *
 * Windows that slide are differences of two running totals of the same series, and cost nothing of their own.
 *
 * <p>Source: derived here, but for the share, which is as in {@code dev.weir.accountant.mechanism.QueryPrice}; charges as in {@link
 * GaussianGrowth}.
 *
 * @param share what the query may use of the unit's budget
 * @param contributions n, 1 to 2<sup>30</sup>
 * @param bounds what a unit may contribute to one series
 * @param lastStep the step at which a series ends for good, at least 1
 */
public record SeriesPrice(Amount share, long contributions, Participation bounds, long lastStep)
        implements Serializable {

    /** The last step unless another is stated: 2<sup>26</sup>, six hundred years of five minutes. */
    public static final long LAST_STEP = 1L << 26;

    private static final BigInteger PARTS = BigInteger.ONE.shiftLeft(40);
    private static final long MOST_KEYS = 1L << 30;
    private static final double MARGIN = 1 + 0x1p-35;
    private static final int MOST_STEPS_KEPT = 16;
    private static final int MOST_SEPARATE_STEPS_KEPT = 64;

    public SeriesPrice {
        Require.positive("share", share.value());
        Require.between("contributions", contributions, 1, MOST_KEYS);
        Require.atLeast("last step", lastStep, 1);
    }

    /**
     * One aggregate of a query, as its price needs it.
     *
     * @param fullSize c: the most one contribution can add, in units of 2<sup>-bits</sup> grid steps, at least 1; of a block the
     *     greatest length of what one adds
     * @param weight the aggregate's part of the price, relative to the other weights, at least 1
     * @param length in what units a block counts; a single number counts in grid steps
     * @param spread the sum of the 1 / f of a block's numbers, which is whole; 1 of a single number
     */
    public record Term(long fullSize, long weight, BlockLength length, long spread) implements Serializable {

        public Term {
            Require.atLeast("full size", fullSize, 1);
            Require.atLeast("weight", weight, 1);
            Require.atLeast("spread", spread, 1);
        }

        /** A single number. */
        public Term(long fullSize, long weight) {
            this(fullSize, weight, new BlockLength(Norm.SQUARED_L2, 0), 1);
        }

        /**
         * A block of several numbers.
         *
         * @param fullSize the largest size of the vector of one contribution, in the norm of the noise, by its factors
         * @param factors f: by which the scale, or the variance, of the noise of each number is multiplied; 1 / f is whole
         * @throws InvalidParameter if vectors of full size are 2<sup>63</sup> - 1 units long or longer
         */
        public static Term block(Norm norm, BigInteger fullSize, List<Ratio> factors, long weight) {
            BlockLength length = BlockLength.of(norm, fullSize);
            return new Term(length.ofFullSize(fullSize), weight, length, BlockLength.spread(factors));
        }

        /** c in whole grid steps, rounded down: sets the resolution of whole numbers. */
        private long steps() {
            return Math.max(1, fullSize >> length.bits());
        }

        private double inSteps() {
            return Math.scalb((double) fullSize, -length.bits());
        }
    }

    /**
     * One aggregate whose noise is decided.
     *
     * @param term what it was decided for
     * @param growth how its size grows
     * @param price what growing by one part costs
     * @param unit the noise that hides one value of full size for the aggregate's price
     */
    private record Aggregate(Term term, CorrelatedNoise noise, UnitGrowth growth, BigInteger price, double unit)
            implements Serializable {}

    private record Decided(UnitAccount account, List<Aggregate> aggregates, SeriesPrice query) implements PricedSeries {

        @Override
        public CorrelatedNoise noise(int aggregate) {
            return aggregates.get(aggregate).noise;
        }

        @Override
        public long spread(int aggregate) {
            return aggregates.get(aggregate).term.spread;
        }

        @Override
        public SeriesCost cost() {
            return new SeriesCost(
                    aggregates.stream().map(Aggregate::growth).toList(),
                    aggregates.stream().map(each -> each.term.length).toList(),
                    aggregates.stream().map(Aggregate::price).toList());
        }

        @Override
        public Amount cost(int aggregate, Participation bounds) {
            Aggregate decided = aggregates.get(aggregate);
            return decided.noise instanceof BltNoise noise
                    ? noise.cost(query.squaredSteps(noise, decided.term, bounds))
                    : decided.noise.cost(bounds, decided.term.fullSize);
        }

        @Override
        public NaiveErrors naiveErrors(int aggregate, long horizon) {
            double unit = aggregates.get(aggregate).unit;
            return query.share.currency() == Currency.EPSILON
                    ? NaiveErrors.laplace(limits(horizon), unit)
                    : NaiveErrors.gaussian(limits(horizon), unit);
        }

        @Override
        public NaiveErrors naiveSlidingErrors(int aggregate, long panes) {
            double unit = aggregates.get(aggregate).unit;
            return query.share.currency() == Currency.EPSILON
                    ? NaiveErrors.slidingLaplace(limits(panes), unit)
                    : NaiveErrors.slidingGaussian(limits(panes), unit);
        }

        private Limits limits(long steps) {
            Plan pattern = new Plan(steps, query.bounds.times(), query.bounds.separation());
            return new Limits(pattern, query.bounds.keys(), query.contributions);
        }
    }

    /** Gaussian noise correlated by {@code blt}, for a share in {@link Currency#HALF_MU_SQUARED}. */
    public PricedSeries of(Blt blt, List<Term> terms) {
        require(Currency.HALF_MU_SQUARED);
        UnitAccount account = new UnitAccount(share, PARTS.multiply(weights(terms)));
        return new Decided(
                account, terms.stream().map(term -> gaussian(blt, term, terms)).toList(), this);
    }

    private Aggregate gaussian(Blt blt, Term term, List<Term> terms) {
        double perKey = new FixedPointEncoder(blt, term.steps(), lastStep).perKey();
        SensitivityBound bound = bound(blt, term, perKey);
        double part = part(bound, term.fullSize);
        Ratio price = price(term, terms);
        return new Aggregate(
                term,
                new BltNoise(blt, term.steps(), lastStep, variance(Math.scalb(part, -2 * term.length.bits()), price)),
                growth(bound, part),
                BigInteger.valueOf(term.weight),
                term.inSteps() / Math.sqrt(2 * price.toDouble()));
    }

    /**
     * Bounds in units of a term. The whole numbers of each series of a block are off by up to r in l2, so that all of them together
     * are off by r &radic;(&sum; 1 / f<sub>k</sub>) in the length that counts, rounded up.
     */
    private SensitivityBound bound(Blt blt, Term term, double perKey) {
        double all = term.spread == 1 ? perKey : perKey * Math.sqrt((double) term.spread) * SensitivityBound.UP;
        return new SensitivityBound(blt, Math.scalb(all, term.length.bits()), lastStep);
    }

    /** By how much contributions of full size move a block at most, in squared grid steps. */
    private double squaredSteps(BltNoise noise, Term term, Participation contributed) {
        double squared = bound(noise.blt(), term, noise.perKey()).squared(contributed, term.fullSize);
        return Math.scalb(squared, -2 * term.length.bits());
    }

    /** Discrete Laplace noise on the nodes of {@code tree}, for a share in {@link Currency#EPSILON}. */
    public PricedSeries of(KaryTree tree, List<Term> terms) {
        require(Currency.EPSILON);
        BigInteger common = terms.stream()
                .map(term -> BigInteger.valueOf(term.fullSize))
                .reduce(BigInteger.ONE, (a, b) -> a.multiply(b).divide(a.gcd(b)));
        BigInteger limit = fullContributions().multiply(common).multiply(weights(terms));
        return new Decided(
                new UnitAccount(share, limit),
                terms.stream().map(term -> laplace(tree, term, terms, common)).toList(),
                this);
    }

    private Aggregate laplace(KaryTree tree, Term term, List<Term> terms, BigInteger common) {
        BigInteger moved = fullContributions()
                .multiply(BigInteger.valueOf(tree.levels()))
                .multiply(BigInteger.valueOf(term.fullSize));
        Ratio price = price(term, terms);
        Ratio scale = new Ratio(moved, BigInteger.ONE).dividedBy(price);
        return new Aggregate(
                term,
                new KaryTreeNoise(tree, new DiscreteLaplace(scale), lastStep),
                new UnitGrowth.Sum(),
                BigInteger.valueOf(term.weight).multiply(common).divide(BigInteger.valueOf(term.fullSize)),
                term.fullSize / price.toDouble());
    }

    private void require(Currency currency) {
        Require.that(share.currency() == currency, "currency of the share", currency.toString(), share.currency());
    }

    private static BigInteger weights(List<Term> terms) {
        return terms.stream().map(term -> BigInteger.valueOf(term.weight)).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** p: what the limit costs in one aggregate. */
    private Ratio price(Term term, List<Term> terms) {
        Ratio part = new Ratio(BigInteger.valueOf(term.weight), weights(terms));
        return Ratio.of(share.value()).times(part);
    }

    /** sigma&sup2; = 2<sup>40</sup> parts / (2 p), in squared grid steps, exactly. */
    private static Ratio variance(double part, Ratio price) {
        return Ratio.of(new BigDecimal(part))
                .times(new Ratio(PARTS, BigInteger.TWO))
                .dividedBy(price);
    }

    /** min(n, keys times contributions to each). */
    BigInteger fullContributions() {
        BigInteger pattern =
                BigInteger.valueOf(bounds.keys()).multiply(BigInteger.valueOf(bounds.timesWithin(lastStep)));
        return pattern.min(BigInteger.valueOf(contributions));
    }

    /** Whether contributions are few enough to keep the step of each. */
    private boolean keepsSteps() {
        long times = bounds.timesWithin(lastStep);
        return times > 1 && times <= (bounds.separation() == 0 ? MOST_STEPS_KEPT : MOST_SEPARATE_STEPS_KEPT);
    }

    private UnitGrowth growth(SensitivityBound bound, double part) {
        return keepsSteps()
                ? new GaussianGrowth.KeptSteps(bound, part, (int) bounds.timesWithin(lastStep))
                : new GaussianGrowth.KeptTotal(bound, part);
    }

    /** The size of one of 2<sup>40</sup> parts of D, which is rounded up, less one part for each key that counts in it. */
    private double part(SensitivityBound bound, long fullSize) {
        Participation once = new Participation(contributions, 1, 0);
        double apart = bound.squared(once, fullSize);
        Participation charged =
                keepsSteps() ? bounds : new Participation(bounds.keys(), bounds.timesWithin(lastStep), 0);
        double pattern = bound.squared(charged, fullSize);
        long keys = apart <= pattern ? contributions : bounds.keys();
        return Math.min(apart, pattern) * MARGIN / (PARTS.doubleValue() - keys);
    }
}
