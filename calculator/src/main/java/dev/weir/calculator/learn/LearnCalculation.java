package dev.weir.calculator.learn;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The calculation {@code learn}: the sensitivity and the noise of what a model is learnt from, for a budget. */
public final class LearnCalculation {

    private static final List<LearnKind> KINDS =
            List.of(MomentKind.KIND, PrefixKind.KIND, MinimiserKind.KIND, GradientKind.KIND);

    private static final Option<String> KIND = Option.choice(
            "kind", "", KINDS.stream().flatMap(kind -> kind.names().stream()).toArray(String[]::new));

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "learn",
                            "The noise that a budget affords for learning, in units of the scaled values: second moments of d"
                                    + " features and a label, a model at each step (ftrl), a minimiser with noise"
                                    + " (output-perturbation), or steps along noisy gradients (noisy-gradient).")
                    .with(Stream.concat(
                                    Stream.of(KIND),
                                    KINDS.stream()
                                            .flatMap(kind -> kind.options().stream())
                                            .distinct())
                            .toArray(Option<?>[]::new))
                    .answering(LearnCalculation::columns)
                    .example(
                            "--kind moments --features 6 --radius 1 --label-bound 1 --contributions 3 --epsilon 1 --delta 1e-6"),
            LearnCalculation::answer);

    private LearnCalculation() {}

    /** The columns of the ways to learn that the given options belong to; of all ways if they belong to none. */
    private static List<String> columns(Set<Option<?>> given) {
        List<LearnKind> asked =
                KINDS.stream().filter(kind -> kind.isAsked(given)).toList();
        return (asked.isEmpty() ? KINDS : asked)
                .stream().flatMap(kind -> kind.columns().stream()).toList();
    }

    private static Answer answer(Arguments arguments) {
        String name = arguments.get(KIND);
        return KINDS.stream()
                .filter(kind -> kind.names().contains(name))
                .findFirst()
                .orElseThrow()
                .formula()
                .apply(arguments);
    }
}
