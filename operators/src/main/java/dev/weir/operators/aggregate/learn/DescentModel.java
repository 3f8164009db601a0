package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.CoordinateNoise;
import dev.weir.accountant.learn.NoisyDescent;
import dev.weir.accountant.learn.NormClip;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Sampler;
import dev.weir.accountant.privacy.Ratio;
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
 * The model at the end of a projected gradient descent of {@code steps} steps over the records of a cell, with noise in each step's sum of
 * clipped gradients.
 *
 * <p><b>Guarantee.</b> Neighbours, and the charge: those of {@link Learner}. Sensitivity: m records of a unit move the sum of gradients of a
 * step by at most m clips in l2, whatever earlier sums were released ({@link NoisyDescent}). Mechanism: rounded Gaussian noise of {@code
 * steps} times the variance that the price pays for, in each of the sums. Cost: the costs of the steps add up, also when each depends on the
 * earlier ones, and each is a part in {@code steps} of the price. The models are post-processing of the noisy sums: the divisor and the rate
 * are functions of public settings. Nothing can fail. Source: derived in {@link NoisyDescent}.
 *
 * <p><b>Error.</b> {@link NoisyDescent} bounds the excess risk of the average model.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price; without effect on the noise, because a learner is alone in its query
 * @param records the features and the label
 * @param training the descent
 */
public record DescentModel(String name, BigDecimal weight, LabelledVector records, Settings training)
        implements Learner {

    private static final int DESCENT_MODEL = 22;
    /** The value of one grid step of a released weight. */
    private static final double GRID = 0x1p-30;

    /** The most steps of a descent. */
    public static final int MOST_STEPS = 10_000;

    private static final int MOST_EXAMPLES = 1_000_000;

    /**
     * The descent.
     *
     * @param loss the loss
     * @param steps the number of steps T, 1 to 10 000
     * @param examples the public number n that sums of gradients are divided by, 1 to 1 000 000
     * @param clip the length to which gradients are shortened, above 0 and at most 1 000 000
     * @param ball the radius of the ball of models, above 0 and at most 1 000 000
     * @param mostRecords the most records of a cell, 1 to 1 000 000
     */
    public record Settings(LossKind loss, int steps, int examples, BigDecimal clip, BigDecimal ball, int mostRecords)
            implements Training {

        @Override
        public DescentModel of(String name, BigDecimal weight, LabelledVector records) {
            return new DescentModel(name, weight, records, this);
        }
    }

    /** @throws IllegalArgumentException if a component is out of range */
    public DescentModel {
        Learner.require(weight, training.mostRecords);
        requireCount("steps", training.steps, MOST_STEPS);
        requireCount("examples", training.examples, MOST_EXAMPLES);
        GradientClip.require("clip", training.clip);
        GradientClip.require("ball", training.ball);
    }

    private static void requireCount(String name, int count, int most) {
        if (count < 1 || count > most) {
            throw new IllegalArgumentException(name + " must be 1 to " + most + ", was " + count);
        }
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, DESCENT_MODEL)
                .put(2, name)
                .put(3, weight)
                .put(4, records.identity())
                .put(5, training.loss.number())
                .put(6, training.steps)
                .put(7, training.examples)
                .put(8, training.clip)
                .put(9, training.ball)
                .put(10, training.mostRecords);
    }

    @Override
    public DescentModel weighing(BigDecimal other) {
        return new DescentModel(name, other, records, training);
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
        return Math.sqrt((double) records.dimension() * training.steps);
    }

    /** How many numbers are released: the weights of the average model, then those of the last one. */
    @Override
    public int measured() {
        return 2 * records.dimension();
    }

    @Override
    public Optional<OneStepOnly> oneStepOnly() {
        return Optional.of(ClosedModels.NOT_IN_SERIES);
    }

    private NormClip clip() {
        return GradientClip.of(training.clip);
    }

    /** The noise in a coordinate of the sum of gradients of one step. */
    private AdditiveNoise ofStep(AdditiveNoise noise) {
        return noise.times(Ratio.of(BigDecimal.valueOf(training.steps)));
    }

    @Override
    public void requireInRange(AdditiveNoise noise) {
        ofStep(noise);
    }

    /** The bound E on the mean square of a noisy mean gradient, for noise of this deviation in grid steps. */
    private double energy(double stddev) {
        double noise = stddev * clip().grid() / training.examples;
        double clip = training.clip.doubleValue();
        return clip * clip + records.dimension() * noise * noise;
    }

    private NoisyDescent descent(double stddev) {
        double rate = 2 * training.ball.doubleValue() / Math.sqrt(training.steps * energy(stddev));
        NoisyDescent.Step step = new NoisyDescent.Step(rate, training.examples);
        return new NoisyDescent(training.loss.loss(), clip(), step, training.ball.doubleValue());
    }

    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        Sampler sampler = ofStep(noise).sampler();
        NoisyDescent descent = descent(ofStep(noise).stddev());
        return (kept, last, released, to, randomness) ->
                write(run(descent, kept, last, (i, exact) -> sampler.addTo(exact, randomness)), released, to);
    }

    /** Computes the models of a descent without noise, which are as secret as the records. */
    @Override
    public void measure(long[] kept, int last, long[] measured, int to) {
        write(run(descent(0), kept, last, (i, exact) -> exact), measured, to);
    }

    private NoisyDescent.Path run(NoisyDescent descent, long[] kept, int last, CoordinateNoise noise) {
        return descent.run(records.examples(kept, last), records.dimension(), training.steps, noise);
    }

    /** Writes the weights of the average model and of the last model. */
    private void write(NoisyDescent.Path path, long[] released, int to) {
        for (int i = 0; i < records.dimension(); i++) {
            released[to + i] = (long) Math.rint(path.average()[i] / GRID);
            released[to + records.dimension() + i] = (long) Math.rint(path.last()[i] / GRID);
        }
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        Coefficients named = new Coefficients(records);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("coefficients", named.of(weights(measured, at)));
        fields.put("last", named.of(weights(measured, at + records.dimension())));
        return List.of(new Estimate(name, fields));
    }

    private double[] weights(long[] measured, int at) {
        double[] weights = new double[records.dimension()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = measured[at + i] * GRID;
        }
        return weights;
    }

    /** The accuracy of a coordinate of a step's sum of gradients, and the bound on the excess risk of the average model. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        AdditiveNoise each = ofStep(noise);
        double radius = 2 * training.ball.doubleValue();
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("steps", training.steps);
        more.put("rate", descent(each.stddev()).step().rate());
        more.put("excess-risk", radius * Math.sqrt(energy(each.stddev()) / training.steps));
        return accuracyOf(each, clip().grid(), more);
    }
}
