package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;

/** The calculation {@code rdp}: the R&eacute;nyi divergence of a plan at an order. */
public final class RdpCalculation {

    private static final Option<Double> ORDER = Option.number("order", "above 1");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("rdp", "The Renyi divergence of a plan of releases at an order.")
                    .with(Plans.RECIPE, ORDER)
                    .answering("rdp")
                    .example("--recipe \"subgauss(sigma=1.1,q=0.01)*1000\" --order 16"),
            asked -> new Answer().with("rdp", asked.get(Plans.RECIPE).renyi(asked.get(ORDER))));

    private RdpCalculation() {}
}
