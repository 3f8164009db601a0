package dev.weir.accountant.compose.pld;

/**
 * The continuous part of a loss law, over a coordinate x in which the loss increases strictly.
 *
 * <p>The coordinate is that of the noise, where the density is simple; the loss itself may crowd against a bound.
 */
interface Density {

    /** The logarithm of the mass per unit of x under the law of the loss: tilts reach where the mass underflows. */
    double logMass(double x);

    /** The loss at x, in nats. */
    double loss(double x);

    /** The least upper bound of losses, possibly infinite. */
    double maximum();

    /** The x of a loss, within {@code [low(0), high(0)]}. */
    double at(double loss);

    /** An x below which at most {@code tail} of mass lies. */
    double low(double tail);

    /** An x above which at most {@code tail} of mass lies. */
    double high(double tail);

    /** How much farther to the right mass lies once tilted by {@code e^(tilt loss)}: 0 where the range is bounded. */
    double reach(double tilt);

    /** The widest panel on which ten Gauss-Legendre nodes integrate this density times {@code e^((tilt + i f) loss)}. */
    double panel(double tilt, double frequency);

    /** Beyond this a mixture's other part is nothing to the last bit, and exponentials would overflow. */
    double LARGE = 500;

    /** {@code ln(1 + rate (e^gain - 1))}: what is left of a gain behind a sample. */
    static double mixed(double rate, double gain) {
        return gain < LARGE ? Math.log1p(rate * Math.expm1(gain)) : gain + Math.log(rate);
    }

    /** The gain of which {@link #mixed} leaves {@code loss}; not a number below what any leaves. */
    static double unmixed(double rate, double loss) {
        return loss < LARGE ? Math.log1p(Math.max(-1.5, Math.expm1(loss) / rate)) : loss - Math.log(rate);
    }

    /** Standard normal x, loss {@code mu x + mu^2/2}. */
    record Gaussian(double mu) implements Density {

        private static final double LOG_SQRT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

        @Override
        public double logMass(double x) {
            return -0.5 * x * x - LOG_SQRT_TWO_PI;
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

        /** {@code Q(t) <= exp(-t^2/2)}. */
        @Override
        public double high(double tail) {
            return Math.sqrt(-2 * Math.log(Math.max(tail, Double.MIN_NORMAL)));
        }

        @Override
        public double reach(double tilt) {
            return tilt * mu;
        }

        @Override
        public double panel(double tilt, double frequency) {
            return Math.min(0.5, 3 / (1e-9 + frequency * mu));
        }
    }

    /** Noise between the two centres: x is the loss itself, from -1/b to 1/b. */
    record Laplace(double b) implements Density {

        private static final double LOG_FOUR = Math.log(4);

        @Override
        public double logMass(double x) {
            return 0.5 * (x - 1 / b) - LOG_FOUR;
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
        public double panel(double tilt, double frequency) {
            return 3 / (3 + Math.abs(tilt) + frequency);
        }
    }

    /**
     * The mixture against the noise alone, {@code P = (1-q) P0 + q Q0} and {@code Q = P0}: a unit that was sampled with
     * rate q is removed. x is minus the base's.
     */
    record Removed(Density base, double rate) implements Density {

        @Override
        public double logMass(double x) {
            return base.logMass(-x) + loss(x);
        }

        @Override
        public double maximum() {
            return mixed(rate, base.maximum());
        }

        @Override
        public double loss(double x) {
            return mixed(rate, -base.loss(-x));
        }

        @Override
        public double at(double loss) {
            double gain = unmixed(rate, loss);
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

        /** The logarithm has a branch point at distance pi in the base's loss; its slope there is below 1. */
        @Override
        public double panel(double tilt, double frequency) {
            double branch = base.reach(1) == 0 ? 1 : 1.5 / base.reach(1);
            double gain = Math.expm1(Math.min(500, base.maximum()));
            double slope = rate * (1 + gain) / (1 + rate * gain);
            return Math.min(branch, base.panel(tilt * slope, frequency * slope));
        }
    }

    /** The noise alone against the mixture: a unit that would be sampled with rate q is added. */
    record Added(Density base, double rate) implements Density {

        @Override
        public double logMass(double x) {
            return base.logMass(x);
        }

        @Override
        public double maximum() {
            return -mixed(rate, -base.maximum());
        }

        @Override
        public double loss(double x) {
            return -mixed(rate, -base.loss(x));
        }

        @Override
        public double at(double loss) {
            double gain = unmixed(rate, -loss);
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
        public double panel(double tilt, double frequency) {
            return new Removed(base, rate).panel(tilt, frequency);
        }
    }

    /**
     * What is left of a density without its tails, which are not below {@code lowest} and above {@code highest} any more.
     *
     * @param lowest an x of the base
     * @param highest a larger x
     */
    record Cut(Density base, double lowest, double highest) implements Density {

        @Override
        public double logMass(double x) {
            return base.logMass(x);
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
        public double panel(double tilt, double frequency) {
            return base.panel(tilt, frequency);
        }
    }
}
