package dev.weir.operators.aggregate.expect;

import dev.weir.accountant.mechanism.AdditiveNoise;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What must be expected of one released value before its error can be said, and what the error then is. It is computed of configuration
 * and of what somebody expects, never of data.
 *
 * @param name the name of the released value
 * @param facts what may be expected: first what {@code NAME=SIZE} gives, then what {@code @} gives, then the rest
 * @param rule says the errors
 */
public record Expectation(String name, List<Fact> facts, Rule rule) {

    /** The value itself, or the count, length or number of votes that its noise is compared with. */
    public static final String SIZE = "size";

    /** How many records a window of one key has. */
    public static final String RECORDS = "records";

    /** The sum below a ratio. */
    public static final String DENOMINATOR = "denominator";

    /** The clamp that is learnt. */
    public static final String CLAMP = "clamp";

    /** The mean beside a variance. */
    public static final String MEAN = "mean";

    public Expectation {
        facts = List.copyOf(facts);
    }

    /**
     * Something that may be expected.
     *
     * @param name one word
     * @param words what it is, to begin a sentence with
     * @param low the least that it may be
     * @param high the most that it may be
     * @param isNeeded whether there is no error without it
     */
    public record Fact(String name, String words, double low, double high, boolean isNeeded) {

        /** What a value is, of 0 and above. */
        public static final Fact OF_0_AND_ABOVE = new Fact(SIZE, "its size", 0, Double.MAX_VALUE, true);

        /** What a value is, of any sign. */
        public static final Fact OF_ANY_SIGN = new Fact(SIZE, "its size", -Double.MAX_VALUE, Double.MAX_VALUE, true);

        /** How many records there are. */
        public static final Fact RECORDS =
                new Fact(Expectation.RECORDS, "how many records a window of one key has", 1, Double.MAX_VALUE, true);

        /** A value between two bounds. */
        public static Fact between(double low, double high) {
            return new Fact(SIZE, "its size", low, high, true);
        }

        /** This fact, of which an error can be said without it. */
        public Fact ifKnown() {
            return new Fact(name, words, low, high, false);
        }

        /**
         * The rule that a number breaks, or nothing: it must lie between the bounds. 0 is no size that a count, or anything else that
         * begins at 0 and has no end, is compared with.
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

    /** Computes errors of what is expected. */
    @FunctionalInterface
    public interface Rule {

        /**
         * The errors of a value.
         *
         * @param expected holds all facts that are needed
         * @param noise the noise of the aggregate, or a law with the deviation that it has at a step
         * @return at least one
         */
        List<ExpectedError> errors(Given expected, AdditiveNoise noise);
    }

    /**
     * What is expected of one value.
     *
     * @param facts by their names
     */
    public record Given(Map<String, Double> facts) {

        public Given {
            facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
        }

        /**
         * One of them.
         *
         * @throws IllegalArgumentException if it is not given
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
     * A number whose noise does not depend on what is released.
     *
     * @param size what is expected of it
     * @param of which number of several; empty if there is one
     * @param stddev the standard deviation of the noise, in units of the value
     */
    public static Expectation ofNumber(String name, Fact size, String of, ToDoubleFunction<AdditiveNoise> stddev) {
        return new Expectation(
                name,
                List.of(size),
                (expected, noise) ->
                        List.of(new ExpectedError.Deviation(of, stddev.applyAsDouble(noise), expected.of(SIZE))));
    }

    /** The expectation of a number of 0 and above, one of several. */
    public static Expectation ofNumber(String name, String of, ToDoubleFunction<AdditiveNoise> stddev) {
        return ofNumber(name, Fact.OF_0_AND_ABOVE, of, stddev);
    }

    /** A value of which nothing can be said beforehand. */
    public static Expectation none(String name, String why) {
        return new Expectation(
                name, List.of(Fact.OF_ANY_SIGN.ifKnown()), (expected, noise) -> List.of(new ExpectedError.None(why)));
    }
}
