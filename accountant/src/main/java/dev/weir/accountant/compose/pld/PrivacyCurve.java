package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import org.jspecify.annotations.Nullable;

/**
 * The privacy curve {@code delta(epsilon) = E[max(0, 1 - e^(epsilon - L))]} of one mechanism with the loss L.
 *
 * @param atoms the discrete part of the distribution of L
 * @param density the continuous part, if there is one
 * @param infinite the mass at infinite loss
 */
record PrivacyCurve(Atoms atoms, @Nullable Density density, double infinite) {

    /**
     * For Laplace noise: outcomes whose loss without sampling is more than this many nats below the largest loss
     * contribute at most about e^-100 of &delta;.
     */
    private static final double FADED = 200;

    /**
     * The value {@code delta(epsilon)} by quadrature. The relative error is below 10<sup>-12</sup> for losses up to 5000
     * nats and &delta; above 10<sup>-150</sup>, and 4 10<sup>-11</sup> for losses of 5 10<sup>5</sup> nats, from sampled
     * noise with a sigma of 0.001.
     *
     * @param epsilon &epsilon; in nats
     */
    double delta(double epsilon) {
        double sum = atoms.delta(epsilon, infinite);
        return density == null ? sum : sum + integral(density, epsilon);
    }

    /**
     * An upper bound on {@code delta(epsilon)}: {@link #delta} increased by the rounding error of masses and by {@link
     * Margin#SERIES}.
     *
     * @param epsilon &epsilon; in nats
     */
    double certifiedDelta(double epsilon) {
        double rounding = density == null ? 0 : density.rounding(start(density, epsilon), density.high(0));
        return Rounding.up(delta(epsilon) * (1 + rounding), Margin.SERIES);
    }

    /** An upper bound on the work of {@link #delta}, in atoms. */
    double size(double epsilon) {
        return atoms.size()
                + (density == null
                        ? 0
                        : PrivacyLossDistribution.PANEL * (density.high(0) - start(density, epsilon)) / width(density));
    }

    private static double start(Density density, double epsilon) {
        double seen = density.reach(1) == 0 ? density.high(0) - FADED : Double.NEGATIVE_INFINITY;
        return Math.max(density.at(epsilon), seen);
    }

    private static double width(Density density) {
        return 0.5 * density.panel(1, 0);
    }

    private static double integral(Density density, double epsilon) {
        double end = density.high(0);
        double width = width(density);
        double sum = 0;
        double before = -1;
        for (double x = start(density, epsilon); x < end && (sum - before > 1e-18 * sum || sum == 0); x += width) {
            before = sum;
            sum = withPanel(sum, density, epsilon, new double[] {x, Math.min(end, x + width)});
        }
        return sum;
    }

    /** A sum plus the part of {@code delta(epsilon)} between two points, added node by node. */
    private static double withPanel(double sum, Density density, double epsilon, double[] ends) {
        double[] total = {sum};
        GaussLegendre.WIDE.panel(
                ends[0],
                ends[1],
                (at, weight) -> total[0] -=
                        weight * Math.exp(density.logMass(at)) * Math.min(0, Math.expm1(epsilon - density.loss(at))));
        return total[0];
    }
}
