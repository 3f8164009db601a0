package dev.weir.calculator.draw;

import dev.weir.accountant.selection.Draw;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;

/** Mechanisms that draw, as an option says them. */
final class Draws {

    /** How a candidate is drawn. */
    static final Option<String> MECHANISM = Option.choice("mechanism", "", "permute-and-flip", "exponential");

    private Draws() {}

    static Draw draw(Arguments arguments) {
        return arguments.get(MECHANISM).equals("exponential") ? Draw.EXPONENTIAL : Draw.PERMUTE_AND_FLIP;
    }
}
