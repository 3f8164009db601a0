package dev.weir.calculator.series;

import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.WindowDesign;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.List;
import java.util.stream.Stream;

/**
 * The calculation {@code sliding}: the error of windows that slide by one pane, over a series of any length, with
 * Gaussian noise of multiplier 1.
 */
public final class SlidingCalculation {

    private static final Option<Long> WINDOW =
            SeriesColumns.count("window", "how many panes it has", 1).held("panes");
    private static final Option<Integer> BUFFERS =
            Option.small("buffers", "1 to 10; the fewest within a tenth of the best if not given");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "sliding",
                            "How accurate sliding windows are, a unit adding at most 1 once: Gaussian noise of multiplier 1 (mu 1,"
                                    + " rho 1/2), drawn once for each pane.")
                    .with(WINDOW, BUFFERS)
                    .answering(given -> Stream.of(
                                    List.of("std", "sensitivity"), SeriesColumns.BLT, List.of("independent_std"))
                            .flatMap(List::stream)
                            .toList())
                    .example("--window 24"),
            SlidingCalculation::answer);

    private SlidingCalculation() {}

    private static Answer answer(Arguments arguments) {
        WindowDesign design = new WindowDesign(arguments.get(WINDOW));
        Blt blt = SeriesColumns.optimized(design, arguments.find(BUFFERS));
        Answer answer = new Answer()
                .with("std", design.error(blt))
                .with("sensitivity", Math.sqrt(design.sensitivitySquared(blt)));
        return SeriesColumns.parameters(blt, answer).with("independent_std", Math.sqrt((double) design.panes()));
    }
}
