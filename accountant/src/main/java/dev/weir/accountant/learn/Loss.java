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

    /** The logistic loss ln(1 + e<sup>-ys</sup>), for labels 1 and -1. */
    record Logistic() implements Loss {

        @Override
        public double slope(double score, double label) {
            return -label / (1 + StrictMath.exp(label * score));
        }

        /**
         * The second derivative in the score, at most 1/4.
         *
         * @param score s
         * @param label y, 1 or -1
         */
        double curvature(double score, double label) {
            double right = 1 / (1 + StrictMath.exp(-label * score));
            double wrong = 1 / (1 + StrictMath.exp(label * score));
            return right * wrong;
        }

        @Override
        public OptionalDouble steepest() {
            return OptionalDouble.of(1);
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
