package dev.weir.accountant.levels.series;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.LevelTree;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelWeights;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Series of noisy totals at all nodes of measured levels: their noise, and the account that the gate keeps for a unit.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one privacy unit are replaced by empty slots. Mechanism: every node of every measured level has a
 * series of its own, as {@link PricedSeries} gives it to a key without levels, with the same correlation from step to step and independent draws; the
 * noise of level l has the variance, or under Laplace noise the scale, of the flat series times F<sub>l</sub>. What is published is a function of these
 * series and of public numbers. Let a flat series have Z parts of a unit's account for each unit of an aggregate's weight, so that a move of one key whose
 * squared size (under Laplace noise: size) is u parts costs u / Z of the aggregate's part p of the share. At a node of level l it costs u / (Z
 * F<sub>l</sub>) of p. With weights g<sub>l</sub>, a quota Q and F<sub>l</sub> = Q / (Z g<sub>l</sub>) that is u g<sub>l</sub> / Q of p, exactly. Charge:
 * the account has Q parts for each unit of weight, and the growth of u at a node of level l costs g<sub>l</sub> of them ({@link LevelSeriesCost}), which
 * is the loss or more; so the account keeps a unit's loss at all nodes and steps, over all series, at or below the share. Increments may be chosen by
 * looking at earlier releases, as for flat series.
 *
 * <p><b>Quota.</b> Any Q is private. A node with q full-size records below it is moved by at most q&sup2; times the parts s of one record (triangle
 * inequality; under Laplace noise q times). n records anywhere cost at most s times the sum of g<sub>l</sub> C<sub>l</sub>, with C<sub>l</sub> the largest sum
 * of q&sup2; over nodes that can hold so many. A node with q active base cells, each with the worst pattern of the bounds, is moved by q&sup2; w at most, w the
 * parts of the pattern: records under different base cells may share a step above them, whatever their separation. All cells that the bounds admit
 * cost at most w times a sum of the same form. Q is the smaller of the two numbers: n full-size records always fit, or all that the bounds admit does.
 *
 * <p><b>Numbers that do not add up.</b> Of distinct units a unit moves a node by 1 at its first record below it in a series, at the step of that record, and
 * is charged there what its base cell is charged; its further records below the node move it no more and cost nothing there. So n records
 * move at most n nodes of a level, C<sub>l</sub> = n, and every level has its own noise alone.
 *
 * <p><b>Error.</b> The noise of all nodes and steps has a covariance that is a Kronecker product: that of the levels times that of the steps. So the
 * best linear unbiased estimate of each step from its own totals is the best one from the whole series, and nothing is kept for it.
 * Source: derived here.
 */
