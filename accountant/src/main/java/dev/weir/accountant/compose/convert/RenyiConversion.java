package dev.weir.accountant.compose.convert;

import dev.weir.accountant.privacy.Require;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.privacy.Rounding.Margin;
import java.util.function.DoubleUnaryOperator;

/**
 * Converts R&eacute;nyi differential privacy into (&epsilon;, &delta;)-differential privacy.
 *
 * <p>The tight formula, at order a with divergence r: {@code epsilon = r + ln((a-1)/a) - (ln delta + ln a) / (a-1)}:
 * Canonne, Kamath and Steinke (2020), Proposition 12; Balle, Barthe, Gaboardi, Hsu and Sato (2020), Theorem 21. The
 * simple formula: {@code epsilon = r + ln(1/delta) / (a-1)}: Mironov (2017), Proposition 3.
 *
 * <p>Any order gives a valid bound, so the search for the best order, among orders from 1 + 10<sup>-7</sup> to about
 * 10<sup>9</sup>, cannot err on the unsafe side.
 */
public final class RenyiConversion {

    private static final double FIRST = Math.log(1e-7);
    private static final double LAST = Math.log(1e9);
    private static final double STRIDE = 0.5;
    private static final double GOLDEN = 0.5 * (Math.sqrt(5) - 1);

    /** A bound on the rounding error of the terms of a formula, relative to their sizes. */
    private static final double LOST = 2e-15;

    private RenyiConversion() {}

    /**
     * An order and the &epsilon; at that order.
     *
     * @param order the order, above 1
     * @param epsilon the &epsilon; at this order, in nats
     */
    public record Best(double order, double epsilon) {}

    /**
     * Returns the &epsilon; of the tight formula, at least 0.
     *
     * @param order a, above 1
     * @param divergence r in nats, at least 0, possibly infinite
     * @param delta &delta;, above 0 and below 1
     */
    public static double epsilon(double order, double divergence, double delta) {
        require(order, divergence, delta);
        return Math.max(0, unclamped(order, divergence, delta));
    }

    /**
     * Returns the &epsilon; of the simple formula.
     *
     * @param order a, above 1
     * @param divergence r in nats, at least 0, possibly infinite
     * @param delta &delta;, above 0 and below 1
     */
    public static double simpleEpsilon(double order, double divergence, double delta) {
        require(order, divergence, delta);
        return Rounding.up(divergence - Math.log(delta) / (order - 1), Margin.FORMULA);
    }

    /**
     * Returns the &delta; of the tight formula, at most 1.
     *
     * @param order a, above 1
     * @param divergence r in nats, at least 0
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range
     */
    public static double delta(double order, double divergence, double epsilon) {
        require(order, divergence, 0.5);
        Require.notNegative("epsilon", epsilon);
        return up(logDelta(order, divergence, epsilon));
    }

    /** The logarithm of the tight &delta;, increased by more than the rounding error of its terms. */
    private static double logDelta(double order, double divergence, double epsilon) {
        if (divergence == Double.POSITIVE_INFINITY) {
            return divergence;
        }
        double kept = Math.log1p(-1 / order);
        double size = (order - 1) * (divergence + epsilon - kept) + Math.log(order);
        double log = (order - 1) * (divergence - epsilon + kept) - Math.log(order) + LOST * size;
        return Double.isNaN(log) ? Double.POSITIVE_INFINITY : log; // terms overflowed: nothing is proved
    }

    private static double up(double logDelta) {
        return Math.min(1, Math.max(Double.MIN_VALUE, Rounding.up(Math.exp(logDelta), Margin.FORMULA)));
    }

    /**
     * The smallest tight &epsilon; over all orders. The objective is quasi-convex in the order.
     *
     * @param curve gives the divergence in nats of an order above 1
     * @param delta &delta;, above 0 and below 1
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code delta} is out of range
     */
    public static Best best(DoubleUnaryOperator curve, double delta) {
        Require.probability("delta", delta);
        return search(order -> unclamped(order, curve.applyAsDouble(order), delta))
                .best();
    }

    /**
     * The smallest simple &epsilon; over all orders.
     *
     * @param curve gives the divergence in nats of an order above 1
     * @param delta &delta;, above 0 and below 1
     */
    public static Best bestSimple(DoubleUnaryOperator curve, double delta) {
        return search(order -> simpleEpsilon(order, curve.applyAsDouble(order), delta))
                .best();
    }

    /**
     * The smallest tight &delta; over all orders. Its logarithm is convex in the order a, because {@code (a-1) r}, a
     * cumulant generating function, and {@code (a-1) ln(a-1) - a ln a} are convex.
     *
     * @param curve gives the divergence in nats of an order above 1
     * @param epsilon &epsilon; in nats, at least 0
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code epsilon} is out of range
     */
    public static double bestDelta(DoubleUnaryOperator curve, double epsilon) {
        Require.notNegative("epsilon", epsilon);
        return up(search(order -> logDelta(order, curve.applyAsDouble(order), epsilon)).value);
    }

    private static double unclamped(double order, double divergence, double delta) {
        double kept = Math.log1p(-1 / order);
        double spread = (Math.log(delta) + Math.log(order)) / (order - 1);
        double size = divergence - kept + (Math.log(order) - Math.log(delta)) / (order - 1);
        return divergence + kept - spread + (size < Double.POSITIVE_INFINITY ? LOST * size : 0);
    }

    /**
     * Searches for the minimum: first from small orders, which are cheap, upwards in strides of ln(order - 1) while the
     * value falls, then by golden section.
     */
    private static Sample search(DoubleUnaryOperator epsilon) {
        DoubleUnaryOperator byLog = log -> epsilon.applyAsDouble(1 + Math.exp(log));
        double at = FIRST;
        double value = byLog.applyAsDouble(at);
        double next = byLog.applyAsDouble(at + STRIDE);
        while (at < LAST && !(next > value)) {
            at += STRIDE;
            value = next;
            next = byLog.applyAsDouble(at + STRIDE);
        }
        return narrow(byLog, at - STRIDE, at + STRIDE);
    }

    private static Sample narrow(DoubleUnaryOperator byLog, double from, double to) {
        double low = from;
        double high = to;
        Sample left = Sample.of(byLog, high - GOLDEN * (high - low));
        Sample right = Sample.of(byLog, low + GOLDEN * (high - low));
        while (high - low > 1e-6) {
            if (left.value <= right.value) {
                high = right.log;
                right = left;
                left = Sample.of(byLog, high - GOLDEN * (high - low));
            } else {
                low = left.log;
                left = right;
                right = Sample.of(byLog, low + GOLDEN * (high - low));
            }
        }
        return left.value <= right.value ? left : right;
    }

    /** The logarithm of (order - 1), and the value of the searched function at that order. */
    private record Sample(double log, double value) {

        static Sample of(DoubleUnaryOperator byLog, double log) {
            return new Sample(log, byLog.applyAsDouble(log));
        }

        Best best() {
            return new Best(1 + Math.exp(log), Math.max(0, value));
        }
    }

    private static void require(double order, double divergence, double delta) {
        Require.order(order);
        Require.holds(divergence >= 0, "divergence", ">= 0", divergence);
        Require.probability("delta", delta);
    }
}
