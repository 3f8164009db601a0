package dev.weir.accountant.compose.pld;

/**
 * A certified upper bound on the privacy curve of a sum of losses: connect-the-dots on a lattice, exponentially tilted,
 * and composed in the frequency domain.
 *
 * <p>Let the sum have the losses {@code x_n = (n + shift) h} with masses {@code p_n} and tilted masses {@code q_n = p_n
 * e^(t x_n) / M}. For any &epsilon; and the first {@code x_a > epsilon}, {@code delta = M sum_{n >= a} e^(-t x_n) (1 -
 * e^(epsilon - x_n)) q_n}. The inverse discrete Fourier transform of length N returns not {@code q_n} but the sum of
 * all {@code q_{n + mN}}, which is at least {@code q_n}. With this sum in the place of {@code q_n}, the geometric
 * series over n have closed forms. With {@code r = e^(-t h + i w)} and {@code g = e^(epsilon - x_a)} the bound is the
 * following sum over the N frequencies w:
 *
 * <pre>(M e^(-t x_a) / N) sum_w Phi(w) e^(i w a) (1 - g + r (g - e^-h)) / ((1 - r) (1 - r e^-h)).</pre>
 *
 * <p>The bound therefore holds even if the window and the tilt are chosen badly; they only decide how tight it is. No
 * inverse transform is computed. Frequencies at which Phi is negligible are skipped, and a bound on their part is
 * added.
 *
 * <p><b>Tightness.</b> About 10<sup>-5</sup> of &epsilon; for up to 10<sup>5</sup> mechanisms. For more mechanisms the
 * bound is looser, because the lattice has a largest length and the round-off bound grows with the number of
 * mechanisms: by up to a few percent for 10<sup>6</sup> rare samples at &delta; = 10<sup>-12</sup>.
 *
 * <p><b>Round-off</b> is bounded and added as mass: for the transform by Higham's bound in {@link Fourier}, for the
 * masses by {@link Grid#massError}, for powers by the growth {@code (|phi| + e)^k - |phi|^k}. All these bounds are
 * relative to {@code M e^(-t epsilon)}, which is &delta; times a moderate factor, so that &delta; may be very small.
 */
final class CertifiedSum {

    /** The {@code excess} of {@link #of} for computing &epsilon;: the lattice may increase &epsilon; by about this relative amount. */
    static final double EPSILON = 4e-6;

    /**
     * The {@code excess} of {@link #of} for computing &delta;: with 0, {@link SumLattice} chooses the lattice by its effect on
     * &delta;.
     */
    static final double DELTA = 0;

    /** The logarithm of the magnitude of the characteristic function below which a frequency is skipped. */
    private static final double DEAD = -80;

    /** The work of one lattice point, in nodes of quadrature: it is transformed, weighed, and raised to a power. */
    private static final double POINT = 2.5;

    /**
     * The largest product of tilt and lattice step. With a larger one the weight of the next lattice point is
     * negligible.
     */
    private static final double STEEPEST = 40;

    /** The factor by which the true maximum of the sum may exceed the computed one. */
    private static final double BEYOND_MAXIMUM = 1 + 1e-13;

    private final SumOfLosses sum;
    private final SaddlePoint saddle;
    private final double step;
    private final double shift;
    private final int length;
    private final double infinite;
    private final double logScale;
    private final Spectrum spectrum;

    private CertifiedSum(SumOfLosses sum, SaddlePoint saddle, SumLattice lattice) {
        this.sum = sum;
        this.saddle = saddle;
        this.step = lattice.step();
        this.shift = lattice.shift();
        this.length = lattice.length();
        this.spectrum = new Spectrum(length, DEAD);
        double tail = SumLattice.tail(sum, saddle);
        double logMoment = 0;
        double survives = 0;
        double massErrors = 0;
        for (RepeatedLoss part : sum.parts()) {
            sum.work().spend(POINT * length + part.distribution().size(saddle.tilt()));
            double offset = lattice.exact() ? part.distribution().lattice().offset() : 0;
            Grid.Lattice points = new Grid.Lattice(step, offset, sum.work());
            Grid grid = Grid.of(part.distribution(), points, tail, saddle.tilt());
            double own = grid.logMoment(saddle.tilt());
            spectrum.multiply(grid, saddle.tilt(), own, part.count());
            logMoment += part.count() * own;
            survives += part.count() * Math.log1p(-grid.infinite());
            massErrors += part.count() * grid.massError();
        }
        this.infinite = -Math.expm1(survives);
        this.logScale = logMoment + massErrors + sum.count() * 1e-15 + 1e-13;
        spectrum.weigh(saddle.tilt() * step, step);
    }

    /** Creates the bound for a sum. It is sharpest near the &epsilon; of the saddle point. */
    static CertifiedSum of(SumOfLosses sum, SaddlePoint saddle, double excess) {
        SaddlePoint useful = useful(sum, saddle);
        return new CertifiedSum(sum, useful, SumLattice.of(sum, useful, excess));
    }

    private static SaddlePoint useful(SumOfLosses sum, SaddlePoint saddle) {
        double common = SumLattice.common(sum.parts());
        return common > 0 ? saddle.capped(STEEPEST / common) : saddle;
    }

    /** The work of {@link #of}, in nodes and points, determined before the work is done. */
    static double steps(SumOfLosses sum, SaddlePoint saddle, double excess) {
        SaddlePoint useful = useful(sum, saddle);
        SumLattice lattice = SumLattice.of(sum, useful, excess);
        double tail = SumLattice.tail(sum, useful);
        return sum.parts().stream()
                .map(RepeatedLoss::distribution)
                .mapToDouble(distribution -> POINT * lattice.length()
                        + distribution.size(useful.tilt())
                        + Grid.steps(distribution, lattice.step(), tail))
                .sum();
    }

    /** An upper bound of {@link #steps}. */
    static double mostSteps(SumOfLosses sum) {
        return sum.parts().size() * POINT * SumLattice.LONGEST;
    }

    @Override
    public String toString() {
        return "CertifiedSum[step=" + step + ", length=" + length + ", frequencies=" + spectrum.active() + "]";
    }

    /** The smallest certified &epsilon; for the &delta; whose logarithm is {@code logDelta}. */
    double epsilon(double logDelta) {
        double maximum = sum.maximum() * BEYOND_MAXIMUM;
        return EpsilonSearch.epsilon(this::logDelta, logDelta, maximum, Math.max(0, saddle.epsilon()));
    }

    /** The logarithm of the certified &delta; at {@code epsilon}. */
    double logDelta(double epsilon) {
        if (epsilon >= sum.maximum() * BEYOND_MAXIMUM) {
            return Math.log(infinite);
        }
        sum.work().spend(spectrum.active());
        double safe = epsilon * (1 - 4e-15);
        double point = Math.floor(safe / step - shift) + 1;
        double gap = (point + shift) * step - safe;
        double weight = spectrum.at((long) point, -Math.expm1(-gap), -Math.exp(-gap) * Math.expm1(gap - step));
        double finite = logScale - saddle.tilt() * (gap + safe) + Math.log(weight / length);
        double log = Math.log(infinite + Math.exp(finite));
        return log <= 0 ? log : 0; // 0, that is delta = 1, also if log is not a number: then nothing is certified
    }
}
