package dev.weir.calculator.question;

import dev.weir.accountant.privacy.InvalidParameter;
import java.util.function.Function;
import org.apache.commons.math3.exception.MathIllegalArgumentException;

/**
 * A question and the formula that answers it.
 *
 * @param question the declaration
 * @param formula computes the answer; it throws an {@link InvalidOption} to refuse a value, or leaves the refusal to
 * the accountant
 */
public record Calculation(Question question, Function<Arguments, Answer> formula) {

    /**
     * Computes the answer to one question.
     *
     * @param arguments the texts that were given for the options
     * @throws InvalidOption if an option is missing or out of range, or if the answer cannot be computed
     */
    public Answer ask(Arguments arguments) {
        try {
            return formula.apply(arguments);
        } catch (InvalidOption e) {
            throw named(e, arguments);
        } catch (InvalidParameter e) {
            throw named(invalidOption(e), arguments);
        } catch (ArithmeticException | IllegalStateException | MathIllegalArgumentException e) {
            throw first().invalid("could not be computed: " + e.getMessage());
        }
    }

    private Option<?> first() {
        return question.options().get(0);
    }

    /**
     * Turns the accountant's refusal of a parameter into the refusal of the option whose value the parameter takes, or of the first option
     * if there is no such option.
     */
    private InvalidOption invalidOption(InvalidParameter parameter) {
        for (Option<?> option : question.options()) {
            if (option.holds(parameter.name())) {
                return option.invalid(parameter.complaint());
            }
        }
        return first().invalid(String.valueOf(parameter.getMessage()));
    }

    /** The refusal with the name under which the option was given. */
    private InvalidOption named(InvalidOption refusal, Arguments arguments) {
        return question.options().stream()
                .filter(option -> option.name().equals(refusal.option()))
                .findFirst()
                .map(option -> refusal.named(arguments.spelling(option)))
                .orElse(refusal);
    }
}
