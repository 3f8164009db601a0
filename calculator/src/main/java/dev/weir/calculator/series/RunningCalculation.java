package dev.weir.calculator.series;

import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.InvalidOption;
import dev.weir.calculator.question.Option;
import dev.weir.accountant.continual.blt.AnytimeDesign;
import dev.weir.accountant.continual.blt.Blt;
import dev.weir.accountant.continual.blt.BltDesign;
import dev.weir.accountant.continual.blt.PrefixDesign;
import dev.weir.accountant.continual.blt.PrefixDesign.Objective;
import dev.weir.accountant.continual.plan.SeriesAccuracy;
import dev.weir.accountant.continual.plan.SeriesAccuracy.Plan;
import dev.weir.accountant.continual.tree.BinaryTree;
import dev.weir.accountant.continual.tree.KaryTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How accurate running totals are: contributions of size 1, Gaussian noise of multiplier 1 (mu = 1, rho = 1/2) or Laplace noise
 * of epsilon 1.
 */
final class RunningCalculation extends Calculation {

    private static final List<String> MECHANISMS =
            List.of("blt", "anytime", "tree", "honaker", "kary", "increment", "recompute", "sqrt");
    private static final List<String> OBJECTIVES = List.of("max", "mean");
    private static final List<String> HORIZONS = List.of("known", "infinite");
    private static final List<String> LAWS = List.of("gaussian", "laplace");

    private static final List<String> ACCURACY = List.of("sensitivity", "max_std", "rms_std", "std_at");

    RunningCalculation() {
        super(
                "running",
                "How accurate running totals are, a contribution adding at most 1: Gaussian noise of multiplier 1"
                        + " (mu 1, rho 1/2), or Laplace noise of epsilon 1.",
                Option.of("mechanism", "one of " + String.join(", ", MECHANISMS)),
                Option.of("steps", "the horizon; for anytime up to where it is to be near the best, 2^24 if not given"),
                Option.of("participations", "how often a unit contributes; 1 if not given", "times"),
                Option.of("separation", "how many steps apart, at least; 0, several may share a step, if not given"),
                Option.of(
                        "buffers",
                        "of blt and anytime, 1 to 10; the fewest within a hundredth of the best if not given"),
                Option.of("objective", "of blt: the error that is kept small, max (if not given) or mean"),
                Option.of("at", "a step, for the standard deviation there"),
                Option.of("horizon", "known (if not given), or infinite: the sensitivity counts steps without end"),
                Option.of("k", "of kary: how many children a node has, odd; the best if not given", "base", "levels"),
                Option.of(
                        "law", "of tree, honaker, increment, recompute and sqrt: gaussian (if not given) or laplace"));
    }

    @Override
    String example() {
        return "--mechanism blt --steps 288 --at 12";
    }

    @Override
    List<String> columns(Set<String> given) {
        List<String> columns = new ArrayList<>(ACCURACY);
        columns.addAll(SeriesColumns.BLT);
        columns.addAll(SeriesColumns.TREE);
        columns.addAll(SeriesColumns.NAIVE);
        return List.copyOf(columns);
    }

    @Override
    Answer answer(Arguments arguments) {
        String mechanism = arguments.choice("mechanism", MECHANISMS);
        boolean anytime = mechanism.equals("anytime");
        Plan plan = new Plan(
                anytime && !arguments.has("steps")
                        ? AnytimeDesign.STANDARD.steps()
                        : SeriesColumns.count(arguments, "steps", anytime ? 2 : 1),
                arguments.has("participations") ? SeriesColumns.count(arguments, "participations", 1) : 1,
                arguments.has("separation") ? SeriesColumns.count(arguments, "separation", 0) : 0);
        return switch (mechanism) {
            case "blt" -> blt(prefix(arguments, plan), plan, arguments);
            case "anytime" -> blt(unbounded(arguments, plan), plan, arguments);
            case "kary" -> kary(plan, arguments);
            default -> closed(mechanism, plan, arguments);
        };
    }

    private static boolean isInfinite(Arguments arguments, boolean otherwise) {
        return arguments.has("horizon") ? arguments.choice("horizon", HORIZONS).equals("infinite") : otherwise;
    }

    private static PrefixDesign prefix(Arguments arguments, Plan plan) {
        Objective objective = arguments.has("objective")
                ? Objective.valueOf(arguments.choice("objective", OBJECTIVES).toUpperCase(Locale.ROOT))
                : Objective.MAX;
        long last = isInfinite(arguments, false) ? PrefixDesign.UNLIMITED : plan.steps();
        return new PrefixDesign(plan.steps(), plan.times(), plan.separation(), objective, last);
    }

    private static AnytimeDesign unbounded(Arguments arguments, Plan plan) {
        if (!isInfinite(arguments, true)) {
            throw new InvalidOption("horizon", "must be infinite for anytime, was known");
        }
        return new AnytimeDesign(plan.steps());
    }

    private static Answer blt(BltDesign design, Plan plan, Arguments arguments) {
        requireGaussian(arguments);
        Blt blt = SeriesColumns.optimized(design, arguments);
        long last = design instanceof PrefixDesign prefix ? prefix.lastStep() : PrefixDesign.UNLIMITED;
        Answer answer = accuracy(SeriesAccuracy.blt(blt, plan, last), at(arguments, last));
        return SeriesColumns.naive(plan, false, SeriesColumns.parameters(blt, answer));
    }

    private static Answer kary(Plan plan, Arguments arguments) {
        if (!isLaplace(arguments, true)) {
            throw new InvalidOption("law", "must be laplace for kary, was gaussian");
        }
        KaryTree tree =
                arguments.has("k") ? KaryTree.of(plan.steps(), arguments.small("k")) : KaryTree.of(plan.steps());
        long last = isInfinite(arguments, false) ? PrefixDesign.UNLIMITED : plan.steps();
        Answer answer = accuracy(SeriesAccuracy.laplace(tree, plan), at(arguments, last))
                .with("k", tree.base())
                .with("levels", tree.levels());
        return SeriesColumns.naive(plan, true, answer);
    }

    /** The ways whose errors are closed forms; none of them runs on past its horizon. */
    private static Answer closed(String mechanism, Plan plan, Arguments arguments) {
        if (isInfinite(arguments, false)) {
            throw new InvalidOption("horizon", "must be known for " + mechanism + ", was infinite");
        }
        boolean laplace = isLaplace(arguments, false);
        SeriesAccuracy found = laplace ? laplace(mechanism, plan) : gaussian(mechanism, plan);
        Answer answer = accuracy(found, at(arguments, plan.steps()));
        if (mechanism.equals("tree") || mechanism.equals("honaker")) {
            answer.with("levels", BinaryTree.of(plan.steps(), false).levels());
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
        return arguments.has("law") ? arguments.choice("law", LAWS).equals("laplace") : otherwise;
    }

    private static void requireGaussian(Arguments arguments) {
        if (isLaplace(arguments, false)) {
            throw new InvalidOption("law", "must be gaussian for blt and anytime, was laplace");
        }
    }

    /** The step that is asked about, 0 if none is. */
    private static long at(Arguments arguments, long last) {
        long at = arguments.has("at") ? SeriesColumns.count(arguments, "at", 1) : 0;
        if (at > last) {
            throw new InvalidOption("at", "must be at most " + last + ", the last step, was " + at);
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
