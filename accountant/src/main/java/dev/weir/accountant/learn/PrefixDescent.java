package dev.weir.accountant.learn;

import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * Follow-the-regularised-leader: a linear model at each step, from noisy running totals of clipped gradients. The model after a step is
 * w' = Proj(-rate (G + N)), where G is the total of the gradients of all records so far, each taken at the model of its own step, N is the
 * noise of the totals, and Proj projects on the ball of a radius. Every record is used once.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots; the unit has at most one record in a step.
 * Sensitivity: {@link NormClip} bounds the l2 length of each gradient by c, exactly. The totals of the d coordinates are one mechanism on C x
 * for the matrix C of the factorisation, and a unit moves C x by a Frobenius norm of at most c sens: inner products of the columns are not
 * negative, and those of the gradients are at most c&sup2;, so each pair of the unit's steps counts at most as for a single number of size c.
 * Gradients depend on earlier releases through the model; given these, those of other units are the same for both neighbours, and the
 * guarantee of correlated Gaussian noise holds for inputs that are chosen so. Mechanism: one series of totals for each coordinate, all with
 * the same factorisation and noise. Cost: that of a block of squared size {@code clip.most()}&sup2; in {@link
 * dev.weir.accountant.continual.SeriesPrice}; if records of the unit are replaced by others instead, twice the sensitivity. The models are
 * post-processing of the totals. No amplification by sampling is claimed, because the order of arrival is no random sample. Source: Kairouz, McMahan, Song,
 * Thakkar, Thakurta and Xu (2021) for the learner, Denisov, McMahan, Rush, Smith and Thakurta (2022) for inputs that depend on releases; {@link dev.weir.accountant.continual.CorrelatedNoise} for the series.
 *
 * <p><b>Error.</b> The noise of the totals, times the rate, in each coefficient. The rate may depend on this noise, not on the data.
 *
 * @param loss the loss
 * @param clip the bound on each record's gradient
 * @param rate the learning rate, above 0
 * @param radius the radius of the ball of models, above 0
 */
public record PrefixDescent(Loss loss, NormClip clip, double rate, double radius) implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code rate} or {@code radius} is out of range */
    public PrefixDescent {
        Require.positive("rate", rate);
        Require.positive("radius", radius);
    }

    /**
     * The model before the first step: 0.
     *
     * @param dimension the number of coefficients, at least 1
     */
    public double[] init(int dimension) {
        return new double[Require.count("dimension", dimension)];
    }

    /**
     * Adds the clipped gradient of one record to the sum of the present step. The order of records does not change the sum.
     *
     * @param model the model before the step
     * @param example the record
     * @param sums the sum of the step's gradients, in grid steps
     * @throws dev.weir.accountant.privacy.InvalidParameter if the record has another number of features than the model
     * @throws ArithmeticException if a sum overflows
     */
    public void add(double[] model, Example example, long[] sums) {
        new Gradients(loss, clip).add(model, example, sums);
    }

    /**
     * Ends a step. The returned model is public; the sums are secret.
     *
     * @param sums the sum of the step's gradients, in grid steps
     * @param totals releases the running total of a coordinate, given what the step adds to it
     * @return the model after the step
     */
    public double[] next(long[] sums, CoordinateNoise totals) {
        double[] model = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            model[i] = 0 - rate * (totals.release(i, sums[i]) * clip.grid());
        }
        return Vectors.projected(model, radius);
    }
}
