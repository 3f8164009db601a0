package dev.weir.calculator.draw;

import dev.weir.accountant.selection.Draw;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Option;

/** The option that names the mechanism of a draw, and the {@link Draw} that its value means. */
final class Draws {

    /** The option for the mechanism that draws a candidate. */
    static final Option<String> MECHANISM = Option.choice("mechanism", "", "permute-and-flip", "exponential");

    private Draws() {}

    static Draw draw(Arguments arguments) {
        return arguments.get(MECHANISM).equals("exponential") ? Draw.EXPONENTIAL : Draw.PERMUTE_AND_FLIP;
    }
}
