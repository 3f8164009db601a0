package dev.weir.operators.aggregate.top;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The candidates with the most votes and their noisy counts: a histogram of all candidates, of which the k largest
 * counts are released.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a vote adds 1 to
 * one count, so its l1 size and its squared l2 size are 1. Mechanism: every count has noise of the same scale. Charge:
 * the growth of the size of the unit's sum of votes, by {@link dev.weir.accountant.mechanism.BlockGrowth}, or by {@link
 * VoteRule} if votes are limited. Choosing the largest counts is post-processing of noisy counts. Source: derived here.
 *
 * <p>State: 8 bytes for each candidate, key and open window; if votes are limited, also for each unit and open cell 8
 * bytes, and 8 bytes for each 64 candidates.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param candidates the candidates; the limit of a unit's votes for each is 1, or there is no limit
 * @param k how many are released, from 1 to the number of candidates
 */
public record TopCounts(String name, BigDecimal weight, Candidates candidates, int k) implements CandidateBlock {

    private static final int TOP_COUNTS = 11;

    /** @throws IllegalArgumentException if a component is not as described */
    public TopCounts {
        Block.requirePositive(weight);
        requireShown(candidates, k);
        if (candidates.isLimited() && candidates.limit() != 1) {
            throw new IllegalArgumentException(
                    "votes of a unit that are counted must be one or any number for each candidate, was "
                            + candidates.limit());
        }
    }

    static void requireShown(Candidates candidates, int k) {
        if (k < 1 || k > candidates.count()) {
            throw new IllegalArgumentException("k must be 1 to " + candidates.count() + " candidates, was " + k);
        }
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields()
                .put(1, TOP_COUNTS)
                .put(2, name)
                .put(3, weight)
                .put(4, k);
        return candidates.putInto(fields, 5, 6);
    }

    @Override
    public TopCounts weighing(BigDecimal other) {
        return new TopCounts(name, other, candidates, k);
    }

    @Override
    public CellRule rule(Norm norm, CellRule.Place place) {
        return candidates.isLimited() ? new VoteRule(place, candidates, false) : CandidateBlock.super.rule(norm, place);
    }

    @Override
    public Optional<OneStepOnly> oneStepOnly() {
        return candidates.isLimited()
                ? Optional.of(new OneStepOnly(
                        "votes",
                        "must be left out where totals run or windows slide: there every vote of a unit counts",
                        OneStepOnly.DEPENDS_ON_OTHERS))
                : Optional.empty();
    }

    /** The largest size of a unit's votes. If votes are limited, a unit has at most one vote for each candidate. */
    @Override
    public BigInteger largestSize(long records, Norm norm) {
        return candidates.isLimited() ? BigInteger.valueOf(Math.min(records, candidates.count())) : norm.size(records);
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        List<Integer> best = IntStream.range(0, candidates.count())
                .boxed()
                .sorted(Comparator.comparingLong((Integer i) -> measured[at + i])
                        .reversed())
                .limit(k)
                .toList();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("keys", best.stream().map(candidates::text).toList());
        fields.put(
                "counts",
                best.stream().map(i -> BigDecimal.valueOf(measured[at + i])).toList());
        fields.put("stddev", Estimate.printed(stddevs[at]));
        return List.of(new Estimate(name, fields));
    }

    /** The accuracy of one count. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        return accuracy(noise, BigDecimal.ONE, BigDecimal.ONE, Map.of("shown", k));
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(Expectation.ofNumber(name, "of one count", AdditiveNoise::stddev));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new VotesMeasure(candidates, k, true));
    }
}
