package dev.weir.accountant.levels.plan;

import dev.weir.accountant.levels.SetFamily;
import java.util.stream.IntStream;

/**
 * The best precisions of all sets of attributes under Gaussian noise if the planning numbers of all levels are equal: a product over attributes.
 *
 * <p>The precision of a set is proportional to the product of (sqrt(1 + d) - 1) / d, or (sqrt(1 + d&sup2;) - 1) / d if each level counts as much as
 * any other, over the attributes that the set lacks, with d the number of values of the attribute. Derived here: the objective and the constraint
 * are sums of products over attributes, and each factor is the optimum for one attribute and its total. The iteration of {@link
 * CertifiedPrecisions} agrees with it.
 */
final class CubePrecisions {

    private CubePrecisions() {}

    /**
     * Computes the precisions, up to a common factor.
     *
     * @param cube a family of all sets
     * @param isByRows whether each row counts as much as any other, and not each level
     */
    static double[] of(SetFamily cube, boolean isByRows) {
        return IntStream.range(0, cube.levels())
                .mapToDouble(level -> IntStream.range(0, cube.attributes())
                        .filter(i -> (cube.set(level) >> i & 1) == 0)
                        .mapToDouble(i -> factor(cube.size(i), isByRows))
                        .reduce(1, (a, b) -> a * b))
                .toArray();
    }

    private static double factor(double size, boolean isByRows) {
        return (Math.sqrt(1 + (isByRows ? size : size * size)) - 1) / size;
    }
}
