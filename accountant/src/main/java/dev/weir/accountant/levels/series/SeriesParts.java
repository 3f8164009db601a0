package dev.weir.accountant.levels.series;

import dev.weir.accountant.account.UInt128;
import dev.weir.accountant.continual.Participation;
import dev.weir.accountant.continual.PricedSeries;
import dev.weir.accountant.continual.SeriesCost;
import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.mechanism.Norm;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What contributions to one base cell cost, in the parts in which {@link PricedSeries} counts sizes, and the planning numbers of levels. Parts are the
 * largest over all aggregates, each with the weight 1.
 */
final class SeriesParts implements Serializable {

    private static final long serialVersionUID = 1L;

    private final BigInteger one;
    private final @Nullable BigInteger pattern;
    private final List<BigInteger> apart;
    private final List<BigInteger> filled;

    private SeriesParts(BigInteger one, @Nullable BigInteger pattern, List<BigInteger> apart, List<BigInteger> filled) {
        this.one = one;
        this.pattern = pattern;
        this.apart = apart;
        this.filled = filled;
    }

    static SeriesParts of(PricedSeries unweighted, SeriesTerms terms, Norm norm) {
        BigInteger one = most(unweighted, terms, 1).orElseThrow();
        BigInteger pattern = terms.recordsPerCell() == Participation.UNLIMITED
                ? null
                : most(unweighted, terms, terms.recordsPerCell()).orElse(null);
        boolean isFilled = pattern != null && terms.bounds().keys() != Participation.UNLIMITED && norm != Norm.L1;
        return new SeriesParts(
                one,
                pattern,
                worst(terms, norm, terms.records(), terms.recordsPerCell()),
                isFilled ? worst(terms, norm, terms.bounds().keys(), 1) : List.of());
    }

    /**
     * The planning number of each level: the largest sum of squared counts over its nodes (Laplace noise: of counts) for some records, at most so many
     * under each base cell of a series. Counts of a node are at most b, its base cells times that number. As squares grow the faster the larger they
     * are, all but one of the counts are b or 0 in the worst case: (n div b) b&sup2; + (n mod b)&sup2;. The records may belong to several series,
     * so there is a node for each. Numbers that do not add up are moved by 1 at most, so that each record moves at most one node of a level more.
     */
    private static List<BigInteger> worst(SeriesTerms terms, Norm norm, long records, long perCell) {
        LevelShape shape = terms.shape();
        return IntStream.range(0, shape.levels())
                .mapToObj(level -> norm == Norm.L1 || !terms.addsUp()
                        ? BigInteger.valueOf(records)
                        : squares(records, Math.min(records, SeriesTerms.product(shape.largest(level), perCell))))
                .toList();
    }

    private static BigInteger squares(long records, long most) {
        BigInteger rest = BigInteger.valueOf(records % most);
        return BigInteger.valueOf(records / most)
                .multiply(BigInteger.valueOf(most).pow(2))
                .add(rest.pow(2));
    }

    /** The largest number of parts of so many full-size records over all aggregates; empty if it is too large to be counted. */
    private static Optional<BigInteger> most(PricedSeries unweighted, SeriesTerms terms, long records) {
        BigInteger most = BigInteger.ZERO;
        for (int i = 0; i < terms.aggregates().size(); i++) {
            Optional<BigInteger> parts = parts(unweighted, terms, i, records);
            if (parts.isEmpty()) {
                return parts;
            }
            most = most.max(parts.get());
        }
        return unweighted.cost().words() == 0 ? Optional.of(most) : ofNode(most);
    }

    /** What as many parts cost at a node, where roots are rounded up. Doubles round the size of a pattern by less than the part that is added. */
    private static Optional<BigInteger> ofNode(BigInteger parts) {
        long square = parts.bitLength() < Long.SIZE - 1
                ? LevelSeriesCost.square(LevelSeriesCost.root(parts.longValueExact() + 1))
                : LevelSeriesCost.TOO_MUCH;
        return square == LevelSeriesCost.TOO_MUCH ? Optional.empty() : Optional.of(BigInteger.valueOf(square));
    }

    /** Adds up the charges of full-size records as the gate does: each as early as bounds admit, or if steps are not kept all at once. */
    private static Optional<BigInteger> parts(PricedSeries unweighted, SeriesTerms terms, int aggregate, long records) {
        SeriesCost cost = unweighted.cost();
        long[] state = new long[cost.words()];
        boolean keepsSteps = cost.words() > terms.aggregates().size();
        long fullSize = terms.aggregates().get(aggregate).fullSize();
        long size = keepsSteps ? fullSize : SeriesTerms.product(fullSize, records);
        BigInteger sum = BigInteger.ZERO;
        for (long record = 0; record < (keepsSteps ? records : 1); record++) {
            long step = 1 + record * terms.bounds().separation();
            cost.begin(state, 0);
            cost.add(aggregate, step, size);
            if (cost.high() == Long.MAX_VALUE || size == Participation.UNLIMITED) {
                return Optional.empty();
            }
            sum = sum.add(UInt128.toBigInteger(cost.high(), cost.low()));
            cost.keep(aggregate, step, size);
        }
        return Optional.of(sum);
    }

    /** The parts of one full-size record. */
    BigInteger one() {
        return one;
    }

    /** The parts of the worst pattern of full-size records that the bounds admit under one base cell; empty if it is not bounded. */
    Optional<BigInteger> pattern() {
        return Optional.ofNullable(pattern);
    }

    /** The planning number of each level for n records anywhere. */
    List<BigInteger> apart() {
        return apart;
    }

    /** The planning number of each level for the pattern under as many base cells as the bounds admit; empty if one of them is not bounded. */
    List<BigInteger> filled() {
        return filled;
    }

    /** The quota for given weights, per weight of an aggregate: what n records or all patterns cost, whichever is less. */
    BigInteger quota(List<Integer> weights) {
        BigInteger ofRecords = one.multiply(sum(weights, apart));
        return ofPatterns(weights).map(ofRecords::min).orElse(ofRecords);
    }

    /** Whether all that the bounds admit costs less than n records. */
    boolean isFilled(List<Integer> weights) {
        return ofPatterns(weights)
                .filter(parts -> parts.compareTo(one.multiply(sum(weights, apart))) < 0)
                .isPresent();
    }

    private Optional<BigInteger> ofPatterns(List<Integer> weights) {
        return filled.isEmpty() ? Optional.empty() : pattern().map(parts -> parts.multiply(sum(weights, filled)));
    }

    /** The sum of products over all levels. */
    static BigInteger sum(List<Integer> weights, List<BigInteger> numbers) {
        return IntStream.range(0, weights.size())
                .mapToObj(level -> numbers.get(level).multiply(BigInteger.valueOf(weights.get(level))))
                .reduce(BigInteger.ZERO, BigInteger::add);
    }
}
