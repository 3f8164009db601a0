package dev.weir.calculator.question;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * The kind of an option: how its text is read.
 *
 * @param <T> the type of the value
 * @param rule the rule for the text, as words that complete a refusal: {@code must be RULE, was TEXT}
 * @param reader reads a text without blanks around it. It throws a {@link NumberFormatException} if the text violates
 *     the rule, or another {@link IllegalArgumentException} whose message is the complaint
 */
public record Kind<T>(String rule, Function<String, T> reader) {

    /** A double, including infinities and NaN. */
    public static final Kind<Double> NUMBER = new Kind<>("a number", Double::parseDouble);

    /** A whole number of up to 64 bits. It may also be written as {@code 1e6} or {@code 12.0}. */
    public static final Kind<Long> WHOLE = new Kind<>("a whole number", Kind::whole);

    /** A whole number that fits 32 bits. */
    public static final Kind<Integer> SMALL = new Kind<>("a whole number", Kind::small);

    /** An exact decimal. */
    public static final Kind<BigDecimal> DECIMAL = new Kind<>("a decimal", Kind::decimal);

    /** An exact number above 0: a decimal, or a fraction of two decimals. */
    public static final Kind<Ratio> RATIO = new Kind<>("a decimal above 0 or a fraction", Kind::ratio);

    /** A flag. On the command line it has no value; in a file every cell that is not empty, but {@code false}, sets it. */
    public static final Kind<Boolean> FLAG =
            new Kind<>("true or false", text -> !text.toLowerCase(Locale.ROOT).equals("false"));

    /** Any text. */
    public static final Kind<String> TEXT = new Kind<>("a text", text -> text);

    /** Numbers with blanks between them. */
    public static final Kind<double[]> NUMBERS =
            new Kind<>("numbers separated by blanks", text -> Arrays.stream(text.split("\\s+"))
                    .mapToDouble(Double::parseDouble)
                    .toArray());

    /** Whole numbers with blanks between them. */
    public static final Kind<long[]> WHOLES = new Kind<>(
            "whole numbers separated by blanks",
            text -> Arrays.stream(text.split("\\s+")).mapToLong(Long::parseLong).toArray());

    private static final int MOST_DIGITS = 400;

    /**
     * One of several words. Case does not matter, and underscores are accepted in place of dashes.
     *
     * @param choices the words, in lower case and with dashes
     */
    static Kind<String> choice(List<String> choices) {
        return new Kind<>("one of " + String.join(", ", choices), text -> {
            String choice = text.toLowerCase(Locale.ROOT).replace('_', '-');
            if (!choices.contains(choice)) {
                throw new NumberFormatException(choice);
            }
            return choice;
        });
    }

    /** Reads the text that was given for an option. */
    T read(String option, String text) {
        try {
            return reader.apply(text);
        } catch (NumberFormatException e) {
            throw new InvalidOption(option, "must be " + rule + ", was " + text);
        } catch (InvalidParameter e) {
            throw new InvalidOption(option, e.complaint());
        } catch (IllegalArgumentException e) {
            throw new InvalidOption(option, String.valueOf(e.getMessage()));
        }
    }

    private static long whole(String text) {
        BigDecimal number = new BigDecimal(text);
        try {
            return number.longValueExact();
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("must be a whole number of at most 18 digits, was " + text, e);
        }
    }

    private static int small(String text) {
        long value = whole(text);
        if (value != (int) value) {
            throw new IllegalArgumentException("must be between -2^31 and 2^31 - 1, was " + value);
        }
        return (int) value;
    }

    private static Ratio ratio(String text) {
        int slash = text.indexOf('/');
        try {
            return slash < 0
                    ? Ratio.of(decimal(text))
                    : Ratio.of(decimal(text.substring(0, slash)))
                            .dividedBy(Ratio.of(decimal(text.substring(slash + 1))));
        } catch (InvalidParameter e) {
            throw new NumberFormatException(e.getMessage());
        }
    }

    /** Reads a decimal, and refuses one with so many digits that arithmetic would be slow. */
    private static BigDecimal decimal(String text) {
        BigDecimal value = new BigDecimal(text);
        if (value.precision() > MOST_DIGITS || Math.abs((long) value.scale()) > MOST_DIGITS) {
            throw new NumberFormatException("too many digits");
        }
        return value;
    }
}
