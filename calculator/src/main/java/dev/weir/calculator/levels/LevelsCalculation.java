package dev.weir.calculator.levels;

import dev.weir.accountant.levels.LevelShape;
import dev.weir.accountant.levels.plan.Contributions;
import dev.weir.accountant.levels.plan.Favour;
import dev.weir.accountant.levels.plan.LevelErrors;
import dev.weir.accountant.levels.plan.LevelPlan;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** The calculation {@code levels}: how a share is divided among levels, and how exact each of them is. */
public final class LevelsCalculation {

    private static final Option<String> LAW = Option.choice("law", "of the noise", "laplace", "gaussian");
    private static final Option<Ratio> SHARE = Option.of(
                    "share", Kind.RATIO, "of the unit's budget, in the currency of the noise")
            .or(Ratio.ONE);
    private static final Option<Long> CONTRIBUTIONS = Option.whole(
                    "contributions", "n: how many full-size records of a unit fit")
            .in(Range.between(1, Integer.MAX_VALUE))
            .or(1L);
    private static final Option<Long> PER_WINDOW = Option.whole(
                    "per_window", "K: how many of them share a window at most; n if not given")
            .in(Range.atLeast(1))
            .held("per-window");
    private static final Option<Long> FULL_SIZE = Option.whole(
                    "full_size", "c: the most that a record adds, in grid steps")
            .in(Range.atLeast(1))
            .or(1L)
            .held("full size");
    private static final Option<String> FAVOUR = Option.choice(
                    "favour", "where errors are made small", "levels", "rows", "equal")
            .or("levels");
    private static final Option<List<Integer>> WEIGHTS = Option.of(
            "weights",
            new Kind<>("whole numbers separated by blanks", LevelsCalculation::weights),
            "weights of the levels, each from 0 to 2^20, instead of the best ones");

    private static final List<String> ALWAYS = List.of("nodes", "worst", "weights", "rms", "rms_equal");
    private static final List<String> WITH_WEIGHTS =
            List.of("quota", "prices", "scales", "draw_std", "estimate_std", "published_std");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named("levels", "How a share is divided among levels that add up, and how exact each of them is.")
                    .with(
                            ShapeOptions.TREE,
                            ShapeOptions.CUBE,
                            ShapeOptions.SETS_OF_CUBE,
                            LAW,
                            SHARE,
                            CONTRIBUTIONS,
                            PER_WINDOW,
                            FULL_SIZE,
                            FAVOUR,
                            WEIGHTS)
                    .answering(given -> Stream.of(ALWAYS, given.contains(WEIGHTS) ? WITH_WEIGHTS : List.<String>of())
                            .flatMap(List::stream)
                            .toList())
                    .example("--tree \"6 8 10\" --law gaussian --share 1/2 --contributions 6"),
            LevelsCalculation::answer);

    private LevelsCalculation() {}

    private static Answer answer(Arguments arguments) {
        LevelShape shape = ShapeOptions.shape(arguments);
        LevelPlan.Terms terms = terms(arguments);
        Favour favour = Favour.valueOf(arguments.get(FAVOUR).toUpperCase(Locale.ROOT));
        LevelPlan equal = LevelPlan.solved(shape, terms, Favour.EQUAL);
        LevelPlan plan = arguments
                .find(WEIGHTS)
                .map(weights -> given(shape, terms, weights))
                .orElseGet(() -> LevelPlan.solved(shape, terms, favour));
        Answer answer = new Answer()
                .with("nodes", LevelText.byLevel(shape, shape::nodes))
                .with("worst", LevelText.byLevel(shape, plan.worst()::get))
                .with("weights", LevelText.byLevel(shape, plan.weights()::get))
                .with("rms", LevelErrors.rms(plan, favour))
                .with("rms_equal", LevelErrors.rms(equal, favour));
        return arguments.has(WEIGHTS) ? withWeights(answer, plan) : answer;
    }

    private static LevelPlan.Terms terms(Arguments arguments) {
        Norm norm = arguments.get(LAW).equals("laplace") ? Norm.L1 : Norm.SQUARED_L2;
        long contributions = arguments.get(CONTRIBUTIONS);
        return new LevelPlan.Terms(
                norm,
                arguments.get(SHARE),
                norm.size(arguments.get(FULL_SIZE)),
                new Contributions(contributions, arguments.find(PER_WINDOW).orElse(contributions)));
    }

    private static List<Integer> weights(String text) {
        return Arrays.stream(ShapeOptions.wholes(text)).boxed().toList();
    }

    private static LevelPlan given(LevelShape shape, LevelPlan.Terms terms, List<Integer> weights) {
        return new LevelPlan(shape, terms.norm(), terms.share(), terms.fullSize(), terms.contributions(), weights);
    }

    private static Answer withWeights(Answer answer, LevelPlan plan) {
        LevelShape shape = plan.shape();
        double[] drawn = LevelErrors.drawn(plan);
        return answer.with("quota", plan.quota().toString())
                .with("prices", LevelText.byLevel(shape, level -> plan.isMeasured(level) ? plan.price(level) : 0))
                .with("scales", LevelText.byLevel(shape, level -> plan.isMeasured(level) ? plan.scale(level) : "-"))
                .with(
                        "draw_std",
                        LevelText.byLevel(shape, level -> plan.isMeasured(level) ? Math.sqrt(drawn[level]) : "-"))
                .with("estimate_std", LevelText.deviations(shape, LevelErrors.estimated(plan)))
                .with("published_std", LevelText.deviations(shape, LevelErrors.published(plan)));
    }
}
