package dev.weir.jobs.explain;

import dev.weir.jobs.spelling.Nearest;
import dev.weir.operators.aggregate.expect.Expectation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What somebody expects of released values, as the options {@code --expect} say it: {@code NAME=SIZE}, {@code NAME=SIZE@NUMBER}, where
 * the number is the second fact that the value's {@link Expectation} asks for, and {@code NAME.FACT=NUMBER}.
 */
final class ExpectOption {

    /** The step of a series at which errors are asked for. */
    static final String STEP = "step";

    private static final String OPTION = "--expect ";

    private final Map<String, Expectation> known;
    private final Map<String, Map<String, Double>> expected = new LinkedHashMap<>();

    private ExpectOption(Map<String, Expectation> known) {
        this.known = known;
    }

    /**
     * What is expected of each value.
     *
     * @param options what followed each {@code --expect}
     * @param known what may be expected of the values of a pipeline, by their names
     * @return by the names of values, then of facts
     * @throws IllegalArgumentException if an option is not as described
     */
    static Map<String, Map<String, Double>> read(List<String> options, Collection<Expectation> known) {
        Map<String, Expectation> byName = new TreeMap<>();
        known.forEach(expectation -> byName.put(expectation.name(), expectation));
        ExpectOption reader = new ExpectOption(byName);
        options.forEach(reader::read);
        return reader.expected;
    }

    private void read(String option) {
        int equals = option.lastIndexOf('=');
        if (equals < 0) {
            throw new IllegalArgumentException(
                    OPTION + option + ": must be NAME=SIZE, NAME=SIZE@NUMBER or NAME.FACT=NUMBER");
        }
        String left = option.substring(0, equals);
        String right = option.substring(equals + 1);
        int dot = left.lastIndexOf('.');
        if (known.containsKey(left) || dot < 0) {
            sizes(expectation(left), right);
        } else {
            put(expectation(left.substring(0, dot)), left.substring(dot + 1), right);
        }
    }

    private Expectation expectation(String name) {
        Expectation found = known.get(name);
        if (found == null) {
            String near = Nearest.of(name, known.keySet());
            throw new IllegalArgumentException(OPTION + name + ": must be a value that is released: "
                    + String.join(", ", known.keySet()) + (near.isEmpty() ? "" : "; did you mean " + near + "?"));
        }
        return found;
    }

    private void sizes(Expectation expectation, String right) {
        int at = right.indexOf('@');
        put(expectation, expectation.facts().get(0).name(), at < 0 ? right : right.substring(0, at));
        if (at >= 0 && expectation.facts().size() < 2) {
            throw new IllegalArgumentException(OPTION + expectation.name() + ": must be SIZE alone, was " + right);
        }
        if (at >= 0) {
            put(expectation, expectation.facts().get(1).name(), right.substring(at + 1));
        }
    }

    private void put(Expectation expectation, String fact, String text) {
        String name = OPTION + expectation.name() + (fact.equals(Expectation.SIZE) ? "" : "." + fact);
        double number = number(name, text);
        if (!fact.equals(STEP)) {
            fact(expectation, fact).brokenBy(number).ifPresent(rule -> {
                throw new IllegalArgumentException(name + ": " + rule);
            });
        }
        expected.computeIfAbsent(expectation.name(), absent -> new LinkedHashMap<>())
                .put(fact, number);
    }

    private static double number(String name, String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + ": must be a number, was " + text, e);
        }
    }

    private static Expectation.Fact fact(Expectation expectation, String name) {
        Set<String> names = new TreeSet<>(Set.of(STEP));
        for (Expectation.Fact fact : expectation.facts()) {
            if (fact.name().equals(name)) {
                return fact;
            }
            names.add(fact.name());
        }
        throw new IllegalArgumentException(
                OPTION + expectation.name() + "." + name + ": must be one of " + String.join(", ", names));
    }

    /**
     * Refuses what lacks something that the error depends on, in one line that says what to write.
     *
     * @throws IllegalArgumentException if it does
     */
    static void requireWhole(Expectation expectation, Map<String, Double> given) {
        List<Expectation.Fact> facts = expectation.facts();
        for (int i = 0; i < facts.size(); i++) {
            Expectation.Fact fact = facts.get(i);
            if (fact.isNeeded() && !given.containsKey(fact.name())) {
                String name = expectation.name();
                String write = i == 0
                        ? name + "=NUMBER"
                        : name + "." + fact.name() + "=NUMBER" + (i == 1 ? ", or " + name + "=SIZE@NUMBER" : "");
                throw new IllegalArgumentException(
                        OPTION + name + ": " + fact.words() + " must be said too: --expect " + write);
            }
        }
    }
}
