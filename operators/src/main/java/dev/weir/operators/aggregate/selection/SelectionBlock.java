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
 * A block of counts by which candidates are selected at random. Each selection releases only the number of the selected
 * candidate, and no count.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record moves two
 * scores against each other by at most the span of a selection. So a record has the size 1, and m records have the size
 * m (l1) or m&sup2; (squared l2). Mechanism: {@link Selection} with temperatures for that span. Charge: the growth of
 * the size of the unit's records, by {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived in {@link
 * Selection} and {@code BlockGrowth}.
 */
public interface SelectionBlock extends BinBlock {

    /**
     * The standard deviation of a Gumbel variable of scale 1. The exponential mechanism draws the candidate whose score
     * is largest after Gumbel noise has been added to every score.
     */
    double GUMBEL_DEVIATION = Math.PI / Math.sqrt(6);

    /**
     * The selection that the whole price pays for if a record moves two scores against each other by at most 1.
     *
     * @param noise the noise that the same price would buy
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
     * The accuracy of a selection. The sensitivity is the span r. Scale and deviation are those of random numbers that,
     * added to the scores, would decide in the same way.
     *
     * @param name the name of the released value
     * @param selection the selection
     * @param error95 the difference from the best score that is exceeded with probability 0.05
     * @param derived further facts, by name
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
