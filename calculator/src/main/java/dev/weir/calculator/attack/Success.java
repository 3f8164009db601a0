package dev.weir.calculator.attack;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.calculator.question.Answer;
import java.util.OptionalDouble;

/**
 * How often an attack guesses a fair secret bit.
 *
 * @param rate the probability that it is right, if there is a formula for it
 * @param bound the largest probability of any attack, if there is a guarantee
 */
record Success(OptionalDouble rate, OptionalDouble bound) {

    static final String RATE = "success";
    static final String BOUND = "bound";

    static Success without(double rate) {
        return new Success(OptionalDouble.of(rate), OptionalDouble.empty());
    }

    static Success within(double bound, double rate) {
        return new Success(OptionalDouble.of(rate), OptionalDouble.of(bound));
    }

    static Success atMost(double bound) {
        return new Success(OptionalDouble.empty(), OptionalDouble.of(bound));
    }

    /** The largest probability against &epsilon;-DP: e<sup>&epsilon;</sup> / (1 + e<sup>&epsilon;</sup>), which randomized response attains. */
    static double pure(double epsilon) {
        return 1 / (1 + StrictMath.exp(-epsilon));
    }

    /** The probability of telling two normal laws of deviation 1 apart whose means are {@code distance} apart. */
    static double normal(double distance) {
        return NormalTail.of(-distance / 2);
    }

    Answer answer() {
        Answer answer = rate.isPresent() ? new Answer().with(RATE, rate.getAsDouble()) : new Answer();
        return bound.isPresent() ? answer.with(BOUND, bound.getAsDouble()) : answer;
    }
}
