package dev.weir.accountant.compose.pld;

/**
 * A density without its tails: there is no mass below {@code lowest} and above {@code highest}.
 *
 * @param base the whole density
 * @param lowest the smallest x that is kept, a coordinate of {@code base}
 * @param highest the largest x that is kept, above {@code lowest}
 */
record TruncatedDensity(Density base, double lowest, double highest) implements Density {

    @Override
    public double logMass(double x) {
        return base.logMass(x);
    }

    @Override
    public double logMass(double x, double loss) {
        return base.logMass(x, loss);
    }

    @Override
    public double terms(double x) {
        return base.terms(x);
    }

    @Override
    public double loss(double x) {
        return base.loss(x);
    }

    @Override
    public double maximum() {
        return base.loss(highest);
    }

    @Override
    public double at(double loss) {
        return Math.max(lowest, Math.min(highest, base.at(loss)));
    }

    @Override
    public double low(double tail) {
        return lowest;
    }

    @Override
    public double high(double tail) {
        return highest;
    }

    @Override
    public double reach(double tilt) {
        return 0;
    }

    @Override
    public double slope(double low, double high) {
        return base.slope(low, high);
    }

    @Override
    public double panel(double tilt, double frequency) {
        return base.panel(tilt, frequency);
    }
}
