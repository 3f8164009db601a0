package dev.weir.accountant.learn;

import dev.weir.accountant.learn.Loss.Curved;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.io.Serializable;
import java.util.List;

/**
 * The minimiser of F(w) = &sum; loss<sub>i</sub>(w) + (Lambda/2) |w|&sup2; over the records of one closed window, with noise.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit, at most r, are replaced by empty slots, whose loss is 0. Sensitivity: {@link
 * MinimiserShift} of the computed minimiser, where L is the steepest slope times the radius of the features, and &radic;d g more for
 * rounding both minimisers to a grid g. Mechanism: rounded Gaussian noise of parameter sigma in each coefficient. Cost: mu = sensitivity /
 * sigma, exactly. F is a sum and not a mean, so that the number of records stays secret. Source: derived here.
 *
 * <p><b>Refusal.</b> The sensitivity counts on a solver that comes within tau / Lambda of the minimiser, which is verified for each data set
 * with bounds on rounding errors. A solver that misses it must not show: whether it does may depend on the records, so a refusal that
 * someone sees would be a release without noise. An instance that {@link #certain} returns never misses it, whatever the records are, by
 * the proof in {@code NewtonSearch}. For other instances a miss must stop the job as broken state does. Coordinate ascent, for the hinge
 * loss with its corner, needs a tau of some 1e-3 L and a Lambda of some thousandth of the number of records or more, and has no such proof.
 *
 * @param loss the loss, whose slopes must be bounded: for squares use second moments
 * @param bounds the bounds that the sensitivity counts on
 * @param grid g, the value of one grid step of a coefficient: a power of two from 1e-100 to 1e100, so that coefficients are rounded once
 */
public record OutputPerturbation(Loss loss, Bounds bounds, double grid) implements Serializable {

    private static final double LEAST_STRENGTH = 1e-6;
    private static final double MOST_STRENGTH = 1e12;
    private static final double USUAL_TOLERANCE = 1e-6;
    private static final double MOST_TOLERANCE = 0.1;
    private static final int MOVE_BITS = 20;

    /** @throws InvalidParameter if the slopes of the loss are not bounded, or {@code grid} is out of range */
    public OutputPerturbation {
        Require.that(loss.steepest().isPresent(), "loss", "one whose slopes are bounded", loss);
        Require.scale("grid", grid);
        Require.holds(grid == Math.scalb(1.0, Math.getExponent(grid)), "grid", "a power of two", grid);
    }

    /**
     * What the sensitivity counts on.
     *
     * @param radius R, the largest length of a record's features, from 1e-100 to 1e100
     * @param records r, the largest number of records of a unit, at least 1
     * @param strongConvexity Lambda, from 1e-100 to 1e100
     * @param tolerance tau, the largest gradient where the solver stops, above 0
     */
    public record Bounds(double radius, long records, double strongConvexity, double tolerance)
            implements Serializable {

        /** @throws InvalidParameter if a bound is out of range */
        public Bounds {
            Require.scale("radius", radius);
            Require.atLeast("records", records, 1);
            Require.scale("strong convexity", strongConvexity);
            Require.positive("tolerance", tolerance);
        }
    }

    /**
     * Returns the perturbation whose solver reaches its tolerance for every data set, for features of length 1 at most and one record of a
     * unit; r records of a unit move the rounded minimiser by at most r times the {@link #sensitivity}, because only a part of it grows
     * with r. The grid makes the minimiser's move by one record about 2<sup>20</sup> steps.
     *
     * @param loss the loss
     * @param strength Lambda, from 1e-6 to 1e12
     * @param records the largest number of records of a data set, at least 1; the caller must see to it that there are no more
     * @param dimension d, the number of coefficients, at least 1
     * @throws InvalidParameter if a parameter is out of range, or {@code strength} is too small for so many records: rounding errors would
     *     need a tolerance above a tenth of the gradient of one record
     */
    public static OutputPerturbation certain(Curved loss, double strength, int records, int dimension) {
        Require.holds(strength >= LEAST_STRENGTH && strength <= MOST_STRENGTH, "strength", "1e-6 to 1e12", strength);
        Require.count("dimension", dimension);
        double least = NewtonSearch.leastTolerance(loss, strength, Require.count("records", records), dimension);
        Require.holds(
                least <= MOST_TOLERANCE,
                "strength",
                "larger, or records fewer: doubles would not be precise enough",
                strength);
        Bounds bounds = new Bounds(1, 1, strength, Math.max(USUAL_TOLERANCE, least));
        return new OutputPerturbation(loss, bounds, Math.scalb(1.0, Math.getExponent(1 / strength) - MOVE_BITS));
    }

    /**
     * The l2 sensitivity of the rounded minimiser, rounded up.
     *
     * @param dimension d, the number of coefficients, at least 1
     * @throws InvalidParameter if {@code dimension} is out of range
     */
    public double sensitivity(int dimension) {
        double rounding = Math.sqrt(Require.count("dimension", dimension)) * grid;
        double lipschitz = loss.steepest().orElseThrow() * bounds.radius;
        double moved =
                new MinimiserShift(lipschitz, bounds.records, bounds.strongConvexity, bounds.tolerance).zeroOut();
        return Rounding.up(moved + rounding, Margin.ARITHMETIC);
    }

    /**
     * Computes the minimiser, which is as secret as the data.
     *
     * @param examples the records, possibly none; features no longer than the radius, labels 1 or -1
     * @param dimension the number of coefficients, at least 1
     * @throws InvalidParameter if a record is out of its bounds; the message has no value of it
     * @throws IllegalStateException if the solver misses the tolerance
     */
    public double[] minimiser(List<Example> examples, int dimension) {
        Require.count("dimension", dimension);
        examples.forEach(example -> require(example, dimension));
        double near = bounds.tolerance / bounds.strongConvexity;
        Minimum found = search(examples, dimension, near);
        if (!(found.distance() <= near)) {
            throw new IllegalStateException("the solver must reach the gradient tolerance " + bounds.tolerance);
        }
        return found.weights();
    }

    private Minimum search(List<Example> examples, int dimension, double near) {
        return loss instanceof Curved curved
                ? new NewtonSearch(curved, examples, bounds.radius, bounds.strongConvexity).search(dimension, near)
                : new HingeSearch(examples, bounds.radius, bounds.strongConvexity).search(dimension, near);
    }

    private void require(Example example, int dimension) {
        double length = Vectors.length(example.features(dimension));
        if (!(length <= bounds.radius)) {
            throw InvalidParameter.withoutValue("features", "no longer than the radius");
        }
        if (Math.abs(example.label()) != 1) {
            throw InvalidParameter.withoutValue("label", "1 or -1");
        }
    }

    /**
     * Releases a minimiser with noise.
     *
     * @param minimiser what {@link #minimiser} returned
     * @param noise adds noise to a coefficient in grid steps
     * @return the model, which is public
     */
    public double[] release(double[] minimiser, CoordinateNoise noise) {
        double[] released = new double[minimiser.length];
        for (int i = 0; i < minimiser.length; i++) {
            // the cast clamps, which moves no two minimisers further apart
            released[i] = noise.release(i, (long) Math.rint(minimiser[i] / grid)) * grid;
        }
        return released;
    }
}
