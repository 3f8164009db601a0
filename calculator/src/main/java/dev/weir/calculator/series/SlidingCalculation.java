package dev.weir.calculator.series;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.WindowDesign;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** How accurate windows are that slide pane by pane, for as long as the series lasts: Gaussian noise of multiplier 1. */
final class SlidingCalculation extends Calculation {

    SlidingCalculation() {
        super(
                "sliding",
                "How accurate sliding windows are, a unit adding at most 1 once: Gaussian noise of multiplier 1 (mu 1,"
                        + " rho 1/2), drawn once for each pane.",
                Option.of("window", "how many panes it has", "panes"),
                Option.of("buffers", "1 to 10; the fewest within a tenth of the best if not given"));
    }

    @Override
    String example() {
        return "--window 24";
    }

    @Override
    List<String> columns(Set<String> given) {
        List<String> columns = new ArrayList<>(List.of("std", "sensitivity"));
        columns.addAll(SeriesColumns.BLT);
        columns.add("independent_std");
        return List.copyOf(columns);
    }

    @Override
    Answer answer(Arguments arguments) {
        WindowDesign design = new WindowDesign(SeriesColumns.count(arguments, "window", 1));
        Blt blt = SeriesColumns.optimized(design, arguments);
        Answer answer = new Answer()
                .with("std", design.error(blt))
                .with("sensitivity", Math.sqrt(design.sensitivitySquared(blt)));
        return SeriesColumns.parameters(blt, answer).with("independent_std", Math.sqrt((double) design.panes()));
    }
}
