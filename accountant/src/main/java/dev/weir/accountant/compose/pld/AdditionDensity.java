package dev.weir.accountant.compose.pld;

/**
 * The loss of noise on a Poisson sample when a unit is added: the noise alone, {@code P = P0}, against the mixture
 * {@code Q = (1-q) P0 + q Q0}.
 *
 * @param base the loss of the noise without sampling
 * @param rate the sampling rate q
 */
record AdditionDensity(Density base, double rate) implements Density {

    @Override
    public double logMass(double x) {
        return base.logMass(x);
    }

    @Override
    public double terms(double x) {
        return base.terms(x);
    }

    @Override
    public double maximum() {
        return -PoissonMixture.mixed(rate, -base.maximum());
    }

    @Override
    public double loss(double x) {
        return -PoissonMixture.mixed(rate, -base.loss(x));
    }

    @Override
    public double at(double loss) {
        double gain = PoissonMixture.unmixed(rate, -loss);
        return Double.isNaN(gain) ? high(0) : Math.max(low(0), Math.min(high(0), base.at(-gain)));
    }

    @Override
    public double low(double tail) {
        return base.low(tail);
    }

    @Override
    public double high(double tail) {
        return base.high(tail);
    }

    @Override
    public double reach(double tilt) {
        return base.reach(1) == 0 ? 0 : Math.sqrt(-2 * tilt * Math.log1p(-rate));
    }

    @Override
    public double slope(double low, double high) {
        return base.slope(low, high);
    }

    @Override
    public double panel(double tilt, double frequency) {
        return new RemovalDensity(base, rate).panel(tilt, frequency);
    }
}
