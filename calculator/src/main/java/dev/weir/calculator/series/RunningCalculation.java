package dev.weir.calculator.series;

import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.plan.SeriesAccuracy;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The calculation {@code running}: the errors of running totals for contributions of size 1, with Gaussian noise of
 * multiplier 1 (mu = 1, rho = 1/2) or Laplace noise of epsilon 1.
 */
public final class RunningCalculation {

    private static final Option<String> MECHANISM = Option.choice(
            "mechanism", "", "blt", "anytime", "tree", "honaker", "kary", "increment", "recompute", "sqrt");
    private static final Option<Long> STEPS = SeriesColumns.count(
            "steps", "the horizon; for anytime (2^24 if not given) up to where it is to be near the best", 1);
    private static final Option<Long> ANYTIME_STEPS =
            SeriesColumns.count("steps", "", 2).or(AnytimeDesign.STANDARD.steps());
    private static final Option<Long> PARTICIPATIONS = SeriesColumns.count(
                    "participations", "how often a unit contributes", 1)
            .or(1L)
            .held("times");
    private static final Option<Long> SEPARATION = SeriesColumns.count(
                    "separation", "how many steps apart, at least; with 0 several may share a step", 0)
            .or(0L);
    private static final Option<Integer> BUFFERS = Option.small(
            "buffers", "of blt and anytime, 1 to 10; the fewest within a hundredth of the best if not given");
    private static final Option<String> OBJECTIVE = Option.choice(
                    "objective", "of blt: the error that is kept small", "max", "mean")
            .or("max");
    private static final Option<Long> AT = SeriesColumns.count("at", "a step, for the standard deviation there", 1);
    private static final Option<String> HORIZON =
            Option.choice("horizon", "how many steps the sensitivity counts: known if not given", "known", "infinite");
    private static final Option<Integer> CHILDREN = Option.small(
                    "children", "of kary: how many children a node has, odd; the best if not given")
            .alias("k")
            .held("base")
            .held("levels");
    private static final Option<String> LAW = Option.choice(
            "law", "of tree, honaker, increment, recompute and sqrt: gaussian if not given", "gaussian", "laplace");

