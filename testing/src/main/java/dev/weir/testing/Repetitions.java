package dev.weir.testing;

import dev.weir.testing.statistic.Attack;
import dev.weir.testing.statistic.Claim;
import dev.weir.testing.statistic.Observations;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * Attacks on several outputs of the same law. One bound varies by some percent from run to run, a small one by more, so what an attack is expected to find is their
 * mean.
 *
 * @param attacks for each output an attack for each claim; none if there are no outputs
 */
record Repetitions(List<List<Attack>> attacks) {

    /** How often what a right job shows is drawn. */
    static final int COUNT = 3;

    /** Takes a copy of the list. */
    Repetitions {
        attacks = List.copyOf(attacks);
    }

    /**
     * Attacks.
     *
     * @param outputs the outputs
     * @param claims the losses that are to be shown
     */
    static Repetitions of(List<Observations> outputs, List<Claim> claims) {
        return new Repetitions(
                outputs.stream().map(output -> Attack.on(output, claims)).toList());
    }

    boolean isEmpty() {
        return attacks.isEmpty();
    }

    /** The mean of the bounds of a claim; not a number without outputs. */
    double mean(int claim, double risk) {
        return each(claim, attack -> attack.bound(risk)).average().orElse(Double.NaN);
    }

    /** The middle one of the bounds of a claim; 0 without outputs. */
    double median(int claim, double risk) {
        double[] sorted = each(claim, attack -> attack.bound(risk)).sorted().toArray();
        return isEmpty() ? 0 : sorted[sorted.length / 2];
    }

    /** The standard error of one bound of a claim; not a number without outputs. */
    double error(int claim) {
        return each(claim, Attack::error).average().orElse(Double.NaN);
    }

    private DoubleStream each(int claim, ToDoubleFunction<Attack> number) {
        return attacks.stream().mapToDouble(all -> number.applyAsDouble(all.get(claim)));
    }
}
