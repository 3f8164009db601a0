package dev.weir.jobs.demo.attacks;

import dev.weir.jobs.demo.attacks.world.Target;
import java.util.OptionalDouble;

/**
 * How often an attack on a target has succeeded, and how often it must.
 *
 * <p>A rate of n worlds that is p by law has the standard deviation &radic;(p (1 - p)/n). A rate is outside of its band if it is more than
 * 4 of these deviations away: on raw windows, below what is computed; on naive noise, on either side; on Weir, above the bound, or
 * below what is computed, as an attack that is not carried out would be. With 1000 worlds, one of the bars of the nine
 * attacks is outside by chance once in 750 runs.
 *
 * @param target what was attacked
 * @param rate the share of the worlds whose secret bit was guessed
 * @param computed the rate by its law, if it has one
 * @param bound the largest rate of any attack, if there is a guarantee
 * @param worlds how many worlds there were
 * @param law the options of {@code weir calc} that compute both
 */
public record Bar(Target target, double rate, OptionalDouble computed, OptionalDouble bound, int worlds, String law) {

    /** How many standard deviations the band has on each side. */
    private static final double DEVIATIONS = 4;

    /** Whether the rate is within its band. */
    public boolean isInside() {
        return !isBelow() && !isAbove();
    }

    private boolean isBelow() {
        return computed.isPresent() && rate < computed.getAsDouble() - band(computed.getAsDouble());
    }

    private boolean isAbove() {
        return switch (target) {
            case RAW -> false;
            case NAIVE -> computed.isPresent() && rate > computed.getAsDouble() + band(computed.getAsDouble());
            case WEIR -> bound.isPresent() && rate > bound.getAsDouble() + band(bound.getAsDouble());
        };
    }

    private double band(double probability) {
        return DEVIATIONS * Math.sqrt(probability * (1 - probability) / worlds);
    }
}
