package dev.weir.calculator.loss;

import dev.weir.accountant.compose.ComposedLoss;
import dev.weir.accountant.compose.Recipe;
import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;

/** The option for a plan of releases, which is written as a recipe. */
final class Plans {

    /** The kind of an option that is read as a recipe, and whose value is the loss of the plan. */
    static final Kind<ComposedLoss> KIND = new Kind<>("a recipe", Plans::composed);

    static final Option<ComposedLoss> RECIPE =
            Option.of("recipe", KIND, "the plan: mechanism(parameter=value,...)*count, joined by +");

    private Plans() {}

    private static ComposedLoss composed(String recipe) {
        try {
            return ComposedLoss.of(Recipe.parse(recipe));
        } catch (InvalidParameter e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException("must run fewer than 2^63 mechanisms, was " + recipe, e);
        }
    }
}
