package dev.weir.operators.aggregate.top;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.Selection;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.expect.ExpectedError;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.aggregate.selection.SelectionBlock;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The names of the candidates with the most votes, in order, without counts. They are found by k draws. Each draw is
 * from the candidates not drawn yet and has an equal part of the price. This is more accurate than {@link TopCounts} if
 * a unit votes for more than k candidates.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@link SelectionBlock}. A vote adds 1 to one score, so the span of a
 * record is 1. If a unit's votes for each candidate are limited, the span of the unit is its largest number of votes
 * for one candidate, however many candidates it votes for ({@link VoteRule}). A full-size record then has the size of
 * as many votes as the limit. Source: derived in {@link Selection} and {@link VoteRule}. The prices of the k draws add
 * up, as derived in {@link Selection}.
 *
 * <p><b>Error.</b> In each draw, with probability 0.95, the drawn candidate has at most ln(d / 0.05) / t votes fewer
 * than the best candidate not drawn before, where d is the number of candidates and t the temperature.
 *
 * <p>State: 8 bytes for each candidate, key and open window; if votes are limited, also for each unit and open cell 8
 * bytes, and for each candidate as many bits as the limit needs, rounded up to a power of two.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param candidates the candidates that may be voted for
 * @param k how many are drawn, from 1 to the number of candidates
 */
public record TopSelection(String name, BigDecimal weight, Candidates candidates, int k)
        implements SelectionBlock, CandidateBlock {

    private static final int TOP_SELECTION = 12;

    /** @throws IllegalArgumentException if a component is not as described */
    public TopSelection {
        Block.requirePositive(weight);
        TopCounts.requireShown(candidates, k);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields()
                .put(1, TOP_SELECTION)
                .put(2, name)
                .put(3, weight)
                .put(4, k);
        return candidates.putInto(fields, 5, 6);
    }

    @Override
    public TopSelection weighing(BigDecimal other) {
        return new TopSelection(name, other, candidates, k);
    }

    /** How many numbers are released: one candidate for each draw. */
    @Override
    public int measured() {
        return k;
    }

    private long votesOfRecord() {
        return candidates.isLimited() ? candidates.limit() : 1;
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return norm.size(votesOfRecord());
    }

    /** The largest size of a unit's votes. Votes beyond the limit for a candidate do not count and cost nothing. */
    @Override
    public BigInteger largestSize(long records, Norm norm) {
        return norm.size(candidates.isLimited() ? Math.min(records, candidates.limit()) : records);
    }

    @Override
    public CellRule rule(Norm norm, CellRule.Place place) {
        return candidates.isLimited() ? new VoteRule(place, candidates, true) : SelectionBlock.super.rule(norm, place);
    }

    /** The selection of one draw, with its part of the price. */
    @Override
    public Selection selection(AdditiveNoise noise) {
        return Selection.of(noise, Ratio.ONE).withPart(Ratio.of(1, k));
    }

    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        Draw draw = selection(noise).draw();
        Ratio temperature = selection(noise).temperature();
        return (totals, at, released, to, randomness) -> {
            int[] left = IntStream.range(0, candidates.count()).toArray();
            for (int round = 0; round < k; round++) {
                long[] scores =
                        IntStream.of(left).mapToLong(i -> totals[at + i]).toArray();
                int place = draw.from(Exponents.of(scores, temperature), randomness);
                released[to + round] = left[place];
                left = without(left, place);
            }
        };
    }

    private static int[] without(int[] candidates, int place) {
        return IntStream.range(0, candidates.length)
                .filter(i -> i != place)
                .map(i -> candidates[i])
                .toArray();
    }

    /**
     * Measures the candidates with the most votes. Among candidates with equal votes, those that are declared first
     * come first.
     */
    @Override
    public void measure(long[] totals, int at, long[] measured, int to) {
        int[] left = IntStream.range(0, candidates.count()).toArray();
        for (int round = 0; round < k; round++) {
            int best = 0;
            for (int place = 1; place < left.length; place++) {
                best = totals[at + left[place]] > totals[at + left[best]] ? place : best;
            }
            measured[to + round] = left[best];
            left = without(left, best);
        }
    }

    private double error95(AdditiveNoise noise) {
        return Math.log(candidates.count() / 0.05)
                / selection(noise).temperature().toDouble();
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put(
                "keys",
                IntStream.range(0, k)
                        .mapToObj(i -> candidates.text(measured[at + i]))
                        .toList());
        fields.put("score_error95", noise == null ? 0 : Estimate.printed(error95(noise)));
        return List.of(new Estimate(name, fields));
    }

    /** The accuracy of the scores of one draw, in votes. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        return List.of(accuracy(name, selection(noise), error95(noise), Map.of("drawn", k)));
    }

    @Override
    public List<Expectation> expectations() {
        Expectation.Fact votes =
                new Expectation.Fact(Expectation.SIZE, "the votes of the best", 0, Double.MAX_VALUE, true);
        return List.of(new Expectation(
                name,
                List.of(votes),
                (expected, noise) -> List.of(new ExpectedError.Votes(error95(noise), expected.of(Expectation.SIZE)))));
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new VotesMeasure(candidates, k, false));
    }
}
