package dev.weir.accountant.learn;

import dev.weir.accountant.privacy.InvalidParameter;

/**
 * One record to learn from. It is as secret as the data.
 *
 * @param features the features x, scaled by public bounds; finite
 * @param label the label y; 1 or -1 for losses of classes
 */
public record Example(double[] features, double label) {

    /** Returns the features, of which there must be {@code count}. */
    double[] features(int count) {
        if (features.length != count) {
            throw InvalidParameter.withoutValue("features", "as many as the model has coefficients");
        }
        return features;
    }

    @Override
    public String toString() {
        return "example of " + features.length + " features";
    }
}
