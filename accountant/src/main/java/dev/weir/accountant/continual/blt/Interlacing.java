package dev.weir.accountant.continual.blt;

/**
 * Converts between the descriptions of a buffered linear Toeplitz factorisation: the decays theta and scales omega of
 * C, and the decays theta&#770; and weights beta of A C<sup>-1</sup>. Decays appear as eta = 1 - theta, in ascending
 * order.
 *
 * <p>Source: Dvijotham, McMahan, Pillutla, Steinke and Thakurta (2024), arXiv 2404.16706, for the rational generating
 * functions; the weights are their partial fractions.
 */
final class Interlacing {

    private static final int BISECTIONS = 200;

    private Interlacing() {}

    /**
     * Computes the scales omega<sub>i</sub> = &prod;<sub>j</sub> (eta&#770;<sub>j</sub> - eta<sub>i</sub>) /
     * &prod;<sub>j &ne; i</sub> (eta<sub>j</sub> - eta<sub>i</sub>).
     */
    static double[] scales(double[] eta, double[] etaHat) {
        double[] omega = new double[eta.length];
        for (int i = 0; i < eta.length; i++) {
            omega[i] = residue(etaHat[i] - eta[i], etaHat, eta, i);
        }
        return omega;
    }

    /**
     * Computes {@code first} times &prod;<sub>j &ne; i</sub> (zero<sub>j</sub> - pole<sub>i</sub>) / (pole<sub>j</sub> - pole<sub>i</sub>).
     */
    private static double residue(double first, double[] zeros, double[] poles, int i) {
        double product = first;
        for (int j = 0; j < poles.length; j++) {
            if (j != i) {
                product *= (zeros[j] - poles[i]) / (poles[j] - poles[i]);
            }
        }
        return product;
    }

    /**
     * Computes beta<sub>0</sub> = &prod; eta<sub>i</sub> / eta&#770;<sub>i</sub>, and then the weight of each decay
     * theta&#770;<sub>i</sub>. All weights are positive, and their sum is 1.
     */
    static double[] weights(double[] eta, double[] etaHat) {
        double[] beta = new double[eta.length + 1];
        beta[0] = 1;
        for (int i = 0; i < eta.length; i++) {
            beta[0] *= eta[i] / etaHat[i];
            beta[i + 1] = residue((etaHat[i] - eta[i]) / etaHat[i], eta, etaHat, i);
        }
        return beta;
    }

    /**
     * Computes the eta&#770; for given eta and omega. They are the roots x of &sum; omega<sub>j</sub> / (x - eta<sub>j</sub>) = 1. There is
     * one root between each two neighbouring eta. The last root is above eta<sub>d</sub>; it is at most 1 if &sum; omega<sub>j</sub> / (1 -
     * eta<sub>j</sub>) &le; 1, and is replaced by 1 otherwise.
     */
    static double[] inverseDecays(double[] eta, double[] omega) {
        double[] etaHat = new double[eta.length];
        for (int i = 0; i < eta.length; i++) {
            double end = i + 1 < eta.length ? eta[i + 1] : 1;
            etaHat[i] = root(eta, omega, i, end);
        }
        return etaHat;
    }

    /** Bisects the distance of the root from the pole below it, so that a root close to this pole loses no digits. */
    private static double root(double[] eta, double[] omega, int pole, double end) {
        double low = 0;
        double high = end - eta[pole];
        for (int k = 0; k < BISECTIONS; k++) {
            double middle = low + (high - low) / 2;
            if (secular(eta, omega, pole, middle) > 1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return eta[pole] + high;
    }

    private static double secular(double[] eta, double[] omega, int pole, double distance) {
        double sum = 0;
        for (int j = 0; j < eta.length; j++) {
            sum += omega[j] / (distance + (eta[pole] - eta[j]));
        }
        return sum;
    }
}
