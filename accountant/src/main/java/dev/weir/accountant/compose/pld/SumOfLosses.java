package dev.weir.accountant.compose.pld;

import dev.weir.accountant.privacy.Rounding;
import java.math.BigDecimal;
import java.util.List;

/**
 * A sum of independent privacy losses.
 *
 * @param parts the losses and how often each is in the sum
 * @param work what computing with it may take
 */
record SumOfLosses(List<RepeatedLoss> parts, Work work) {

    /** How far a computed maximum may lie below the true one, relative to it. */
    private static final double CEILING = 1 + 1e-14;

    /** So much quadrature is nothing beside what follows. */
    private static final double CHEAP = 1e5;

    SumOfLosses {
        parts = List.copyOf(parts);
    }

    /** How many losses are summed. */
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

    /** The mass at infinite loss of all together. */
    double infinite() {
        double survives = 0;
        for (RepeatedLoss part : parts) {
            survives += part.count() * Math.log1p(-part.distribution().infinite());
        }
        return 0 - Math.expm1(survives); // not -0
    }

    /**
     * No &delta; is larger than the sum of those at &epsilon; = 0: total variation is subadditive. Nearest value, or 1
     * where that takes long.
     */
    double totalVariation() {
        double sum = 0;
        for (RepeatedLoss part : parts) {
            double size = part.distribution().curveSize(0);
            if (size > CHEAP) {
                return 1;
            }
            work.spend(size);
            sum += part.count() * part.distribution().delta(0);
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
     * No finite loss of the sum is larger. The figure is summed exactly and rounded up once. A sum of several
     * continuous losses keeps a margin as wide as the error of a program that integrates them, so that no such
     * program's figure near the end of the range lies above this one.
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

    /** The widest range of losses of any one distribution, tails of this mass left out. */
    double range(double tail) {
        return parts.stream()
                .mapToDouble(part -> part.distribution().range(tail))
                .max()
                .orElseThrow();
    }

    /** The sum without the tails of its distributions, each of at most this mass. */
    SumOfLosses cut(double tail) {
        return new SumOfLosses(
                parts.stream()
                        .map(part -> new RepeatedLoss(part.distribution().cut(tail), part.count()))
                        .toList(),
                work);
    }

    /** The cumulants under a tilt. */
    Nodes.Cumulants cumulants(double tilt) {
        Nodes.Cumulants sum = Nodes.Cumulants.ZERO;
        for (RepeatedLoss part : parts) {
            work.spend(part.distribution().size(tilt));
            sum = sum.plus(part.distribution().cumulants(tilt), part.count());
        }
        return sum;
    }
}
