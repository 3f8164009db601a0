package dev.weir.calculator.question;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.Recipe;
import dev.weir.accountant.privacy.InvalidParameter;
import java.math.BigDecimal;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The options of one question, as text. Each is parsed and checked when a calculation asks for it. */
final class Arguments {

    private final Map<String, String> given;
    private final Set<String> asked = new LinkedHashSet<>();

    /** Options by name, with underscores; an empty value is none. */
    Arguments(Map<String, String> given) {
        this.given = given;
    }

    boolean has(String name) {
        asked.add(name);
        return !given.getOrDefault(name, "").isBlank();
    }

    String text(String name) {
        if (!has(name)) {
            throw InvalidOption.missing(name);
        }
        return given.getOrDefault(name, "").strip();
    }

    /** One of {@code choices}; underscores may stand for dashes. */
    String choice(String name, List<String> choices) {
        String choice = text(name).toLowerCase(Locale.ROOT).replace('_', '-');
        if (!choices.contains(choice)) {
            throw new InvalidOption(name, "must be one of " + String.join(", ", choices) + ", was " + text(name));
        }
        return choice;
    }

    double number(String name) {
        try {
            return Double.parseDouble(text(name));
        } catch (NumberFormatException e) {
            throw new InvalidOption(name, "must be a number, was " + text(name));
        }
    }

    double numberOr(String name, double otherwise) {
        return has(name) ? number(name) : otherwise;
    }

    /** A number of a closed range. */
    double between(double low, double high, String name) {
        double number = number(name);
        if (!(number >= low && number <= high)) {
            throw new InvalidOption(name, "must be between " + low + " and " + high + ", was " + text(name));
        }
        return number;
    }

    /** A finite number above 0. */
    double positive(String name) {
        double number = number(name);
        if (!(number > 0 && number < Double.POSITIVE_INFINITY)) {
            throw new InvalidOption(name, "must be a number above 0, was " + text(name));
        }
        return number;
    }

    /** A finite number of at least 0. */
    double notNegative(String name) {
        double number = number(name);
        if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
            throw new InvalidOption(name, "must be a number of at least 0, was " + text(name));
        }
        return number;
    }

    /** A whole number, also written as {@code 1e6} or {@code 12.0}. */
    long whole(String name) {
        try {
            return new BigDecimal(text(name)).longValueExact();
        } catch (NumberFormatException e) {
            throw new InvalidOption(name, "must be a whole number, was " + text(name));
        } catch (ArithmeticException e) {
            throw new InvalidOption(name, "must be a whole number of at most 18 digits, was " + text(name));
        }
    }

    long wholeOr(String name, long otherwise) {
        return has(name) ? whole(name) : otherwise;
    }

    /** A whole number that fits 32 bits. */
    int small(String name) {
        long value = whole(name);
        if (value != (int) value) {
            throw new InvalidOption(name, "must be between -2^31 and 2^31 - 1, was " + value);
        }
        return (int) value;
    }

    /** What the plan of a recipe costs. */
    ComposedLoss plan(String name) {
        String recipe = text(name);
        try {
            return ComposedLoss.of(Recipe.parse(recipe));
        } catch (InvalidParameter e) {
            throw new InvalidOption(name, e.getMessage());
        } catch (ArithmeticException e) {
            throw new InvalidOption(name, "must run fewer than 2^63 mechanisms, was " + recipe);
        }
    }

    /** The first option that was given and that the answer did not depend on, or an empty text. */
    String unused() {
        return given.keySet().stream()
                .filter(name -> !asked.contains(name))
                .findFirst()
                .orElse("");
    }
}
