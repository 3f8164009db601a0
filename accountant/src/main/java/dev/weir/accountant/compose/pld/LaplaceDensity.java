package dev.weir.accountant.compose.pld;

/** The loss of Laplace noise between its two atoms: x is the loss itself, from -1/b to 1/b. */
record LaplaceDensity(double b) implements Density {

    private static final double LOG_FOUR = Math.log(4);

    @Override
    public double logMass(double x) {
        return 0.5 * (x - 1 / b) - LOG_FOUR;
    }

    @Override
    public double terms(double x) {
        return -logMass(x);
    }

    @Override
    public double maximum() {
        return 1 / b;
    }

    @Override
    public double loss(double x) {
        return x;
    }

    @Override
    public double at(double loss) {
        return Math.max(-1 / b, Math.min(1 / b, loss));
    }

    @Override
    public double low(double tail) {
        return -1 / b;
    }

    @Override
    public double high(double tail) {
        return 1 / b;
    }

    @Override
    public double reach(double tilt) {
        return 0;
    }

    @Override
    public double slope(double low, double high) {
        return 0.5;
    }

    @Override
    public double panel(double tilt, double frequency) {
        return 3 / (3 + Math.abs(tilt) + frequency);
    }
}
