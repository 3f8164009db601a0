package dev.weir.jobs.explain;

import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.aggregate.expect.Expectation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads the expectations in one option {@code --expect}, which has one of three forms:
 * <ul>
 *   <li>{@code NAME=SIZE};
 *   <li>{@code NAME=SIZE@NUMBER}, where the number is the second fact of the value's {@link Expectation};
 *   <li>{@code NAME.FACT=NUMBER}.
 * </ul>
 *
 * <p>{@code QUERY.NAME} may replace {@code NAME}, and selects the value of one query. If several queries release a value of
 * this name, {@code NAME} alone means the values of all these queries, and each value takes the facts that it needs.
 */
final class ExpectOption {

    private static final String OPTION = "--expect ";

    private final String left;
    private final String right;
    private final List<AskedValue> known;

    private ExpectOption(String left, String right, List<AskedValue> known) {
        this.left = left;
        this.right = right;
        this.known = known;
    }

    /**
     * Gives the facts of an option to the values that the option names.
     *
     * @param option the text after {@code --expect}
     * @param known the values of a pipeline
     * @return the values that the option names
     * @throws IllegalArgumentException if the option has another form, names no known value, or has a number that every
     *     value named by it refuses
     */
    static Named read(String option, List<AskedValue> known) {
        int equals = option.lastIndexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException(
                    OPTION + option + ": must be NAME=SIZE, NAME=SIZE@NUMBER or NAME.FACT=NUMBER");
        }
        return new ExpectOption(option.substring(0, equals), option.substring(equals + 1), known).read();
    }

    /**
     * The values that an option names.
     *
     * @param name the name in the option, without a fact
     * @param values the values of that name, at least one
     */
    record Named(String name, List<AskedValue> values) {

        Named {
            values = List.copyOf(values);
        }

        /**
         * Refuses the option if no error can be computed for any of its values.
         *
         * @throws IllegalArgumentException if every value lacks a fact that its error needs, or has one that breaks a
         *     rule
         */
        void requireAnswer() {
            if (values.stream().allMatch(value -> value.problem().isPresent())) {
                throw new IllegalArgumentException(OPTION + name + ": " + joined(values, AskedValue::problem));
            }
        }
    }

    /**
     * Reads the text before the equals sign. This text is tried first as the name of a value, then as {@code NAME.FACT}, and
     * last as {@code QUERY.NAME}. The name of a query therefore never changes the meaning of the shorter forms.
     */
    private Named read() {
        int dot = left.lastIndexOf('.');
        String before = dot < 0 ? left : left.substring(0, dot);
        String fact = left.substring(dot + 1);
        List<AskedValue> ofFact = dot < 0 ? List.of() : where(value -> value.isCalled(before));
        List<AskedValue> named = where(value -> value.name().equals(left));
        if (named.isEmpty() && ofFact.stream().noneMatch(value -> value.takes(fact))) {
            named = where(value -> value.fullName().equals(left));
        }
        if (!named.isEmpty()) {
            return sizes(named);
        }
        if (ofFact.isEmpty()) {
            throw unknown(before);
        }
        return fact(before, ofFact, fact);
    }

    private List<AskedValue> where(Predicate<AskedValue> test) {
        return known.stream().filter(test).toList();
    }

    private IllegalArgumentException unknown(String before) {
        Set<String> names = known.stream().map(AskedValue::name).collect(Collectors.toCollection(TreeSet::new));
        boolean hasQuery = names.contains(left.substring(left.lastIndexOf('.') + 1))
                || known.stream().anyMatch(value -> value.query().equals(before));
        String near = Nearest.of(before, names);
        return new IllegalArgumentException(OPTION + (hasQuery ? left : before) + ": must be a value that is released: "
                + String.join(", ", names) + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
    }

    private Named sizes(List<AskedValue> named) {
        int at = right.indexOf('@');
        List<AskedValue> two =
                named.stream().filter(value -> value.facts().size() > 1).toList();
        if (at >= 0 && two.isEmpty()) {
            throw new IllegalArgumentException(OPTION + left + ": must be SIZE alone, was " + right);
        }
        put(left, named, value -> value.facts().get(0).name(), at < 0 ? right : right.substring(0, at));
        if (at >= 0) {
            put(left, two, value -> value.facts().get(1).name(), right.substring(at + 1));
        }
        return new Named(left, named);
    }

    private Named fact(String name, List<AskedValue> named, String fact) {
        List<AskedValue> taking =
                named.stream().filter(value -> value.takes(fact)).toList();
        if (taking.isEmpty()) {
            Set<String> names = new TreeSet<>(Set.of(AskedValue.STEP));
            named.forEach(value -> value.facts().forEach(known -> names.add(known.name())));
            throw new IllegalArgumentException(
                    OPTION + name + "." + fact + ": must be one of " + String.join(", ", names));
        }
        put(name, taking, value -> fact, right);
        return new Named(name, taking);
    }

    /** Gives a number to each value as one of its facts. Refuses a number that no value accepts. */
    private static void put(String name, List<AskedValue> values, Function<AskedValue, String> fact, String text) {
        String first = fact.apply(values.get(0));
        boolean isSize = first.equals(Expectation.SIZE)
                || !values.stream().allMatch(value -> fact.apply(value).equals(first));
        String subject = OPTION + name + (isSize ? "" : "." + first);
        double number = number(subject, text);
        Function<AskedValue, Optional<String>> broken = value -> value.brokenBy(fact.apply(value), number);
        if (values.stream().allMatch(value -> broken.apply(value).isPresent())) {
            throw new IllegalArgumentException(subject + ": " + joined(values, broken));
        }
        values.forEach(value -> value.put(fact.apply(value), number));
    }

    /**
     * Joins the rules that the values break: the rule alone for one value, or each rule after the name of its query for
     * several.
     */
    private static String joined(List<AskedValue> values, Function<AskedValue, Optional<String>> rule) {
        return values.stream()
                .map(value -> (values.size() == 1 ? "" : value.query() + ": ")
                        + rule.apply(value).orElse(""))
                .collect(Collectors.joining("; "));
    }

    private static double number(String name, String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": must be a number, was " + text, e);
        }
    }
}
