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
 * A block of counts that select candidates. Only the numbers of the selected candidates are released, one for each
 * selection.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: whole records: one
 * moves the scores against each other by at most the span of a selection, so it counts as size 1, m of them as m (l1)
 * or m&sup2; (squared l2). Mechanism and charge: {@link Selection} with temperatures for that span, and the growth of
 * the number of records: {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived in the two classes named
 * here.
 */
public interface SelectionBlock extends BinBlock {

    /**
     * The standard deviation of a Gumbel variable. The exponential mechanism draws the candidate whose score with such
     * noise is largest.
     */
    double GUMBEL_DEVIATION = Math.PI / Math.sqrt(6);

    /**
     * The selection that the whole price pays for, where a record moves the scores against each other by 1.
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
     * The accuracy of a selection. The sensitivity is the span r; scale and deviation are those of the random numbers
     * that decide, as if they were added to scores.
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
