package dev.weir.accountant.compose.pld;

/** The loss of Gaussian noise: x is standard normal, the loss is {@code mu x + mu^2/2}. */
record GaussianDensity(double mu) implements Density {

    private static final double LOG_SQRT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    @Override
    public double logMass(double x) {
        return -0.5 * x * x - LOG_SQRT_TWO_PI;
    }

    @Override
    public double terms(double x) {
        return -logMass(x);
    }

    @Override
    public double maximum() {
        return Double.POSITIVE_INFINITY;
    }

    @Override
    public double loss(double x) {
        return mu * (x + 0.5 * mu);
    }

    @Override
    public double at(double loss) {
        return loss / mu - 0.5 * mu;
    }

    @Override
    public double low(double tail) {
        return -high(tail);
    }

    /** An x whose upper tail is at most {@code tail}, by {@code Q(t) <= exp(-t^2/2)}. */
    @Override
    public double high(double tail) {
        return Math.sqrt(-2 * Math.log(Math.max(tail, Double.MIN_NORMAL)));
    }

    @Override
    public double reach(double tilt) {
        return tilt * mu;
    }

    @Override
    public double slope(double low, double high) {
        return Math.max(-low, high);
    }

    @Override
    public double panel(double tilt, double frequency) {
        return Math.min(0.5, 3 / (1e-9 + frequency * mu));
    }
}
