package dev.weir.benchmarks.sqlp;

import java.util.Optional;

/**
 * What Zhang and others have published of DP-SQLP on data of the same laws, at scale 1 (arXiv 2303.18086, section 5).
 *
 * @param keys how many keys were announced
 * @param largest the largest error of a key
 * @param sum the sum of all errors
 * @param euclidean the root of the sum of their squares
 */
public record SqlpPublished(int keys, long largest, long sum, double euclidean) {

    /**
     * The published figures for a number of steps.
     *
     * @param steps the number of steps
     * @param scale the size of the data set
     */
    public static Optional<SqlpPublished> of(int steps, double scale) {
        if (scale != 1) {
            return Optional.empty();
        }
        return switch (steps) {
            case 100 -> Optional.of(new SqlpPublished(28_338, 1391, 17_740_000, 50_039));
            case 1000 -> Optional.of(new SqlpPublished(22_280, 1563, 19_400_000, 58_237));
            default -> Optional.empty();
        };
    }
}
