package dev.weir.calculator.question;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The only declaration of an option of a question. The help, the reading of the option's text, the refusal of values
 * and the matching of columns in a file all use it.
 *
 * @param <T> the type of the value
 * @param names the accepted names, with underscores: first the main name, then others, most of them names of columns of
 * files
 * @param kind the kind, which reads the option's text
 * @param range the range of the value, if it is a number
 * @param otherwise the default; empty if the option must be given or is not required
 * @param sentence the description in a few words
 * @param parameters the names of the accountant's parameters that take the option's value, as far as they differ from
 * the names of the option
 */
public record Option<T>(
        List<String> names,
        Kind<T> kind,
        Range range,
        Optional<T> otherwise,
        String sentence,
        List<String> parameters) {

    /**
     * Creates an option of a kind, without a range and without a default.
     *
     * @param <T> the type of the value
     * @param name the name, with underscores
     * @param kind the kind, which reads the option's text
     * @param sentence the description in a few words
     */
    public static <T> Option<T> of(String name, Kind<T> kind, String sentence) {
        return new Option<>(List.of(name), kind, Range.ANY, Optional.empty(), sentence, List.of());
    }

    /**
     * Creates an option that is a number.
     *
     * @param name the name, with underscores
     * @param sentence the description in a few words
     */
    public static Option<Double> number(String name, String sentence) {
        return of(name, Kind.NUMBER, sentence);
    }

    /**
     * Creates an option that is a whole number.
     *
     * @param name the name, with underscores
     * @param sentence the description in a few words
     */
    public static Option<Long> whole(String name, String sentence) {
        return of(name, Kind.WHOLE, sentence);
    }

    /**
     * Creates an option that is a whole number of 32 bits.
     *
     * @param name the name, with underscores
     * @param sentence the description in a few words
     */
    public static Option<Integer> small(String name, String sentence) {
        return of(name, Kind.SMALL, sentence);
    }

    /**
     * Creates an option that is one of several words.
     *
     * @param name the name, with underscores
     * @param sentence the description in a few words; empty if the choices are clear without one
     * @param choices the words, in lower case and with hyphens
     */
    public static Option<String> choice(String name, String sentence, String... choices) {
        return of(name, Kind.choice(List.of(choices)), sentence);
    }

    /**
     * Creates an option that has no value on the command line.
     *
     * @param name the name, with underscores
     * @param sentence the description in a few words
     */
    public static Option<Boolean> flag(String name, String sentence) {
        return of(name, Kind.FLAG, sentence);
    }

    /** Whether the option has no value on the command line. */
    public boolean isFlag() {
        return kind.equals(Kind.FLAG);
    }

    /**
     * This option with another name that is accepted too.
     *
     * @param name the other name, with underscores
     */
    public Option<T> alias(String name) {
        return new Option<>(and(names, name), kind, range, otherwise, sentence, parameters);
    }

    /**
     * This option with a range for its value.
     *
     * @param other the range
     */
    public Option<T> in(Range other) {
        return new Option<>(names, kind, other, otherwise, sentence, parameters);
    }

    /**
     * This option with a default.
     *
     * @param value the default
     */
    public Option<T> or(T value) {
        return new Option<>(names, kind, range, Optional.of(value), sentence, parameters);
    }

    /**
     * This option with the name of a parameter of the accountant that takes its value.
     *
     * @param parameter the name of the parameter
     */
    public Option<T> held(String parameter) {
        return new Option<>(names, kind, range, otherwise, sentence, and(parameters, parameter));
    }

    private static List<String> and(List<String> names, String name) {
        List<String> more = new ArrayList<>(names);
        more.add(name);
        return List.copyOf(more);
    }

    /** The main name, with underscores. */
    public String name() {
        return names.get(0);
    }

    /** The text for the help: the description, the choices or range, and the default. */
    public String description() {
        List<String> parts = new ArrayList<>(List.of(sentence, range.words()));
        if (kind.rule().startsWith("one of")) {
            parts.add(kind.rule());
        }
        parts.removeIf(String::isEmpty);
        return String.join(", ", parts)
                + otherwise
                        .map(value -> "; " + printed(value) + " if not given")
                        .orElse("");
    }

    private static String printed(Object value) {
        return value instanceof Number
                ? new BigDecimal(value.toString()).stripTrailingZeros().toPlainString()
                : value.toString();
    }

    /**
     * Creates the exception that refuses a value.
     *
     * @param complaint the complaint about the value: {@code must be range, was value}
     */
    public InvalidOption invalid(String complaint) {
        return new InvalidOption(name(), complaint);
    }

    /** Reads a text and checks the value. */
    T read(String text) {
        T value = kind.read(name(), text);
        range.require(name(), value, text);
        return value;
    }

    /** Whether the accountant's parameter with a name takes the value of this option. */
    boolean holds(String parameter) {
        return names.contains(parameter) || parameters.contains(parameter);
    }
}
