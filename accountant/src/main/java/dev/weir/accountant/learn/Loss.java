package dev.weir.accountant.learn;

import java.io.Serializable;
import java.util.OptionalDouble;

/**
 * The loss of a linear model for one record, as a function of the score s = w&middot;x and the label y. The gradient in the model w is the
 * slope times x, so its length is at most the steepest slope times the length of x.
 */
public sealed interface Loss extends Serializable {

    /**
     * The derivative in the score; where the loss has a corner, one of its subgradients.
     *
     * @param score s
     * @param label y
     */
    double slope(double score, double label);

    /** The largest absolute slope for labels 1 and -1; empty if slopes are not bounded. */
    OptionalDouble steepest();

    /** Half the squared error, (s - y)&sup2; / 2, for labels that are numbers. Its slope is s - y. */
    record Squares() implements Loss {

        @Override
        public double slope(double score, double label) {
            return score - label;
        }

        @Override
        public OptionalDouble steepest() {
            return OptionalDouble.empty();
        }
    }

    /** A loss whose slopes and second derivatives are bounded, for labels 1 and -1. */
    sealed interface Curved extends Loss {

        /**
         * The second derivative in the score; where the slope has a corner, that of one side.
         *
         * @param score s
         * @param label y, 1 or -1
         */
        double curvature(double score, double label);

        /** The largest second derivative. */
        double sharpest();

        /** The largest absolute slope, which is 1. */
        @Override
        default OptionalDouble steepest() {
            return OptionalDouble.of(1);
        }
    }

    /** The logistic loss ln(1 + e<sup>-ys</sup>), for labels 1 and -1. */
    record Logistic() implements Curved {

        @Override
        public double slope(double score, double label) {
            return -label / (1 + StrictMath.exp(label * score));
        }

        @Override
        public double curvature(double score, double label) {
            double right = 1 / (1 + StrictMath.exp(-label * score));
            double wrong = 1 / (1 + StrictMath.exp(label * score));
            return right * wrong;
        }

        @Override
        public double sharpest() {
            return 0.25;
        }
    }

    /**
     * The hinge loss without its corner, for labels 1 and -1: with m = ys, 1 - m below m = 1/2, (3/2 - m)&sup2; / 2 up to m = 3/2, and 0
     * above. It is at most 1/8 above the {@link Hinge} loss, and nowhere below. Source: Chaudhuri, Monteleoni and Sarwate (2011), the Huber loss with h = 1/2.
     */
    record SmoothHinge() implements Curved {

        private static final double FLAT_FROM = 1.5;

        @Override
        public double slope(double score, double label) {
            return -label * Math.max(0, Math.min(1, FLAT_FROM - label * score));
        }

        @Override
        public double curvature(double score, double label) {
            return Math.abs(1 - label * score) < 0.5 ? 1 : 0;
        }

        @Override
        public double sharpest() {
            return 1;
        }
    }

    /** The hinge loss max(0, 1 - ys) of support vector machines, for labels 1 and -1. It has a corner at ys = 1. */
    record Hinge() implements Loss {

        @Override
        public double slope(double score, double label) {
            return label * score < 1 ? -label : 0;
        }

        @Override
        public OptionalDouble steepest() {
            return OptionalDouble.of(1);
        }
    }
}
