package dev.weir.accountant.compose.pld;

import java.util.Arrays;
import java.util.Optional;

/**
 * The privacy curve of a sum of losses by the contour integral {@code delta = (1 / 2 pi i) int e^(K(z) - z epsilon) /
 * (z (1 + z)) dz} along the vertical line through the saddle, by the trapezoidal rule, which converges geometrically
 * for analytic integrands: an estimate, not a bound.
 *
 * <p>With atoms the integrand recurs instead of decaying. The integration therefore ends only where the characteristic
 * function of the densities alone is negligible. If that takes too much work, or if the part of the tilted sum that
 * consists of atoms alone is not negligible, there is no estimate.
 */
final class ContourSum {

    private static final double ALIASED = 1e-13;
    private static final double ATOMS = 1e-13;
    private static final double SMOOTH = Math.log(1e-14);
    private static final double WORK = 1e7;
    private static final int QUIET = 6;

    private final SaddlePoint saddle;
    private final Work work;
    private final double spacing;
    private final double infinite;
    private final double maximum;
    private double[] re = new double[256];
    private double[] im = new double[256];
    private int size;

    private ContourSum(SumOfLosses sum, SaddlePoint saddle) {
        this.saddle = saddle;
        this.work = sum.work();
        this.spacing = 2 * Math.PI / saddle.period(sum, ALIASED);
        this.infinite = sum.infinite();
        this.maximum = sum.maximum();
    }

    static Optional<ContourSum> of(SumOfLosses sum, SaddlePoint saddle) {
        double atoms = 0;
        for (RepeatedLoss part : sum.parts()) {
            atoms += part.count() * Math.log(part.distribution().atomShare(saddle.tilt()));
        }
        ContourSum contour = new ContourSum(sum, saddle);
        return atoms < Math.log(ATOMS) && contour.fill(sum) ? Optional.of(contour) : Optional.empty();
    }

    private boolean fill(SumOfLosses sum) {
        double frequency = 40 / saddle.deviation();
        ContourBranch[] branches = sum.parts().stream()
                .map(part -> new ContourBranch(part, saddle.tilt(), frequency, spacing))
                .toArray(ContourBranch[]::new);
        work.spend(0.1 * WORK);
        int most = (int) (WORK / work(branches));
        int quiet = 0;
        for (int j = 0; j < most && quiet < QUIET; j++) {
            quiet = isQuiet(j, branches) ? quiet + 1 : 0;
        }
        return quiet == QUIET;
    }

    /** The work of one point of the line, in nodes. */
    private static double work(ContourBranch[] branches) {
        return Arrays.stream(branches).mapToDouble(ContourBranch::size).sum() + 10 * branches.length;
    }

    /**
     * Adds point j of the line, and returns whether the integrand and the characteristic function of the densities are
     * negligible at that point.
     */
    private boolean isQuiet(int j, ContourBranch[] branches) {
        double[] log = {0, 0, 0};
        for (ContourBranch branch : branches) {
            branch.addLog(log, j * spacing);
        }
        add(log[0], log[1], j * spacing);
        return Math.hypot(re[j], im[j]) < 1e-17 * Math.abs(re[0]) && log[2] < SMOOTH;
    }

    /** Stores e^(K(z)) / (z (1 + z)), relative to the scale at the saddle. */
    private void add(double log, double angle, double t) {
        if (size == re.length) {
            re = Arrays.copyOf(re, 2 * size);
            im = Arrays.copyOf(im, 2 * size);
        }
        double c = saddle.tilt();
        double scale = -c * saddle.epsilon() - saddle.logDelta();
        double magnitude = Math.exp(log + scale) / (Math.hypot(c, t) * Math.hypot(1 + c, t));
        double total = angle - Math.atan2(t, c) - Math.atan2(t, 1 + c);
        re[size] = magnitude * Math.cos(total);
        im[size++] = magnitude * Math.sin(total);
    }

    double epsilon(double logDelta) {
        return EpsilonSearch.epsilon(this::logDelta, logDelta, maximum, Math.max(0, saddle.epsilon()));
    }

    double logDelta(double epsilon) {
        work.spend(0.5 * size);
        double sum = 0.5 * re[0];
        for (int j = 1; j < size; j++) {
            double angle = -j * spacing * epsilon;
            sum += re[j] * Math.cos(angle) - im[j] * Math.sin(angle);
        }
        double scaled = Math.max(1e-300, sum * spacing / Math.PI);
        double log = Math.log(scaled) + saddle.logDelta() - saddle.tilt() * (epsilon - saddle.epsilon());
        return Math.log(infinite + Math.exp(log));
    }
}
