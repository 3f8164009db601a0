package dev.weir.accountant.compose.pld;

import org.apache.commons.math3.analysis.integration.gauss.GaussIntegrator;
import org.apache.commons.math3.analysis.integration.gauss.GaussIntegratorFactory;

/** Gauss-Legendre rules on the unit interval, from Commons Math. */
final class GaussLegendre {

    /** The rule of four nodes, whose error on a panel of w standard deviations is below (w/20)^8. */
    static final GaussLegendre NARROW = new GaussLegendre(4);

    /** The rule of ten nodes, whose error on a panel of half a standard deviation is 1e-17. */
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
