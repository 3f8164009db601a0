package dev.weir.accountant.compose;

import dev.weir.accountant.compose.pld.PrivacyLossDistribution;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.List;

/**
 * Noise on a Poisson sample: every privacy unit is in the sample with the same probability, independently of all
 * others. Neighbours add or remove one unit, and the two directions have different losses.
 *
 * @param event the mechanism that is run on the sample: Gaussian or Laplace noise with a parameter of at least 0.001.
 *     Discrete noise is refused: {@link PrivacyLossDistribution#removed} requires symmetric atoms, which those of
 *     discrete Gaussian noise are not
 * @param q the sampling rate, from 1e-100 to 1
 */
public record Subsampled(NoiseEvent event, double q) implements SingleEvent {

    /** The least noise, relative to the sensitivity. Quadrature would not resolve the loss of smaller noise. */
    public static final double LEAST_NOISE = 0.001;

    private static final double SMALLEST = 1e-100;

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if {@code q} or the parameter of {@code event} is out of
     *     range, or if {@code event} is discrete
     */
    public Subsampled {
        Require.rate("q", q);
        Require.holds(q >= SMALLEST, "q", "at least 1e-100", q);
        requireEnough(event);
    }

    private static void requireEnough(NoiseEvent event) {
        if (event instanceof NoiseEvent.Gaussian gaussian) {
            requireEnough("sigma", gaussian.sigma());
        } else if (event instanceof NoiseEvent.Laplace laplace) {
            requireEnough("b", laplace.b());
        } else {
            throw new InvalidParameter(
                    "event", "Gaussian or Laplace noise", event.getClass().getSimpleName());
        }
    }

    private static void requireEnough(String name, double noise) {
        Require.holds(noise >= LEAST_NOISE, name, "at least " + LEAST_NOISE + " for noise on a sample", noise);
    }

    @Override
    public List<PrivacyLossDistribution> losses() {
        PrivacyLossDistribution base = event.loss();
        return q == 1 ? List.of(base) : List.of(base.removed(q), base.added(q));
    }

    /**
     * The divergence by quadrature, and never more than that of the noise without sampling, because R&eacute;nyi
     * divergences are quasi-convex (van Erven and Harremo&euml;s (2014), Theorem 13). Where quadrature would not
     * resolve the loss, the divergence without sampling is returned.
     */
    @Override
    public double renyi(double order) {
        boolean resolved = losses().stream().allMatch(loss -> loss.isResolved(order - 1));
        double whole = event.renyi(order);
        return resolved ? Math.min(whole, SingleEvent.super.renyi(order)) : whole;
    }

    /** The work of {@link #renyi}, in nodes of quadrature. */
    double nodes(double order) {
        return losses().stream()
                .mapToDouble(loss -> loss.isResolved(order - 1) ? loss.size(order - 1) : 1)
                .sum();
    }

    /** The &epsilon; after amplification by subsampling: Balle, Barthe and Gaboardi (2018), Theorem 8. */
    @Override
    public double epsilon() {
        return Math.log1p(q * Math.expm1(event.epsilon()));
    }

    /**
     * The text of the noise with the rate as its last parameter. {@link ComposedLoss} sums events in the order of their
     * texts, so another form would change the last digits of its answers.
     */
    @Override
    public String toString() {
        String noise = event.toString();
        return noise.substring(0, noise.length() - 1) + ", q=" + q + "]";
    }
}
