package dev.weir.accountant.compose.pld;

import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/** Gauss-Legendre rules on the unit interval, from Commons Math. */
final class GaussLegendre {

    /**
     * The rule of four nodes. On a panel of w standard deviations of Gaussian noise, w at most 1, its error is about
     * (w/8)^8 of the panel's mass near 0. At a distance of x standard deviations, x at least 2, it is below
     * {@code (w x / 14)^8 e^(w x)}: the remainder of the rule is {@code (4!)^4 w^9 / (9 (8!)^3)} times the eighth
     * derivative, which is at most x^8 times the density.
     */
    static final GaussLegendre NARROW = new GaussLegendre(4);

    /**
     * The rule of ten nodes. On a panel of half a standard deviation of Gaussian noise, its error is 4e-28 of the
     * panel's mass near 0, and 4e-18 of it at a distance of ten standard deviations.
     */
    static final GaussLegendre WIDE = new GaussLegendre(10);

    private final double[] points;
    private final double[] weights;
    private final double[] logWeights;

    private GaussLegendre(int order) {
        GaussIntegrator rule = new GaussIntegratorFactory().legendre(order, 0, 1);
        points = new double[order];
        weights = new double[order];
        logWeights = new double[order];
        for (int i = 0; i < order; i++) {
            points[i] = rule.getPoint(i);
            weights[i] = rule.getWeight(i);
            logWeights[i] = Math.log(weights[i]);
        }
    }

    /** Visits the nodes of a panel. */
    void panel(double low, double high, Node visitor) {
        double width = high - low;
        for (int i = 0; i < points.length; i++) {
            visitor.at(low + width * points[i], width * weights[i]);
        }
    }

    /** Visits the nodes of a panel with the logarithms of their weights. */
    void logPanel(double low, double high, Node visitor) {
        double width = high - low;
        double logWidth = Math.log(width);
        for (int i = 0; i < points.length; i++) {
            visitor.at(low + width * points[i], logWidth + logWeights[i]);
        }
    }

    /** Receives a point and its weight. */
    interface Node {
        void at(double x, double weight);
    }
}
