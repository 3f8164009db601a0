package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.Example;
import dev.weir.accountant.learn.NormClip;
import dev.weir.accountant.learn.PrefixDescent;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A model after every step of a running total, by follow-the-regularised-leader: every record is used once, at the model of the step before
 * its own.
 *
 * <p>What is released at a step are noisy running totals, one for each coefficient, of clipped gradients; the model is computed from them. The
 * gradients of the records of a step are taken when the step closes, at the model of the noisy totals of the step before. So the cell of a
 * step keeps its records until then, and no longer.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: {@link NormClip} bounds the gradient of
 * each record by {@link #recordSteps}, exactly and whatever the model is, so each record of a unit counts as a vector of that length at its
 * step ({@link PrefixDescent}). Charge: the growth of the unit's squared sensitivity by the record, whatever it holds, as for a running total
 * of a vector ({@link dev.weir.accountant.continual.SeriesPrice}). Mechanism: the correlated Gaussian noise of the series in each total. Gradients
 * depend on earlier noisy totals alone and on their own record, and the guarantee of this noise holds for numbers that are chosen so. It covers
 * the totals of a key that was withheld, too: they are drawn and paid for, although no row has them. The model,
 * also the one that gradients are taken at, is post-processing of noisy totals. Source: {@link PrefixDescent}.
 *
 * <p><b>Error.</b> A coefficient of scaled features has the noise of the total times the rate, before the model is put back into its ball.
 * The noise of earlier models has moved the gradients as well; what that does depends on the records.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price; without effect on the noise, because a learner is alone in its query
 * @param records the features and the label
 * @param training the loss, the rate and the bounds
 */
public record PrefixModel(String name, BigDecimal weight, LabelledVector records, Settings training)
        implements Learner {

    private static final int PREFIX_MODEL = 23;

    /** The rate that is advised, in deviations of the length of the noise of all totals. */
    private static final double ADVISED = 0.1;

    /** The reason why such a model is allowed only in running totals. */
    private static final OneStepOnly RUNNING_ONLY = new OneStepOnly(
            "by",
            "must be output-perturbation or noisy-gradient where windows close: ftrl is for totals that run",
            "release must hold models of every step only where totals run");

    /**
     * The descent.
     *
     * @param loss the loss
     * @param rate the learning rate, from 1e-6 to 1 000 000
     * @param clip the length to which gradients are shortened, from 1e-6 to 1 000 000
     * @param ball the radius of the ball of models, from 1e-6 to 1 000 000
     * @param mostRecords the most records of a step of a key, 1 to 1 000 000
     */
    public record Settings(LossKind loss, BigDecimal rate, BigDecimal clip, BigDecimal ball, int mostRecords)
            implements Training {

        @Override
        public PrefixModel of(String name, BigDecimal weight, LabelledVector records) {
            return new PrefixModel(name, weight, records, this);
        }
    }

    /** @throws IllegalArgumentException if a component is out of range */
    public PrefixModel {
        Learner.require(weight, training.mostRecords);
        GradientClip.require("rate", training.rate);
        GradientClip.require("clip", training.clip);
        GradientClip.require("ball", training.ball);
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, PREFIX_MODEL)
                .put(2, name)
                .put(3, weight)
                .put(4, records.identity())
                .put(5, training.loss.number())
                .put(6, training.rate)
                .put(7, training.clip)
                .put(8, training.ball)
                .put(9, training.mostRecords);
    }

    @Override
    public PrefixModel weighing(BigDecimal other) {
        return new PrefixModel(name, other, records, training);
    }

    @Override
    public int mostRecords() {
        return training.mostRecords;
    }

    @Override
    public long recordSteps() {
        return GradientClip.STEPS;
    }

    @Override
    public double spread() {
        return Math.sqrt(records.dimension());
    }

    /** How many totals are released: one for each feature. */
    @Override
    public int measured() {
        return records.dimension();
    }

    @Override
    public Optional<OneStepOnly> runningOnly() {
        return Optional.of(RUNNING_ONLY);
    }

    private PrefixDescent descent() {
        NormClip clip = GradientClip.of(training.clip);
        return new PrefixDescent(training.loss.loss(), clip, training.rate.doubleValue(), training.ball.doubleValue());
    }

    /** The model of running totals of gradients: noisy ones, or exact ones that are revealed. */
    private double[] model(long[] totals, int at) {
        return descent().next(new long[records.dimension()], (i, none) -> totals[at + i]);
    }

    /** Computes the sums of the gradients of the first step, whose model is 0. They are as secret as the records. */
    @Override
    public void measure(long[] kept, int last, long[] measured, int to) {
        System.arraycopy(gradients(kept, last, new long[measured()], 0), 0, measured, to, measured());
    }

    /**
     * Computes the sums of the clipped gradients of the records of a step. They are as secret as the records, and do not depend on their order.
     *
     * @param vectors the array with the vectors of the records, from index 0 on
     * @param last the index of the last vector
     * @param released the array with the released totals of the step before, in grid steps; zeros before the first step
     * @param at the index of the first total
     * @return one sum for each feature, in grid steps
     */
    public long[] gradients(long[] vectors, int last, long[] released, int at) {
        PrefixDescent descent = descent();
        double[] model = model(released, at);
        long[] sums = new long[model.length];
        for (Example example : records.examples(vectors, last)) {
            descent.add(model, example, sums);
        }
        return sums;
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        Coefficients named = new Coefficients(records);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("coefficients", named.of(model(measured, at)));
        fields.put("stddev", named.deviations(stddevs[at] * ofWeight()));
        return List.of(new Estimate(name, fields));
    }

    /** The move of a weight of the scaled features if its total grows by a grid step. */
    private double ofWeight() {
        return training.rate.doubleValue() * descent().clip().grid();
    }

    /** The accuracy of a total of gradients, and the rate that its noise advises. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        double grid = descent().clip().grid();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("rate", training.rate.doubleValue());
        more.put("suggested-rate", Estimate.printed(ADVISED / (noise.stddev() * grid * spread())));
        more.put("weight-stddev", noise.stddev() * ofWeight());
        return accuracyOf(noise, grid, more);
    }
}
