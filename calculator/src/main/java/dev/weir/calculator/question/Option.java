package dev.weir.calculator.question;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An option of a question, declared once: its help, how its text is read, which values are refused and which columns of a file are
 * this option come from here.
 *
 * @param <T> what its text is read as
 * @param names with underscores: the name that people use, then other names, mostly of columns of files; all are taken
 * @param kind how its text is read
 * @param range the range of its numbers
 * @param otherwise its value if it is not given; empty where it must be given, or a formula does without
 * @param sentence what it is, in a few words
 * @param parameters what the accountant calls the parameters that hold its value, where not by one of the names
 */
public record Option<T>(
        List<String> names,
        Kind<T> kind,
        Range range,
        Optional<T> otherwise,
        String sentence,
        List<String> parameters) {

    /**
     * An option of any numbers or words of a kind, without a value if it is not given.
     *
     * @param <T> what its text is read as
     * @param name its name, with underscores
     * @param kind how its text is read
     * @param sentence what it is, in a few words
     */
    public static <T> Option<T> of(String name, Kind<T> kind, String sentence) {
        return new Option<>(List.of(name), kind, Range.ANY, Optional.empty(), sentence, List.of());
    }

    /**
     * An option that is a number.
     *
     * @param name its name, with underscores
     * @param sentence what it is, in a few words
     */
    public static Option<Double> number(String name, String sentence) {
        return of(name, Kind.NUMBER, sentence);
    }

    /**
     * An option that is a whole number.
     *
     * @param name its name, with underscores
     * @param sentence what it is, in a few words
     */
    public static Option<Long> whole(String name, String sentence) {
        return of(name, Kind.WHOLE, sentence);
    }

    /**
     * An option that is a whole number of 32 bits.
     *
     * @param name its name, with underscores
     * @param sentence what it is, in a few words
     */
    public static Option<Integer> small(String name, String sentence) {
        return of(name, Kind.SMALL, sentence);
    }

    /**
     * An option that is one of some words.
     *
     * @param name its name, with underscores
     * @param sentence what it is, in a few words; empty where the choices say it
     * @param choices the words, in lower case and with hyphens
     */
    public static Option<String> choice(String name, String sentence, String... choices) {
        return of(name, Kind.choice(List.of(choices)), sentence);
    }

    /**
     * This option, which also goes by another name.
     *
     * @param name the other name, with underscores
     */
    public Option<T> alias(String name) {
        return new Option<>(and(names, name), kind, range, otherwise, sentence, parameters);
    }

    /**
     * This option, whose numbers are in a range.
     *
     * @param other the range
     */
    public Option<T> in(Range other) {
        return new Option<>(names, kind, other, otherwise, sentence, parameters);
    }

    /**
     * This option, which has a value also if it is not given.
     *
     * @param value the value
     */
    public Option<T> or(T value) {
        return new Option<>(names, kind, range, Optional.of(value), sentence, parameters);
    }

    /**
     * This option, whose value the accountant knows as a parameter of another name.
     *
     * @param parameter the name that the accountant uses
     */
    public Option<T> held(String parameter) {
        return new Option<>(names, kind, range, otherwise, sentence, and(parameters, parameter));
    }

    private static List<String> and(List<String> names, String name) {
        List<String> more = new ArrayList<>(names);
        more.add(name);
        return List.copyOf(more);
    }

    /** The name that people use, with underscores. */
    public String name() {
        return names.get(0);
    }

    /** What the option is, its choices or range, and its value if it is not given. */
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
     * The refusal of a value.
     *
     * @param complaint {@code must be range, was value}
     */
    public InvalidOption invalid(String complaint) {
        return new InvalidOption(name(), complaint);
    }

    /** Reads and checks a text. */
    T read(String text) {
        T value = kind.read(name(), text);
        range.require(name(), value, text);
        return value;
    }

    /** Whether the option's value becomes the accountant's parameter of that name. */
    boolean holds(String parameter) {
        return names.contains(parameter) || parameters.contains(parameter);
    }
}
