package dev.weir.calculator.loss;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import java.util.List;
import java.util.Set;

/** The R&eacute;nyi divergence of a plan at an order. */
final class RdpCalculation extends Calculation {

    RdpCalculation() {
        super(
                "rdp",
                "The Renyi divergence of a plan of releases at an order.",
                Option.of("recipe", "the plan: mechanism(parameter=value,...)*count, joined by +"),
                Option.of("order", "above 1"));
    }

    @Override
    String example() {
        return "--recipe \"subgauss(sigma=1.1,q=0.01)*1000\" --order 16";
    }

    @Override
    List<String> columns(Set<String> given) {
        return List.of("rdp");
    }

    @Override
    Answer answer(Arguments arguments) {
        return new Answer().with("rdp", arguments.plan("recipe").renyi(arguments.number("order")));
    }
}
