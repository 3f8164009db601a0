package dev.weir.accountant.continual;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.DecidedSeries.Aggregate;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;

/**
 * Derives from a query's share of the unit's budget how its running totals are released: the noise of each aggregate, the account that the
 * gate keeps for a unit, and the charge of a contribution to this account.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. The size of a unit is its squared l2
 * sensitivity under Gaussian noise and its l1 sensitivity under Laplace noise, summed over keys and series. The account keeps this size at
 * or below a limit D. The noise is such that D costs exactly the aggregate's part p of the share: sigma&sup2; = D / (2 p), b = D / p. Let s
 * be the size of one contribution of full size c: (c sens + r)&sup2; under Gaussian noise, with r of {@link SensitivityBound}, and c times
 * the number of levels under Laplace noise. Let W be the size of the worst pattern that the bounds admit, computed as if contributions to
 * one key shared a step wherever their steps are not kept. Then D = min(n s, W), so that n contributions of full size on different keys or
 * the worst pattern fit in full, whichever is smaller.
 *
 * <p>Under Gaussian noise D is divided into 2<sup>40</sup> parts, of which one for each key is set aside for rounding, so that sigma is
 * larger than without this rounding by at most a relative 2<sup>-36</sup> + k 2<sup>-40</sup>, where k is the number of keys that count in
 * D. Under Laplace noise everything is a whole number and nothing is rounded.
 *
 * <p><b>Blocks.</b> A contribution may move several numbers at once, each of which has a series of its own. The {@link
 * BlockLength} of the contribution then replaces the absolute value of a number.
 *
 * <p>A sliding window is the difference of two running totals of the same series, and costs nothing in addition.
 *
 * <p>Source: derived here, except for the meaning of the share ({@code dev.weir.accountant.mechanism.QueryPrice}) and
 * of charges ({@link GaussianGrowth}).
 *
 * @param share the part of the unit's budget that the query may use
 * @param contributions n, the number of contributions of full size on different keys that the share pays for, 1 to
 *     2<sup>30</sup>
 * @param bounds what a unit may contribute to one series
 * @param lastStep the step at which a series ends for good, at least 1
 */
