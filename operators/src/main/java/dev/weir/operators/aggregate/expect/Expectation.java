package dev.weir.operators.aggregate.expect;

import dev.weir.accountant.mechanism.AdditiveNoise;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The expectations about one released value that its error depends on, and the rule that computes the error. The error
 * is computed from configuration and from a person's expectations, never from data.
 *
 * @param name the name of the released value
 * @param facts the facts that may be expected, in the order in which options state them: first the fact that {@code
 *     NAME=SIZE} gives, then the fact after {@code @}, then the other facts
 * @param rule computes the errors
 */
public record Expectation(String name, List<Fact> facts, Rule rule) {

    /**
     * The name of the fact about the value itself, or about the count, length or number of votes that the noise of the
     * value is compared with.
     */
    public static final String SIZE = "size";

    /** The name of the fact about how many records of one key a window has. */
    public static final String RECORDS = "records";

    /** The name of the fact about the sum in the denominator of a ratio. */
    public static final String DENOMINATOR = "denominator";

    /** The name of the fact about the clamp that is learnt. */
    public static final String CLAMP = "clamp";

    /** The name of the fact about the mean, on which the error of a variance depends. */
    public static final String MEAN = "mean";

    public Expectation {
        facts = List.copyOf(facts);
    }

    /**
     * A fact that a person may expect.
     *
     * @param name the name of the fact, one word
     * @param words a description with which a sentence can begin
     * @param low the least value that is allowed
     * @param high the largest value that is allowed
     * @param isNeeded whether no error can be computed without the fact
     */
    public record Fact(String name, String words, double low, double high, boolean isNeeded) {

        /** The fact about a value that is 0 or above. */
        public static final Fact OF_0_AND_ABOVE = new Fact(SIZE, "its size", 0, Double.MAX_VALUE, true);

        /** The fact about a value of any sign. */
        public static final Fact OF_ANY_SIGN = new Fact(SIZE, "its size", -Double.MAX_VALUE, Double.MAX_VALUE, true);

        /** The fact about the number of records. */
        public static final Fact RECORDS =
                new Fact(Expectation.RECORDS, "how many records a window of one key has", 1, Double.MAX_VALUE, true);

        /**
         * The fact about a value between two bounds.
         *
         * @param low the least value
         * @param high the largest value, at least {@code low}
         */
        public static Fact between(double low, double high) {
            return new Fact(SIZE, "its size", low, high, true);
        }

        /** Returns this fact as one that is not needed for computing an error. */
        public Fact ifKnown() {
            return new Fact(name, words, low, high, false);
        }

        /**
         * Returns the rule that a number breaks, or empty if it breaks none. The number must lie between the bounds. If
         * the lower bound is 0 and there is no upper bound, 0 is refused too, because an error cannot be compared with
         * 0.
         *
         * @param number the expected number
         */
        public Optional<String> brokenBy(double number) {
            boolean isAbove0 = low == 0 && high == Double.MAX_VALUE;
            if (number >= low && number <= high && !(isAbove0 && number == 0)) {
                return Optional.empty();
            }
            return Optional.of("must be " + rule(isAbove0) + ", was " + number);
        }

        private String rule(boolean isAbove0) {
            if (high < Double.MAX_VALUE) {
                return "from " + low + " to " + high;
            }
            if (isAbove0) {
                return "above 0 and finite";
            }
            return low > 0 ? "at least " + low + " and finite" : "finite";
        }
    }

    /** Computes errors from expectations. */
    @FunctionalInterface
    public interface Rule {

        /**
         * Computes the errors of a value.
         *
         * @param expected the expected facts, among them all that are needed
         * @param noise the noise of the aggregate; for a series, noise with the deviation of one step of the series
         * @return the errors, at least one
         */
        List<ExpectedError> errors(Given expected, AdditiveNoise noise);
    }

    /**
     * A person's expectations about one value.
     *
     * @param facts the expected numbers, by the names of the facts
     */
    public record Given(Map<String, Double> facts) {

        public Given {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }

        /**
         * The expected number for a fact.
         *
         * @param fact the name of the fact
         * @throws IllegalArgumentException if no number is given for the fact
         */
        public double of(String fact) {
            Double number = facts.get(fact);
            if (number == null) {
                throw new IllegalArgumentException(fact + " must be given");
            }
            return number;
        }
    }

    /**
     * Returns the expectation for a number whose noise does not depend on the released value.
     *
     * @param name the name of the released value
     * @param size the fact about the number
     * @param of which of several released numbers is meant; empty if there is only one
     * @param stddev the standard deviation of the noise, in units of the value
     */
    public static Expectation ofNumber(String name, Fact size, String of, ToDoubleFunction<AdditiveNoise> stddev) {
        return new Expectation(
                name,
                List.of(size),
                (expected, noise) ->
                        List.of(new ExpectedError.Deviation(of, stddev.applyAsDouble(noise), expected.of(SIZE))));
    }

    /**
     * Returns the expectation for one of several released numbers, each of which is at least 0.
     *
     * @param name the name of the released value
     * @param of which of several released numbers is meant
     * @param stddev the standard deviation of the noise, in units of the value
     */
    public static Expectation ofNumber(String name, String of, ToDoubleFunction<AdditiveNoise> stddev) {
        return ofNumber(name, Fact.OF_0_AND_ABOVE, of, stddev);
    }

    /**
     * Returns the expectation for a value whose error cannot be computed beforehand.
     *
     * @param name the name of the released value
     * @param why the reason, in words
     */
    public static Expectation none(String name, String why) {
        return new Expectation(
                name, List.of(Fact.OF_ANY_SIGN.ifKnown()), (expected, noise) -> List.of(new ExpectedError.None(why)));
    }
}
