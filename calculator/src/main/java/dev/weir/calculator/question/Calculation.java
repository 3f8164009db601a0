package dev.weir.calculator.question;

import dev.weir.accountant.privacy.InvalidParameter;
import java.util.function.Function;
import org.apache.commons.math3.exception.MathIllegalArgumentException;

/**
 * A question and what answers it.
 *
 * @param question the declaration
 * @param formula makes the answer; it may refuse with an {@link InvalidOption}, or let the accountant refuse a value
 */
public record Calculation(Question question, Function<Arguments, Answer> formula) {

    /**
     * The answer to one question.
     *
     * @param arguments what its options were given
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

    /** The refusal of the option that holds a parameter of the accountant; of the first option where none does. */
    private InvalidOption invalidOption(InvalidParameter parameter) {
        for (Option<?> option : question.options()) {
            if (option.holds(parameter.name())) {
                return option.invalid(parameter.complaint());
            }
        }
        return first().invalid(String.valueOf(parameter.getMessage()));
    }

    /** A refusal of an option under the name by which it was given. */
    private InvalidOption named(InvalidOption refusal, Arguments arguments) {
        return question.options().stream()
                .filter(option -> option.name().equals(refusal.option()))
                .findFirst()
                .map(option -> refusal.named(arguments.spelling(option)))
                .orElse(refusal);
    }
}
