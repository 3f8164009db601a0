package dev.weir.accountant.learn;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.io.Serializable;
import java.util.List;

/**
 * Projected gradient descent with noisy gradients over the records of one closed window: from w = 0, T times w' = Proj(w - rate (g + N) /
 * n), where g is the sum of the records' clipped gradients at w and N is noise.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit, at most r, are replaced by empty slots. Sensitivity: {@link NormClip} bounds
 * each gradient by C, exactly, so the unit moves each sum by at most r C in l2, whatever earlier sums were released. Mechanism: rounded
 * Gaussian noise of the same sigma in each of the d T sums. Cost: the T vectors are adaptive Gaussian mechanisms whose mu add up in squares,
 * so mu = r C &radic;T / sigma, exactly. The models are post-processing. The divisor n is a public number and not the number of records,
 * which is secret. Source: Bassily, Smith and Thakurta (2014) for the descent; derived here, from the composition of
 * Gaussian mechanisms in Dong, Roth and Su (2022), Corollary 3.3 of the preprint.
 *
 * <p><b>Error.</b> Let R be the largest distance of two models, at most n records have gradients of at most C, and rate = R / &radic;(T E)
 * with E = C&sup2; + d sigma&sup2; / n&sup2;. Then the excess risk of the average model of a convex loss is at most R &radic;(E / T).
 *
 * @param loss the loss
 * @param clip the bound on each record's gradient
 * @param step the rate and the divisor
 * @param radius the radius of the ball of models, above 0
 */
public record NoisyDescent(Loss loss, NormClip clip, Step step, double radius) implements Serializable {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code radius} is out of range */
    public NoisyDescent {
        Require.positive("radius", radius);
    }

    /**
     * What a noisy sum of gradients is multiplied by.
     *
     * @param rate the learning rate, above 0
     * @param examples n, the public number that sums are divided by, above 0
     */
    public record Step(double rate, double examples) implements Serializable {

        /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code rate} or {@code examples} is out of range */
        public Step {
            Require.positive("rate", rate);
            Require.positive("examples", examples);
        }
    }

    /**
     * The models of a descent.
     *
     * @param last the model after the last step
     * @param average the mean of the models after each step
     */
    public record Path(double[] last, double[] average) {}

    /**
     * The l2 sensitivity r C &radic;T of all sums of a descent to one unit's records, rounded up.
     *
     * @param records r, the largest number of records of a unit, at least 1
     * @param clip C, the largest length of a record's gradient, above 0
     * @param iterations T, at least 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if a parameter is out of range
     */
    public static double sensitivity(long records, double clip, long iterations) {
        Require.atLeast("records", records, 1);
        Require.positive("clip", clip);
        Require.atLeast("iterations", iterations, 1);
        return Rounding.up(records * clip * Math.sqrt((double) iterations), Margin.FORMULA);
    }

    /**
     * Runs the descent.
     *
     * @param examples the records, possibly none
     * @param dimension d, the number of coefficients, at least 1
     * @param iterations T, the number of steps, at least 1
     * @param noise adds fresh noise to the sum of a coordinate
     * @return the models, which are public
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code dimension} or {@code iterations} is out of range, or if a record has
     *     another number of features
     * @throws ArithmeticException if a sum overflows
     */
    public Path run(List<Example> examples, int dimension, int iterations, CoordinateNoise noise) {
        Require.count("iterations", iterations);
        double[] model = new double[Require.count("dimension", dimension)];
        double[] sum = model;
        for (int t = 0; t < iterations; t++) {
            double[] move = Vectors.moved(model, -step.rate() / step.examples(), noisy(model, examples, noise));
            model = Vectors.projected(move, radius);
            sum = Vectors.moved(sum, 1, model);
        }
        return new Path(model, Vectors.moved(new double[sum.length], 1.0 / iterations, sum));
    }

    private double[] noisy(double[] model, List<Example> examples, CoordinateNoise noise) {
        long[] sums = new long[model.length];
        Gradients gradients = new Gradients(loss, clip);
        examples.forEach(example -> gradients.add(model, example, sums));
        double[] noisy = new double[sums.length];
        for (int i = 0; i < sums.length; i++) {
            noisy[i] = noise.release(i, sums[i]) * clip.grid();
        }
        return noisy;
    }
}
