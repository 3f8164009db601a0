package dev.weir.accountant.learn;

/**
 * Sums of clipped gradients in whole grid steps, so that the order of records does not matter.
 *
 * @param loss the loss
 * @param clip the bound on each record's gradient
 */
record Gradients(Loss loss, NormClip clip) {

    /** Adds the clipped gradient of one record, at a model, to sums in grid steps. */
    void add(double[] model, Example example, long[] sums) {
        double[] features = example.features(model.length);
        double slope = loss.slope(Vectors.dot(model, features), example.label());
        long[] clipped = clip.clip(Vectors.moved(new double[features.length], slope, features));
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.addExact(sums[i], clipped[i]);
        }
    }
}
