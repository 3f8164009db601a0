package dev.weir.calculator.local;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.Odds;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.SupportRates;
import dev.weir.accountant.local.UnaryResponse;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import dev.weir.calculator.question.Range;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** How accurate counts of options are that are estimated from local reports; with a scheme, from reports in two rounds. */
public final class LocalCalculation {

    private static final String SINGLE = "randomized-response";
    private static final String SUBSET = "subset-selection";
    private static final String SYMMETRIC = "unary-symmetric";
    private static final String OPTIMIZED = "unary-optimized";
    private static final String HADAMARD = "hadamard";

    private static final Option<String> MECHANISM =
            Option.choice("mechanism", "", SINGLE, SUBSET, SYMMETRIC, OPTIMIZED, HADAMARD);
    private static final Option<Integer> OPTIONS =
            Option.small("domain", "k: how many options there are, at least 2").held("options");
    private static final Option<BigDecimal> EPSILON =
            Option.of("epsilon", Kind.DECIMAL, "of each report, from 1e-9 to 16");
    private static final Option<Long> REPORTS =
            Option.whole("n", "how many reports there are").in(Range.atLeast(1));
    private static final Option<Long> TRUE_COUNT =
            Option.whole("true_count", "how many of their senders have the option");

    private static final List<String> COLUMNS = List.of(
            "odds",
            "size",
            "p",
            "q",
            "epsilon_realised",
            "bits",
            "variance_of_count",
            "stddev_of_count",
            "mse_total_per_report",
            "largest_influence_of_a_report");

    /** The question. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "local",
                            "The accuracy of counts that are estimated from local reports about one of several options.")
                    .with(options())
                    .answering(
                            given -> given.contains(LongitudinalReports.SCHEME) ? LongitudinalReports.COLUMNS : COLUMNS)
                    .example("--mechanism subset-selection --domain 51 --epsilon 1 --n 10000 --true-count 500"),
            LocalCalculation::answer);

    private LocalCalculation() {}

    private static Option<?>[] options() {
        return Stream.concat(
                        Stream.of(MECHANISM, OPTIONS, EPSILON, REPORTS, TRUE_COUNT),
                        LongitudinalReports.OPTIONS.stream())
                .toArray(Option<?>[]::new);
    }

    private static Answer answer(Arguments arguments) {
        int options = arguments.get(OPTIONS);
        return arguments.has(LongitudinalReports.SCHEME)
                ? LongitudinalReports.answer(arguments, options)
                : frequency(arguments, options);
    }

    private static Answer frequency(Arguments arguments, int options) {
        BigDecimal epsilon = arguments.get(EPSILON);
        return switch (arguments.get(MECHANISM)) {
            case SINGLE -> subset(SubsetResponse.single(options, epsilon), arguments);
            case SUBSET -> subset(SubsetResponse.of(options, epsilon), arguments);
            case SYMMETRIC -> unary(UnaryResponse.symmetric(options, epsilon), arguments);
            case OPTIMIZED -> unary(UnaryResponse.optimized(options, epsilon), arguments);
            default -> hadamard(HadamardResponse.of(options, epsilon), arguments);
        };
    }

    /** A report is counted as the choice of its options one by one, or as a bit for each option where that is shorter. */
    private static Answer subset(SubsetResponse mechanism, Arguments arguments) {
        double bits = Math.min(mechanism.size() * log2(mechanism.options()), mechanism.options());
        return errors(begun(mechanism.odds(), Optional.of(mechanism.size())), mechanism, bits, arguments);
    }

    private static Answer unary(UnaryResponse mechanism, Arguments arguments) {
        return errors(begun(mechanism.odds(), Optional.empty()), mechanism, mechanism.options(), arguments);
    }

    private static Answer hadamard(HadamardResponse mechanism, Arguments arguments) {
        double bits = Math.rint(log2(mechanism.outputs()));
        return errors(begun(mechanism.odds(), Optional.of(mechanism.outputs())), mechanism, bits, arguments);
    }

    private static double log2(int count) {
        return Math.log(count) / Math.log(2);
    }

    private static Answer begun(Odds odds, Optional<Integer> size) {
        Answer answer = new Answer().with("odds", odds.heavy());
        size.ifPresentOrElse(number -> answer.with("size", number), () -> answer.with("size", ""));
        return answer;
    }

    private static Answer errors(Answer begun, CategoryResponse mechanism, double bits, Arguments arguments) {
        SupportRates rates = mechanism.rates();
        long reports = arguments.get(REPORTS);
        long count = arguments.get(TRUE_COUNT, Range.between(0, reports));
        double variance = rates.variance((double) count, reports);
        return begun.with("p", rates.own())
                .with("q", rates.other())
                .with("epsilon_realised", mechanism.epsilon())
                .with("bits", bits)
                .with("variance_of_count", variance)
                .with("stddev_of_count", Math.sqrt(variance))
                .with("mse_total_per_report", rates.totalError(mechanism.options()))
                .with("largest_influence_of_a_report", mechanism.influence());
    }
}
