package dev.weir.calculator.question;

import dev.weir.accountant.privacy.InvalidParameter;
import java.util.List;
import java.util.Set;
import org.apache.commons.math3.exception.MathIllegalArgumentException;

/** One question that the calculator answers: {@code weir calc NAME}. */
abstract class Calculation {

    private final String name;
    private final String description;
    private final List<Option> options;

    Calculation(String name, String description, Option... options) {
        this.name = name;
        this.description = description;
        this.options = List.of(options);
    }

    final String name() {
        return name;
    }

    /** What is calculated, in a sentence. */
    final String description() {
        return description;
    }

    final List<Option> options() {
        return options;
    }

    /** The options of an example. */
    abstract String example();

    /**
     * The columns that answers may have.
     *
     * @param given the options that are given, or have a column
     */
    abstract List<String> columns(Set<String> given);

    /**
     * The answer to one question.
     *
     * @throws InvalidOption if an option is missing, or outside of a range that only this calculation has
     * @throws InvalidParameter if the accountant refuses a value
     */
    abstract Answer answer(Arguments arguments);

    /**
     * The answer to one question.
     *
     * @throws InvalidOption if an option is missing or out of range, or if the answer cannot be computed
     */
    final Answer ask(Arguments arguments) {
        try {
            return answer(arguments);
        } catch (InvalidParameter e) {
            throw invalidOption(e);
        } catch (ArithmeticException | IllegalStateException | MathIllegalArgumentException e) {
            throw new InvalidOption(options.get(0).name(), "could not be computed: " + e.getMessage());
        }
    }

    /** The option that holds a parameter of the accountant; the first option where none does. */
    private InvalidOption invalidOption(InvalidParameter parameter) {
        return options.stream()
                .filter(option -> option.holds(parameter.name()))
                .findFirst()
                .map(option -> new InvalidOption(option.name(), parameter.complaint()))
                .orElseGet(() -> new InvalidOption(options.get(0).name(), parameter.getMessage()));
    }
}
