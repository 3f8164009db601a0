package dev.weir.accountant.compose.pld;

/**
 * The loss of noise on a Poisson sample when a unit is removed: the mixture {@code P = (1-q) P0 + q Q0} against the
 * noise alone, {@code Q = P0}. The coordinate x is minus the coordinate of {@code base}.
 *
 * @param base the loss of the noise without sampling
 * @param rate the sampling rate q
 */
record RemovalDensity(Density base, double rate) implements Density {

    @Override
    public double logMass(double x) {
        return logMass(x, loss(x));
    }

    @Override
    public double logMass(double x, double loss) {
        return base.logMass(-x) + loss;
    }

    /** The terms of the base and the loss without sampling, whose magnitude is at least that of the loss on a sample. */
    @Override
    public double terms(double x) {
        return base.terms(-x) + Math.abs(base.loss(-x));
    }

    @Override
    public double maximum() {
        return PoissonMixture.mixed(rate, base.maximum());
    }

    @Override
    public double loss(double x) {
        return PoissonMixture.mixed(rate, -base.loss(-x));
    }

    @Override
    public double at(double loss) {
        double gain = PoissonMixture.unmixed(rate, loss);
        return Double.isNaN(gain) ? low(0) : Math.max(low(0), Math.min(high(0), -base.at(-gain)));
    }

    @Override
    public double low(double tail) {
        return -base.high(tail);
    }

    @Override
    public double high(double tail) {
        return base.reach(1) - base.low(tail);
    }

    @Override
    public double reach(double tilt) {
        return base.reach(tilt);
    }

    /** The slope of the base up to the distances of {@code low} from 0 and of {@code high} from the neighbour's centre. */
    @Override
    public double slope(double low, double high) {
        return base.slope(base.reach(1) - high, -low);
    }

    /**
     * The widest panel, limited by the logarithm in the loss. As a function of the loss of {@code base}, the logarithm
     * has branch points at distance pi from the real line, and a slope of at most 1.
     */
    @Override
    public double panel(double tilt, double frequency) {
        double branch = base.reach(1) == 0 ? 1 : 1.5 / base.reach(1);
        double gain = Math.expm1(Math.min(500, base.maximum()));
        double slope = rate * (1 + gain) / (1 + rate * gain);
        return Math.min(branch, base.panel(tilt * slope, frequency * slope));
    }
}
