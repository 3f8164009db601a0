package dev.weir.operators.aggregate.learn;

import dev.weir.accountant.learn.CoordinateNoise;
import dev.weir.accountant.learn.Loss.Curved;
import dev.weir.accountant.learn.OutputPerturbation;
import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.noise.Sampler;
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
 * The model that minimises the sum of the losses of a cell's records plus (strength / 2) |w|&sup2;, with noise in each weight.
 *
 * <p><b>Guarantee.</b> Neighbours, and the charge: those of {@link Learner}. Sensitivity: m records of a unit move the rounded minimiser by at
 * most m times {@link OutputPerturbation#sensitivity}, of which {@link #recordSteps} is the whole number of grid steps above. It counts the
 * solver's tolerance and the rounding to the grid. Mechanism: rounded Gaussian noise in each weight. The number of records is never used but
 * by the solver, so it stays secret.
 *
 * <p><b>No refusal.</b> A solver that fails for some records and not for others would give them away if the failure showed. {@link
 * OutputPerturbation#certain} proves that the solver reaches its tolerance for every data set of {@code mostRecords} records at most, and
 * refuses settings for which it cannot, before there are records. So every cell is released, also an empty one. Source: derived in {@link
 * OutputPerturbation}. How long training takes does depend on the records: docs/limitations.md.
 *
 * <p><b>Error.</b> The noise of each weight, and the pull of the strength towards 0.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price; without effect on the noise, because a learner is alone in its query
 * @param records the features and the label
 * @param training the loss and the bounds
 */
public record PerturbedModel(String name, BigDecimal weight, LabelledVector records, Settings training)
        implements Learner {

    private static final int PERTURBED_MODEL = 21;

    /**
     * What is minimised.
     *
     * @param loss the loss
     * @param strength the strength Lambda of the pull towards 0, from 1e-6 to 1e12
     * @param mostRecords the most records of a cell, 1 to 1 000 000
     */
    public record Settings(LossKind loss, BigDecimal strength, int mostRecords) implements Training {

        @Override
        public PerturbedModel of(String name, BigDecimal weight, LabelledVector records) {
            return new PerturbedModel(name, weight, records, this);
        }
    }

    /** @throws IllegalArgumentException if a component is out of range */
    public PerturbedModel {
        Learner.require(weight, training.mostRecords);
        perturbation(training, records.dimension());
    }

    private static OutputPerturbation perturbation(Settings training, int dimension) {
        Curved loss = training.loss.curved();
        return OutputPerturbation.certain(loss, training.strength.doubleValue(), training.mostRecords, dimension);
    }

    private OutputPerturbation perturbation() {
        return perturbation(training, records.dimension());
    }

    @Override
    public TaggedFields identity() {
        return new TaggedFields()
                .put(1, PERTURBED_MODEL)
                .put(2, name)
                .put(3, weight)
                .put(4, records.identity())
                .put(5, training.loss.number())
                .put(6, training.strength)
                .put(7, training.mostRecords);
    }

    @Override
    public PerturbedModel weighing(BigDecimal other) {
        return new PerturbedModel(name, other, records, training);
    }

    @Override
    public int mostRecords() {
        return training.mostRecords;
    }

    @Override
    public long recordSteps() {
        OutputPerturbation used = perturbation();
        return (long) Math.ceil(used.sensitivity(records.dimension()) / used.grid());
    }

    @Override
    public double spread() {
        return Math.sqrt(records.dimension());
    }

    @Override
    public int measured() {
        return records.dimension();
    }

    @Override
    public Optional<OneStepOnly> oneStepOnly() {
        return Optional.of(ClosedModels.NOT_IN_SERIES);
    }

    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        OutputPerturbation used = perturbation();
        Sampler sampler = noise.sampler();
        return (kept, last, released, to, randomness) ->
                train(used, kept, last, (i, exact) -> released[to + i] = sampler.addTo(exact, randomness));
    }

    /** Computes the minimiser, which is as secret as the records. */
    @Override
    public void measure(long[] kept, int last, long[] measured, int to) {
        train(perturbation(), kept, last, (i, exact) -> measured[to + i] = exact);
    }

    private void train(OutputPerturbation used, long[] kept, int last, CoordinateNoise noise) {
        used.release(used.minimiser(records.examples(kept, last), records.dimension()), noise);
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        double grid = perturbation().grid();
        double[] weights = new double[records.dimension()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = measured[at + i] * grid;
        }
        Coefficients named = new Coefficients(records);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("coefficients", named.of(weights));
        fields.put("stddev", named.deviations(stddevs[at] * grid));
        return List.of(new Estimate(name, fields));
    }

    /** The accuracy of one weight of the scaled features. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        Map<String, Object> more = new LinkedHashMap<>();
        more.put("strength", training.strength.doubleValue());
        more.put("solver-tolerance", perturbation().bounds().tolerance());
        return accuracyOf(noise, perturbation().grid(), more);
    }
}
