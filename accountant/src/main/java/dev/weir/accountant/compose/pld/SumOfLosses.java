package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.Rounding;
import java.math.BigDecimal;
import java.util.List;

/**
 * A sum of independent privacy losses.
 *
 * @param parts the losses and how often each is in the sum
 * @param work the work that computing with the sum may take
 */
record SumOfLosses(List<RepeatedLoss> parts, Work work) {

    /** The factor by which the true maximum may exceed the computed one. */
    private static final double CEILING = 1 + 1e-14;

    /** The largest work of a quadrature that is negligible compared with the rest of an answer. */
    private static final double CHEAP = 1e5;

    SumOfLosses {
        parts = List.copyOf(parts);
    }

    /** The number of losses that are summed. */
    double count() {
        return parts.stream().mapToDouble(RepeatedLoss::count).sum();
    }

    boolean isSingle() {
        return parts.size() == 1 && parts.get(0).count() == 1;
    }

    /** The first of the distributions. */
    PrivacyLossDistribution first() {
        return parts.get(0).distribution();
    }

    /** The probability that any of the losses is infinite. */
    double infinite() {
        double survives = 0;
        for (RepeatedLoss part : parts) {
            survives += part.count() * Math.log1p(-part.distribution().infinite());
        }
        return 0 - Math.expm1(survives); // not -0
    }

    /**
     * An upper bound of every &delta;: the sum of the &delta;s at &epsilon; = 0, because total variation is
     * subadditive. The last sum is not rounded up. It is 1 if computing the sum would take long.
     */
    double totalVariation() {
        double sum = 0;
        for (RepeatedLoss part : parts) {
            PrivacyCurve curve = part.distribution().curve();
            double size = curve.size(0);
            if (size > CHEAP) {
                return 1;
            }
            work.spend(size);
            sum += part.count() * curve.certifiedDelta(0);
        }
        return sum;
    }

    /** The largest finite loss. */
    double maximum() {
        return parts.stream()
                .mapToDouble(part -> part.count() * part.distribution().maximum())
                .sum();
    }

    /**
     * An upper bound of every finite loss of the sum, summed exactly and rounded up once. For a sum of several losses,
     * not all discrete, it includes a margin as wide as the error of a program that integrates such losses, so that no
     * result of such a program near the end of the range exceeds the bound.
     */
    double ceiling() {
        boolean margin = !isSingle()
                && parts.stream().anyMatch(part -> !part.distribution().isDiscrete());
        if (margin || Double.isInfinite(maximum())) {
            return maximum() * CEILING;
        }
        return Rounding.up(parts.stream()
                .map(part -> new BigDecimal(part.count())
                        .multiply(new BigDecimal(part.distribution().ceiling())))
                .reduce(BigDecimal.ZERO, BigDecimal::add));
    }

    /**
     * The widest range of losses of any of the distributions, after a tail of mass {@code tail} has been cut off on
     * each side.
     */
    double range(double tail) {
        return parts.stream()
                .mapToDouble(part -> part.distribution().range(tail))
                .max()
                .orElseThrow();
    }

    /** The sum of the distributions after cutting tails of at most {@code tail} of mass from each. */
    SumOfLosses cut(double tail) {
        return new SumOfLosses(
                parts.stream()
                        .map(part -> new RepeatedLoss(part.distribution().cut(tail), part.count()))
                        .toList(),
                work);
    }

    /** The cumulant generating function of the sum at {@code tilt}, with its derivatives. */
    Nodes.Cumulants cumulants(double tilt) {
        Nodes.Cumulants sum = Nodes.Cumulants.ZERO;
        for (RepeatedLoss part : parts) {
            work.spend(part.distribution().size(tilt));
            sum = sum.plus(part.distribution().cumulants(tilt), part.count());
        }
        return sum;
    }
}