public final class LevelSeries implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final int DIGITS = 15;

    private final Flat flat;
    private final SeriesTerms terms;
    private final SeriesParts parts;
    private final List<Integer> weights;
    private final BigInteger quota;

    /**
     * The series of the query without levels, whose noise and bounds are those of one key.
     *
     * @param priced the series as they are priced without levels
     * @param unweighted the same with the weight 1 for each aggregate: sizes are counted in the same parts, whatever the weights are
     */
    public record Flat(PricedSeries priced, PricedSeries unweighted) implements Serializable {}

    private LevelSeries(Flat flat, SeriesTerms terms, SeriesParts parts, List<Integer> weights) {
        this.flat = flat;
        this.terms = terms;
        this.parts = parts;
        this.weights = List.copyOf(weights);
        this.quota = parts.quota(weights);
    }

    /**
     * Chooses the weights of levels: the optimum for n records anywhere or for all that the bounds admit, whichever has smaller errors. A level whose noise
     * would be out of range is not measured.
     *
     * @param flat the series of the query without levels
     * @param terms what the query is planned for
     * @throws InvalidParameter if the noise of a level that must be measured is out of range, or the account has 2<sup>126</sup> parts or more
     */
    public static LevelSeries of(Flat flat, SeriesTerms terms) {
        Norm norm = Norm.of(flat.priced.account().share().currency());
        SeriesParts parts = SeriesParts.of(flat.unweighted, terms, norm);
        return terms.addsUp() ? solved(flat, terms, parts, norm) : separate(flat, terms, parts, norm);
    }

    /** Each level has its own noise alone, so that all of them are measured. */
    private static LevelSeries separate(Flat flat, SeriesTerms terms, SeriesParts parts, Norm norm) {
        BigInteger[] worst = parts.apart().toArray(BigInteger[]::new);
        LevelSeries series =
                new LevelSeries(flat, terms, parts, LevelWeights.separate(terms.shape(), norm, terms.favour(), worst));
        IntStream.range(0, worst.length).forEach(series::requireInRange);
        series.account();
        return series;
    }

    private static LevelSeries solved(Flat flat, SeriesTerms terms, SeriesParts parts, Norm norm) {
        LevelSeries best = Stream.of(parts.apart(), parts.filled())
                .filter(worst -> !worst.isEmpty())
                .map(worst ->
                        LevelWeights.solved(terms.shape(), norm, terms.favour(), worst.toArray(BigInteger[]::new)))
                .map(weights -> inRange(flat, terms, parts, weights))
                .min(Comparator.comparingDouble(LevelSeries::rms))
                .orElseThrow();
        List<Integer> chosen = best.weights;
        Require.that(
                !(terms.shape() instanceof LevelTree) || best.isMeasured(chosen.size() - 1),
                "weights",
                "above 0 for the leaves",
                chosen);
        best.account();
        return best;
    }

    /** Leaves out the level with the smallest weight as long as its noise is out of range, but no level with the largest. */
    private static LevelSeries inRange(Flat flat, SeriesTerms terms, SeriesParts parts, List<Integer> weights) {
        List<Integer> left = new ArrayList<>(weights);
        while (true) {
            LevelSeries series = new LevelSeries(flat, terms, parts, left);
            int least = IntStream.range(0, left.size())
                    .filter(level -> left.get(level) > 0)
                    .boxed()
                    .min(Comparator.comparing(left::get))
                    .orElseThrow();
            int most = left.stream().mapToInt(Integer::intValue).max().orElseThrow();
            if (left.get(least) == most || series.isInRange(least)) {
                return series;
            }
            left.set(least, 0);
        }
    }

    private boolean isInRange(int level) {
        try {
            requireInRange(level);
            return true;
        } catch (InvalidParameter outOfRange) {
            return false;
        }
    }

    private void requireInRange(int level) {
        IntStream.range(0, terms.aggregates().size()).forEach(aggregate -> noise(aggregate, level));
    }

    /** The root of the mean variance of estimates, of the first aggregate at the last step. */
    private double rms() {
        double[] variances = IntStream.range(0, weights.size())
                .mapToDouble(level -> isMeasured(level) ? noise(0, level).stddev(terms.lastStep()) : Double.NaN)
                .map(stddev -> stddev * stddev)
                .toArray();
        return LevelErrors.rms(terms.shape(), terms.favour(), variances);
    }

    /** The shape of the levels. */
    public LevelShape shape() {
        return terms.shape();
    }

    /** The weight of each level, from 0 to {@link LevelWeights#MOST}; 0 if the level is not measured. */
    public List<Integer> weights() {
        return weights;
    }

    /** Q: the parts of a unit's account for each unit of an aggregate's weight. */
    public BigInteger quota() {
        return quota;
    }

    /**
     * Whether the nodes of a level have series of their own.
     *
     * @param level the index of the level, from 0
     */
    public boolean isMeasured(int level) {
        return weights.get(level) > 0;
    }

    private BigInteger allWeights() {
        return BigInteger.valueOf(terms.aggregates().stream()
                .mapToLong(SeriesTerms.Aggregate::weight)
                .reduce(0, Math::addExact));
    }

    /**
     * The noise of the series of a level's nodes.
     *
     * @param aggregate the index of the aggregate, from 0
     * @param level the index of a measured level
     * @throws InvalidParameter if it is out of range
     */
    public CorrelatedNoise noise(int aggregate, int level) {
        BigInteger whole = flat.priced.account().limit().multiply(BigInteger.valueOf(weights.get(level)));
        return flat.priced.noise(aggregate).times(new Ratio(quota.multiply(allWeights()), whole));
    }

    /**
     * The account of a unit.
     *
     * @throws InvalidParameter if it would have 2<sup>126</sup> parts or more
     */
    public UnitAccount account() {
        return new UnitAccount(flat.priced.account().share(), quota.multiply(allWeights()));
    }

    /** Creates the object that computes the charge of a record to {@link #account}. It is used by one thread. */
    public LevelSeriesCost cost() {
        SeriesCost cells = flat.unweighted.cost();
        List<Long> ofAggregates =
                terms.aggregates().stream().map(SeriesTerms.Aggregate::weight).toList();
        BigInteger atCells = BigInteger.ZERO;
        List<LevelSeriesCost.Prices> atNodes = new ArrayList<>();
        for (int level = 0; level < weights.size(); level++) {
            BigInteger weight = BigInteger.valueOf(weights.get(level));
            if (cells.words() == 0 || shape().nodes(level) == shape().cells()) {
                atCells = atCells.add(weight);
            } else if (isMeasured(level)) {
                atNodes.add(new LevelSeriesCost.Prices(ofAggregates, weight));
            }
        }
        LevelSeriesCost.Prices prices = new LevelSeriesCost.Prices(ofAggregates, atCells);
        return new LevelSeriesCost(cells, terms.addsUp(), prices, atNodes);
    }

    /**
     * The part of an aggregate's share that a level gets.
     *
     * @param level the index of the level, from 0
     */
    public Ratio share(int level) {
        List<BigInteger> worst = parts.isFilled(weights) ? parts.filled() : parts.apart();
        return new Ratio(
                worst.get(level).multiply(BigInteger.valueOf(weights.get(level))), SeriesParts.sum(weights, worst));
    }

    /** The price of one full-size record that is its unit's first: it moves one node of every measured level. Rounded up. */
    public BigDecimal recordPrice() {
        BigInteger all = weights.stream().map(BigInteger::valueOf).reduce(BigInteger.ZERO, BigInteger::add);
        return part(parts.one().multiply(all));
    }

    /** How many full-size records under base cells of their own the account affords: n, or all that the bounds admit if these cost less. */
    public long affords() {
        return parts.isFilled(weights)
                ? Math.min(terms.records(), terms.bounds().keys())
                : terms.records();
    }

    /** Whether the account affords all records that the bounds admit. */
    public boolean affordsAllRecords() {
        return parts.isFilled(weights) || terms.records() < terms.contributions();
    }

    /**
     * The price of one series of all nodes for the key account, which all keys of the query share: the most that one unit can put into it, and never more
     * than the share, because the gate lets no unit spend more. It depends on the configuration alone. A node with q active base cells is moved by at
     * most q&sup2; w, so the price is w times the sum of g<sub>l</sub> c<sub>l</sub>(K), with K the most base cells of a unit; under Laplace noise K w
     * times the sum of g<sub>l</sub>.
     *
     * @return the price, rounded up
     */
    public Amount seriesPrice() {
        Amount share = flat.priced.account().share();
        if (parts.pattern().isEmpty()) {
            return share;
        }
        long cells = Math.min(terms.bounds().keys(), shape().cells());
        boolean isLaplace = Norm.of(share.currency()) == Norm.L1;
        BigInteger moved = IntStream.range(0, weights.size())
                .mapToObj(level -> BigInteger.valueOf(weights.get(level))
                        .multiply(isLaplace ? BigInteger.valueOf(cells) : moved(level, cells)))
                .reduce(BigInteger.ZERO, BigInteger::add);
        BigDecimal cost = part(parts.pattern().get().multiply(moved));
        return cost.compareTo(share.value()) >= 0 ? share : Amount.atLeast(share.currency(), cost);
    }

    private BigInteger moved(int level, long cells) {
        return terms.addsUp()
                ? shape().squares(level, cells)
                : BigInteger.valueOf(Math.min(cells, shape().nodes(level)));
    }

    /** What so many parts of Q are of the share. */
    private BigDecimal part(BigInteger ofQuota) {
        return flat.priced
                .account()
                .share()
                .value()
                .multiply(new BigDecimal(ofQuota))
                .divide(new BigDecimal(quota), DIGITS, RoundingMode.CEILING);
    }
}
