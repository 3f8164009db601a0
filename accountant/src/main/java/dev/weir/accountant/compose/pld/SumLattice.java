package dev.weir.accountant.compose.pld;

import java.util.List;

/**
 * The lattice on which a sum of losses is bounded: the losses' own lattice if they share one with few enough points,
 * otherwise a lattice that is as coarse as the wanted accuracy allows.
 *
 * @param step the distance of neighbouring points in nats
 * @param shift the offset of the sum's lattice, in steps
 * @param length the number of points of the Fourier transform, a power of two
 * @param exact whether all losses lie on the lattice, each with its own offset
 */
record SumLattice(double step, double shift, int length, boolean exact) {

    private static final double DELTA_EXCESS = 1e-5;
    private static final double WRAPPED = 1e-8;
    private static final double NEAR_MAXIMUM = 1e-4;
    /**
     * The largest length, for which {@link Spectrum} takes 150 MB. Sums of 10^6 and more mechanisms, or of mechanisms
     * with very different losses, need it.
     */
    static final int LONGEST = 1 << 22;

    /** The part of &delta; that truncated tails may add. */
    static final double TRUNCATED = 1e-9;

    /** The mass of the tails that are truncated from each distribution of a sum. */
    static double tail(SumOfLosses sum, SaddlePoint saddle) {
        return Math.max(1e-300, Math.exp(saddle.logDelta()) * TRUNCATED / sum.count());
    }

    static SumLattice of(SumOfLosses sum, SaddlePoint saddle, double excess) {
        double period = saddle.period(sum, WRAPPED);
        double common = common(sum.parts());
        if (common > 0 && period / common < LONGEST) {
            return new SumLattice(common, shift(sum.parts()), power(period / common), true);
        }
        double step = Math.max(Math.max(period, sum.range(tail(sum, saddle))) / LONGEST, step(sum, saddle, excess));
        double own = sum.parts().size() == 1
                ? sum.parts().get(0).distribution().lattice().step()
                : 0;
        if (own > 0) {
            double fraction = own / Math.ceil(own / step);
            return new SumLattice(fraction, 0, power(period / fraction), false);
        }
        int length = power(period / step);
        return new SumLattice(Math.max(0.5 * step, Math.min(step, 1.0000001 * period / length)), 0, length, false);
    }

    private static int power(double least) {
        int length = 64;
        while (length < least && length < LONGEST) {
            length *= 2;
        }
        return length;
    }

    /** The step of the lattice that all losses share exactly; 0 if there is no such lattice. */
    static double common(List<RepeatedLoss> parts) {
        double step = parts.get(0).distribution().lattice().step();
        boolean shared = parts.stream()
                .allMatch(part -> part.distribution().isDiscrete()
                        && part.distribution().lattice().step() == step);
        return shared ? step : 0;
    }

    private static double shift(List<RepeatedLoss> parts) {
        double shift = 0;
        for (RepeatedLoss part : parts) {
            Atoms.Lattice own = part.distribution().lattice();
            shift += part.count() * (own.offset() / own.step());
        }
        return shift;
    }

    /**
     * The step at which the bound exceeds the truth by about a relative {@code excess} of &epsilon;, or by a fixed
     * small part of &delta; if {@code excess} is 0. Splitting k losses on intervals of width h multiplies the moment of
     * order t by about {@code exp(t (t+1) k h^2 / 12)}, and hence moves &epsilon; by {@code (t+1) k h^2 / 12}.
     */
    private static double step(SumOfLosses sum, SaddlePoint saddle, double excess) {
        double slope = (1 + saddle.tilt()) * sum.count() / 12;
        double scale = Math.max(saddle.epsilon(), 0.1 * saddle.deviation());
        double wanted = excess > 0 ? excess * scale : DELTA_EXCESS / saddle.tilt();
        return sum.maximum() - saddle.epsilon() < wanted ? NEAR_MAXIMUM * scale : Math.sqrt(wanted / slope);
    }
}
