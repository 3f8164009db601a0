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
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** A mechanism as a file names it. */
public enum ReportMechanism {
    /** Subset selection of the size with the least error. */
    SUBSET_SELECTION(options(SubsetResponse::of), true),
    /** Randomized response: one option is named. */
    RANDOMIZED_RESPONSE(options(SubsetResponse::single), true),
    /** Unary encoding in which zeros and ones are told apart equally well. */
    UNARY_SYMMETRIC(options(UnaryResponse::symmetric), true),
    /** Unary encoding in which zeros are told best. */
    UNARY_OPTIMIZED(options(UnaryResponse::optimized), true),
    /** Hadamard response. */
    HADAMARD(options(HadamardResponse::of), true),
    /** Interval response with the numbers of steps that have the least error. */
    INTERVAL(numbers(IntervalResponse::of), false),
    /** Discrete Laplace noise. */
    LOCAL_LAPLACE(numbers(LocalLaplace::of), false);

    /** Makes the question that a file asks. */
    private interface Maker {
        Question make(Asked asked);
    }

    @SuppressWarnings("ImmutableEnumChecker") // every maker is a lambda without state
    private final Maker maker;

    private final boolean isOfOptions;

    ReportMechanism(Maker maker, boolean isOfOptions) {
        this.maker = maker;
        this.isOfOptions = isOfOptions;
    }

    private static Maker options(BiFunction<Integer, BigDecimal, CategoryResponse> response) {
        return asked -> new CategoryQuestion(
                asked.name(), asked.options(), response.apply(asked.options().size(), asked.epsilon()));
    }

    private static Maker numbers(BiFunction<Range, BigDecimal, NumberResponse> response) {
        return asked -> new NumberQuestion(asked.name(), asked.grid(), response.apply(asked.steps(), asked.epsilon()));
    }

    /** Returns the word by which a file names the mechanism. */
    public String word() {
        return Spelled.of(this);
    }

    /** Whether answers are options, and not numbers. */
    boolean isOfOptions() {
        return isOfOptions;
    }

    /**
     * Returns the question that a file asks.
     *
     * @param asked the fields of the question, those that the mechanism needs among them
     * @throws IllegalArgumentException if the mechanism has no such question
     */
    Question question(Asked asked) {
        return maker.make(asked);
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
                .filter(mechanism -> mechanism.isOfOptions == ofOptions)
                .map(mechanism -> "`" + mechanism.word() + "`")
                .collect(Collectors.joining(", "));
    }
}
