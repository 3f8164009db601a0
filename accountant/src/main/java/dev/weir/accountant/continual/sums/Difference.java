package dev.weir.accountant.continual.sums;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.continual.BltNoise;
import dev.weir.accountant.continual.CorrelatedNoise;
import dev.weir.accountant.continual.KaryTreeNoise;
import dev.weir.accountant.continual.tree.LaplaceSum;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;

/**
 * The error of the difference of two noisy totals of one series. The difference is post-processing of both totals and costs nothing beyond the
 * series.
 *
 * <p><b>Error.</b> Under Gaussian noise the variance is Var(T<sub>t</sub>) + Var(T<sub>s</sub>) - 2 Cov(T<sub>s</sub>, T<sub>t</sub>), where each
 * variance contains the 1/12 of its rounding. It grows to a limit as the series goes on, and is capped there, because a difference of large
 * variances loses digits. Under Laplace noise, nodes that both totals use cancel, and the others have weight 1 or -1 ({@link
 * dev.weir.accountant.continual.tree.KaryTree#differing}).
 *
 * @param noise the noise of the totals
 * @param step the step of the later total t, at least 1
 * @param held the number of steps that the difference contains, at least 1; at least t for the total itself
 */
public record Difference(CorrelatedNoise noise, long step, long held) {

    /** @throws InvalidParameter if {@code step} or {@code held} is below 1 */
    public Difference {
        Require.atLeast("step", step, 1);
        Require.atLeast("held", held, 1);
    }

    /**
     * The standard deviation in grid steps, rounding included.
     *
     * @throws InvalidParameter for binary trees, whose estimates have weights
     */
    public double stddev() {
        if (step <= held) {
            return noise.stddev(step);
        }
        if (noise instanceof BltNoise gaussian) {
            double early = gaussian.stddev(step - held);
            double late = gaussian.stddev(step);
            double shared = 2 * gaussian.covariance(step - held, step);
            return Math.min(Math.sqrt(early * early + late * late - shared), gaussian.windowStddev(held));
        }
        if (noise instanceof KaryTreeNoise tree) {
            return tree.noise().stddev() * Math.sqrt((double) nodes(tree));
        }
        throw new InvalidParameter("noise", "Toeplitz or a tree with subtraction", noise.label());
    }

    private long nodes(KaryTreeNoise tree) {
        return tree.tree().differing(Math.max(0, step - held), step);
    }

    /**
     * A bound, in grid steps, that the absolute error does not exceed with a stated probability. Under Gaussian noise the quantile is rounded up to
     * a whole number, because two rounded totals differ by a whole number that is within one grid step of the unrounded difference.
     *
     * @param confidence the probability, between 0 and 1
     */
    public double error(double confidence) {
        return noise instanceof KaryTreeNoise tree
                ? new LaplaceSum(tree.noise(), nodes(tree)).within(1 - confidence)
                : Math.ceil(NormalTail.quantile(Math.log1p(-confidence) - Math.log(2)) * stddev());
    }
}
