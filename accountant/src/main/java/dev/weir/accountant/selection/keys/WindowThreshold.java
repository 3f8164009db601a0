package dev.weir.accountant.selection.keys;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.DiscreteLaplace;
import dev.weir.accountant.mechanism.RoundedGaussian;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * Announces a key of one window if its noisy statistic reaches a whole threshold. The same noisy number is the released value.
 *
 * <p><b>Guarantee.</b> Neighbours, terms and proof are those of {@link LoneKey}; windows are disjoint and each key is examined once in each.
 * Sensitivity: a unit moves the statistic of a key by at most M, for which its account pays the price of the noise. Mechanism: the statistic
 * of a key that needs one unit for its existence is at most p M, so it reaches the threshold t with probability at most P(Z &ge; t - p M),
 * where Z is the integer noise that is drawn. t is the smallest whole number for which this is at most the &delta; of a touch: this &delta;
 * is the cost of a touch, on top of the price of the noise. Bounds are rounded such that t is never too small.
 *
 * <p>Source: {@link LoneKey}, with the tails of the integer noise.
 */
public sealed interface WindowThreshold extends Serializable permits GaussianWindowThreshold, LaplaceWindowThreshold {

    /**
     * The threshold for given noise.
     *
     * @param noise the noise of the selection statistic
     * @param lone what decides whether a key exists, and its largest statistic while it needs one unit
     * @param ofTouch the &delta; of one touch, above 0
     * @throws InvalidParameter if {@code ofTouch} is below 1e-22, or nothing can be drawn from {@code noise}
     */
    static WindowThreshold of(AdditiveNoise noise, LoneKey lone, Delta ofTouch) {
        double delta = Touches.part(ofTouch, BigInteger.ONE);
        if (noise instanceof RoundedGaussian gaussian) {
            return GaussianWindowThreshold.of(gaussian, lone, delta);
        }
        if (noise instanceof DiscreteLaplace laplace) {
            return LaplaceWindowThreshold.of(laplace, lone, delta);
        }
        throw new InvalidParameter("noise", "noise that is drawn", noise.label());
    }

    /** What decides whether a key exists. */
    LoneKey lone();

    /** The real number that {@link #threshold} rounds up to a whole number. */
    double exact();

    /** The threshold that the noisy statistic must reach, a whole number. */
    long threshold();

    /** The largest probability that a key that needs one unit for its existence is announced, rounded up. */
    double loneProbability();

    /**
     * The probability that a key is announced; 0 if it does not exist. It is for plans and checks, and as secret as the number of units.
     *
     * @param units the number of distinct units with a kept record, each of which adds 1 to the statistic, at least 0
     */
    double keepProbability(long units);

    /**
     * The smallest number of units whose key is announced with a given probability, if each unit adds 1 to the statistic.
     *
     * @param chance the probability, at least one half and below 1
     */
    long unitsFor(double chance);

    /**
     * Whether a key is announced.
     *
     * @param units the number of distinct units with a kept record, at least 0
     * @param released the noisy statistic
     */
    default boolean announces(long units, long released) {
        return lone().exists(units) && released >= threshold();
    }
}
