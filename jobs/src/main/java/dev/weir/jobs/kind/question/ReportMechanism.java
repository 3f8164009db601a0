package dev.weir.jobs.kind.question;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.UnaryResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.operators.encoding.Spelled;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** A mechanism as a file names it. */
public enum ReportMechanism {
    /** Subset selection of the size with the least error. */
    SUBSET_SELECTION(new OfOptions(SubsetResponse::of)),
    /** Randomized response: one option is named. */
    RANDOMIZED_RESPONSE(new OfOptions(SubsetResponse::single)),
    /** Unary encoding in which zeros and ones are told apart equally well. */
    UNARY_SYMMETRIC(new OfOptions(UnaryResponse::symmetric)),
    /** Unary encoding in which zeros are told best. */
    UNARY_OPTIMIZED(new OfOptions(UnaryResponse::optimized)),
    /** Hadamard response. */
    HADAMARD(new OfOptions(HadamardResponse::of)),
    /** Interval response with the numbers of steps that have the least error. */
    INTERVAL(new OfNumbers(IntervalResponse::of)),
    /** Discrete Laplace noise. */
    LOCAL_LAPLACE(new OfNumbers(LocalLaplace::of));

    /** Answers that a mechanism is for. */
    private sealed interface Maker permits OfOptions, OfNumbers {}

    private record OfOptions(BiFunction<Integer, BigDecimal, CategoryResponse> response) implements Maker {}

    private record OfNumbers(BiFunction<Range, BigDecimal, NumberResponse> response) implements Maker {}

    private final Maker maker;

    ReportMechanism(Maker maker) {
        this.maker = maker;
    }

    /** Returns the word by which a file names the mechanism. */
    public String word() {
        return Spelled.of(this);
    }

    /** Whether answers are options, and not numbers. */
    boolean isOfOptions() {
        return maker instanceof OfOptions;
    }

    /**
     * Returns the words of mechanisms.
     *
     * @param mechanisms the mechanisms, in the order of the words
     */
    static List<String> words(List<ReportMechanism> mechanisms) {
        return mechanisms.stream().map(ReportMechanism::word).toList();
    }

    /**
     * Returns a mechanism.
     *
     * @param word its word
     * @throws IllegalArgumentException if there is none of that word
     */
    static ReportMechanism of(String word) {
        return Arrays.stream(values())
                .filter(mechanism -> mechanism.word().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no mechanism has this word"));
    }

    /**
     * Returns what a page says of mechanisms: which are for options, and which for numbers.
     *
     * @param mechanisms the mechanisms, in the order in which they are named
     */
    static String sentence(List<ReportMechanism> mechanisms) {
        return "for options " + quoted(mechanisms, true) + "; for numbers " + quoted(mechanisms, false)
                + ": [which](local.md#which-mechanism)";
    }

    private static String quoted(List<ReportMechanism> mechanisms, boolean ofOptions) {
        return mechanisms.stream()
                .filter(mechanism -> mechanism.isOfOptions() == ofOptions)
                .map(mechanism -> "`" + mechanism.word() + "`")
                .collect(Collectors.joining(", "));
    }

    /**
     * Makes a question.
     *
     * @param name the name of the question
     * @param epsilon the privacy loss of one report
     * @param answers the answers, of the form that the mechanism is for
     * @throws IllegalArgumentException if the mechanism has no such question, or the answers are of the other form
     */
    Question question(String name, BigDecimal epsilon, Answers answers) {
        if (maker instanceof OfOptions of && answers instanceof Answers.Options options) {
            return new CategoryQuestion(
                    name, options.texts(), of.response().apply(options.texts().size(), epsilon));
        }
        if (maker instanceof OfNumbers of && answers instanceof Answers.Numbers numbers) {
            Range steps = NumberQuestion.steps(numbers.low(), numbers.high(), numbers.grid());
            return new NumberQuestion(name, numbers.grid(), of.response().apply(steps, epsilon));
        }
        throw new IllegalArgumentException("answers must be of the form that the mechanism is for");
    }
}
