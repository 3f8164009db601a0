package dev.weir.operators.aggregate.top;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.Selection;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.aggregate.selection.SelectionBlock;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Releases the name of one option, most likely the option with the most votes. Neither a count nor a margin is
 * released.
 *
 * <p><b>Guarantee.</b> The guarantee is that of a {@link TopSelection} of one candidate. A unit may vote for every
 * option. Let c be the unit's largest number of votes for one option. If votes are limited, c is at most {@code limit},
 * and the unit pays c / limit of the price, or c&sup2; / limit&sup2; under Gaussian noise. In a cell without votes
 * every option is equally likely, and one option is released nevertheless. Source: derived in {@link VoteRule}.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price; without effect on the noise, because a choice is alone in its query
 * @param candidates the options
 */
public record Choice(String name, BigDecimal weight, Candidates candidates) implements SelectionBlock, CandidateBlock {

    private static final int CHOICE = 13;

    /** @throws IllegalArgumentException if a component is not as described */
    public Choice {
        new TopSelection(name, weight, candidates, 1);
    }

    private TopSelection draw() {
        return new TopSelection(name, weight, candidates, 1);
    }

    @Override
    public TaggedFields identity() {
        return candidates.putInto(new TaggedFields().put(1, CHOICE).put(2, name).put(3, weight), 5, 6);
    }

    @Override
    public Choice weighing(BigDecimal other) {
        return new Choice(name, other, candidates);
    }

    @Override
    public int measured() {
        return 1;
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        return draw().fullSize(norm);
    }

    @Override
    public BigInteger largestSize(long records, Norm norm) {
        return draw().largestSize(records, norm);
    }

    @Override
    public CellRule rule(Norm norm, CellRule.Place place) {
        return draw().rule(norm, place);
    }

    @Override
    public Selection selection(AdditiveNoise noise) {
        return draw().selection(noise);
    }

    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        return draw().prepare(noise);
    }

    @Override
    public void measure(long[] totals, int at, long[] measured, int to) {
        draw().measure(totals, at, measured, to);
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(Estimate.of(name, candidates.text(measured[at])));
    }

    /** The accuracy of the scores, in votes. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        return draw().accuracy(noise);
    }

    @Override
    public List<Expectation> expectations() {
        return draw().expectations();
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new VotesMeasure(candidates, 1, false));
    }
}