    private static final List<String> ACCURACY = List.of("sensitivity", "max_std", "rms_std", "std_at", "std_window");

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "running",
                            "How accurate running totals are, a contribution adding at most 1: Gaussian noise of multiplier 1"
                                    + " (mu 1, rho 1/2), or Laplace noise of epsilon 1.")
                    .with(
                            MECHANISM,
                            STEPS,
                            PARTICIPATIONS,
                            SEPARATION,
                            BUFFERS,
                            OBJECTIVE,
                            AT,
                            HORIZON,
                            CHILDREN,
                            LAW,
                            WindowError.WINDOW)
                    .answering(given -> Stream.of(ACCURACY, SeriesColumns.BLT, SeriesColumns.TREE, SeriesColumns.NAIVE)
                            .flatMap(List::stream)
                            .toList())
                    .example("--mechanism blt --steps 288 --at 12"),
            RunningCalculation::answer);

    private RunningCalculation() {}

    private static Answer answer(Arguments arguments) {
        String mechanism = arguments.get(MECHANISM);
        boolean anytime = mechanism.equals("anytime");
        Plan plan = new Plan(
                arguments.get(anytime ? ANYTIME_STEPS : STEPS),
                arguments.get(PARTICIPATIONS),
                arguments.get(SEPARATION));
        return switch (mechanism) {
            case "blt" -> blt(prefix(arguments, plan), plan, arguments);
            case "anytime" -> blt(unbounded(arguments, plan), plan, arguments);
            case "kary" -> kary(plan, arguments);
            default -> closed(mechanism, plan, arguments);
        };
    }

    private static boolean isInfinite(Arguments arguments, boolean otherwise) {
        return arguments.find(HORIZON).map("infinite"::equals).orElse(otherwise);
    }

    /** The design of blt. A window is asked of noise that is tuned for its steps, however many of them the sensitivity counts. */
    private static PrefixDesign prefix(Arguments arguments, Plan plan) {
        Objective objective = Objective.valueOf(arguments.get(OBJECTIVE).toUpperCase(Locale.ROOT));
        boolean isForEver = isInfinite(arguments, false) && !arguments.has(WindowError.WINDOW);
        long last = isForEver ? PrefixDesign.UNLIMITED : plan.steps();
        return new PrefixDesign(plan.steps(), plan.times(), plan.separation(), objective, last);
    }

    private static AnytimeDesign unbounded(Arguments arguments, Plan plan) {
        if (!isInfinite(arguments, true)) {
            throw HORIZON.invalid("must be infinite for anytime, was known");
        }
        return new AnytimeDesign(plan.steps());
    }

    private static Answer blt(BltDesign design, Plan plan, Arguments arguments) {
        requireGaussian(arguments);
        Blt blt = SeriesColumns.optimized(design, arguments.find(BUFFERS));
        long last = isInfinite(arguments, design instanceof AnytimeDesign) ? PrefixDesign.UNLIMITED : plan.steps();
        long at = at(arguments, last);
        SeriesAccuracy found = SeriesAccuracy.blt(blt, plan, last);
        Answer answer = WindowError.of(arguments, at).of(blt, found.sensitivity(), accuracy(found, at));
        return SeriesColumns.naive(plan, false, SeriesColumns.parameters(blt, answer));
    }

    private static Answer kary(Plan plan, Arguments arguments) {
        if (!isLaplace(arguments, true)) {
            throw LAW.invalid("must be laplace for kary, was gaussian");
        }
        KaryTree tree = arguments
                .find(CHILDREN)
                .map(k -> KaryTree.of(plan.steps(), k))
                .orElseGet(() -> KaryTree.of(plan.steps()));
        long last = isInfinite(arguments, false) ? PrefixDesign.UNLIMITED : plan.steps();
        Answer answer = accuracy(SeriesAccuracy.laplace(tree, plan), at(arguments, last))
                .with("k", tree.base())
                .with("levels", tree.levels());
        return SeriesColumns.naive(plan, true, answer);
    }

    /**
     * The answer for mechanisms whose errors have closed forms. None of these mechanisms continues after its horizon.
     */
    private static Answer closed(String mechanism, Plan plan, Arguments arguments) {
        if (isInfinite(arguments, false)) {
            throw HORIZON.invalid("must be known for " + mechanism + ", was infinite");
        }
        boolean laplace = isLaplace(arguments, false);
        SeriesAccuracy found = laplace ? laplace(mechanism, plan) : gaussian(mechanism, plan);
        long at = at(arguments, plan.steps());
        Answer answer = accuracy(found, at);
        if (mechanism.equals("tree") || mechanism.equals("honaker")) {
            answer.with("levels", BinaryTree.of(plan.steps(), false).levels());
        } else {
            WindowError.of(arguments, at).of(mechanism, laplace, found.sensitivity(), answer);
        }
        return SeriesColumns.naive(plan, laplace, answer);
    }

    private static SeriesAccuracy gaussian(String mechanism, Plan plan) {
        return switch (mechanism) {
            case "tree" -> SeriesAccuracy.binaryTree(plan, false);
            case "honaker" -> SeriesAccuracy.binaryTree(plan, true);
            case "increment" -> SeriesAccuracy.increment(plan);
            case "recompute" -> SeriesAccuracy.recompute(plan);
            default -> SeriesAccuracy.squareRoot(plan);
        };
    }

    private static SeriesAccuracy laplace(String mechanism, Plan plan) {
        return switch (mechanism) {
            case "tree" -> SeriesAccuracy.laplace(BinaryTree.of(plan.steps(), false), plan);
            case "honaker" -> SeriesAccuracy.laplace(BinaryTree.of(plan.steps(), true), plan);
            case "increment" -> SeriesAccuracy.laplaceIncrement(plan);
            case "recompute" -> SeriesAccuracy.laplaceRecompute(plan);
            default -> SeriesAccuracy.laplaceSquareRoot(plan);
        };
    }

    private static boolean isLaplace(Arguments arguments, boolean otherwise) {
        return arguments.find(LAW).map("laplace"::equals).orElse(otherwise);
    }

    private static void requireGaussian(Arguments arguments) {
        if (isLaplace(arguments, false)) {
            throw LAW.invalid("must be gaussian for blt and anytime, was laplace");
        }
    }

    /** The step whose error is asked for; 0 if the option is not given. */
    private static long at(Arguments arguments, long last) {
        long at = arguments.find(AT).orElse(0L);
        if (at > last) {
            throw AT.invalid("must be at most " + last + ", the last step, was " + at);
        }
        return at;
    }

    private static Answer accuracy(SeriesAccuracy accuracy, long at) {
        Answer answer = new Answer()
                .with("sensitivity", accuracy.sensitivity())
                .with("max_std", accuracy.largest())
                .with("rms_std", accuracy.rootMeanSquare());
        return at == 0 ? answer : answer.with("std_at", accuracy.at().applyAsDouble(at));
    }
}
