package dev.weir.operators.aggregate.selection;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Selection;
import dev.weir.accountant.selection.Draw;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.bin.BinBlock;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A block of counts of which nothing is released but the numbers of candidates that are selected by them. Released is one
 * whole number a selection.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: whole records: one moves
 * the scores against each other by at most the span of a selection, so it counts as size 1, m of them as m (l1) or m&sup2;
 * (squared l2). Mechanism and charge: {@link Selection} with temperatures for that span, and the growth of the number of
 * records: {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived in the two classes named here.
 */
public interface SelectionBlock extends BinBlock {

    /** The standard deviation of a Gumbel variable: the largest score with such noise is what the exponential mechanism draws. */
    double GUMBEL_DEVIATION = Math.PI / Math.sqrt(6);

    /**
     * The selection that the whole price buys where a record moves the scores by 1 against each other.
     *
     * @param noise what the price would buy otherwise
     */
    Selection selection(AdditiveNoise noise);

    @Override
    default Optional<OneStepOnly> oneStepOnly() {
        return Optional.of(new OneStepOnly(
                OneStepOnly.KIND,
                "must not be selected where totals run or windows slide: noisy counts of panes add up, choices do not",
                "release must not hold what is selected where totals run or windows slide:"
                        + " noisy counts of panes add up, choices do not"));
    }

    @Override
    default String mechanism(AdditiveNoise noise) {
        return selection(noise).label();
    }

    /**
     * The accuracy of what is selected: the sensitivity is the span r, scale and deviation are those of the random numbers that
     * decide, as if they were added to scores.
     *
     * @param error95 how much worse than the best the score may be with probability 0.95
     * @param derived what else is known
     */
    default Accuracy accuracy(String name, Selection selection, double error95, Map<String, Object> derived) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("mechanism", selection.label());
        more.put("coordinates", coordinates());
        more.putAll(derived);
        double scale = 1 / selection.temperature().toDouble();
        double spread = selection.draw() == Draw.PERMUTE_AND_FLIP ? 1 : GUMBEL_DEVIATION;
        return new Accuracy(
                name, selection.span().toBigDecimal().stripTrailingZeros(), scale, spread * scale, error95, more);
    }
}