public record SeriesPrice(Amount share, long contributions, Participation bounds, long lastStep)
        implements Serializable {

    /** The default last step: 2<sup>26</sup>, which is more than six hundred years of steps of five minutes. */
    public static final long LAST_STEP = 1L << 26;

    private static final long MOST_KEYS = 1L << 30;

    /** @throws InvalidParameter if {@code share}, {@code contributions} or {@code lastStep} is out of range */
    public SeriesPrice {
        Require.positive("share", share.value());
        Require.between("contributions", contributions, 1, MOST_KEYS);
        Require.atLeast("last step", lastStep, 1);
    }

    /**
     * One aggregate of a query, as far as its price depends on it.
     *
     * @param size the most that one contribution adds to the aggregate
     * @param weight the aggregate's part of the price, relative to the other weights, at least 1
     */
    public record Term(SeriesSize size, long weight) implements Serializable {

        /** @throws InvalidParameter if {@code weight} is out of range */
        public Term {
            Require.atLeast("weight", weight, 1);
        }

        /**
         * Creates the term of an aggregate that is a single number.
         *
         * @param fullSize c: the most one contribution can add, in grid steps, at least 1
         * @param weight the aggregate's part of the price, relative to the other weights, at least 1
         * @throws InvalidParameter if {@code weight} is below 1
         */
        public Term(long fullSize, long weight) {
            this(SeriesSize.number(fullSize), weight);
        }

        /**
         * Creates the term of an aggregate that is a block of several numbers.
         *
         * @param norm the norm in which the noise measures vectors
         * @param fullSize the largest size of the vector of one contribution, in the norm of the noise, with the size
         *     of each number divided by its factor
         * @param factors for each number the factor f that multiplies the scale, or the variance, of its noise; 1 / f
         *     is a whole number
         * @param weight the aggregate's part of the price, relative to the other weights, at least 1
         * @throws InvalidParameter if vectors of full size are 2<sup>63</sup> - 1 units long or longer
         */
        public static Term block(Norm norm, BigInteger fullSize, List<Ratio> factors, long weight) {
            return new Term(SeriesSize.block(norm, fullSize, factors), weight);
        }

        long fullSize() {
            return size.full();
        }
    }

    /**
     * Derives Gaussian noise correlated by {@code blt}, for a share in {@link Currency#HALF_MU_SQUARED}.
     *
     * @param blt the factorisation of the noise of every aggregate
     * @param terms the query's aggregates, at least one
     * @throws InvalidParameter if the share is in another currency
     */
    public PricedSeries of(Blt blt, List<Term> terms) {
        require(Currency.HALF_MU_SQUARED);
        UnitAccount account = new UnitAccount(share, GaussianParts.NUMBER.multiply(weights(terms)));
        List<Aggregate> priced =
                terms.stream().map(term -> gaussian(blt, term, terms)).toList();
        return new DecidedSeries(account, priced, bounds, contributions);
    }

    private Aggregate gaussian(Blt blt, Term term, List<Term> terms) {
        SeriesSize size = term.size;
        double perKey = new FixedPointEncoder(blt, size.steps(), lastStep).perKey();
        SensitivityBound bound = size.bound(blt, perKey, lastStep);
        GaussianParts parts = new GaussianParts(contributions, bounds, lastStep);
        double part = parts.size(bound, size.full());
        Ratio price = price(term, terms);
        return new Aggregate(
                size,
                new BltNoise(blt, size.steps(), lastStep, GaussianParts.variance(size.inSquaredSteps(part), price)),
                parts.growth(bound, part),
                BigInteger.valueOf(term.weight),
                size.inSteps() / Math.sqrt(2 * price.toDouble()));
    }

    /**
     * Derives discrete Laplace noise on the nodes of {@code tree}, for a share in {@link Currency#EPSILON}.
     *
     * @param tree the tree of every aggregate
     * @param terms the query's aggregates, at least one
     * @throws InvalidParameter if the share is in another currency
     */
    public PricedSeries of(KaryTree tree, List<Term> terms) {
        require(Currency.EPSILON);
        BigInteger common = terms.stream()
                .map(term -> BigInteger.valueOf(term.fullSize()))
                .reduce(BigInteger.ONE, (a, b) -> a.multiply(b).divide(a.gcd(b)));
        BigInteger limit = fullContributions().multiply(common).multiply(weights(terms));
        List<Aggregate> priced =
                terms.stream().map(term -> laplace(tree, term, terms, common)).toList();
        return new DecidedSeries(new UnitAccount(share, limit), priced, bounds, contributions);
    }

    private Aggregate laplace(KaryTree tree, Term term, List<Term> terms, BigInteger common) {
        BigInteger moved = fullContributions()
                .multiply(BigInteger.valueOf(tree.levels()))
                .multiply(BigInteger.valueOf(term.fullSize()));
        Ratio price = price(term, terms);
        Ratio scale = new Ratio(moved, BigInteger.ONE).dividedBy(price);
        return new Aggregate(
                term.size,
                new KaryTreeNoise(tree, new DiscreteLaplace(scale), lastStep),
                new UnitGrowth.Sum(),
                BigInteger.valueOf(term.weight).multiply(common).divide(BigInteger.valueOf(term.fullSize())),
                term.fullSize() / price.toDouble());
    }

    private void require(Currency currency) {
        Require.that(share.currency() == currency, "currency of the share", currency.toString(), share.currency());
    }

    private static BigInteger weights(List<Term> terms) {
        return terms.stream().map(term -> BigInteger.valueOf(term.weight)).reduce(BigInteger.ZERO, BigInteger::add);
    }

    /** The part p of the share that pays for one aggregate. */
    private Ratio price(Term term, List<Term> terms) {
        Ratio part = new Ratio(BigInteger.valueOf(term.weight), weights(terms));
        return Ratio.of(share.value()).times(part);
    }

    /**
     * The number of full-size contributions that the limit admits: the smaller of n and (keys &times; contributions to
     * each key).
     */
    BigInteger fullContributions() {
        BigInteger pattern =
                BigInteger.valueOf(bounds.keys()).multiply(BigInteger.valueOf(bounds.timesWithin(lastStep)));
        return pattern.min(BigInteger.valueOf(contributions));
    }
}
