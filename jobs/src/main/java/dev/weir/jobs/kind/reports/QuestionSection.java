package dev.weir.jobs.kind.reports;

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
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.ListType;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the section {@code report}: the question, and the mechanism that its reports are drawn by. */
final class QuestionSection {

    /** Makes the question of a mechanism, which names its own parameters. */
    @FunctionalInterface
    private interface Maker {
        Question make(QuestionSection read, String name, BigDecimal epsilon);
    }

    private static final String INTERVAL = "interval";

    private static final Map<String, Maker> CATEGORIES = Map.of(
            "subset-selection",
            (read, name, epsilon) -> read.categories(name, options -> SubsetResponse.of(options, epsilon)),
            "randomized-response",
            (read, name, epsilon) -> read.categories(name, options -> SubsetResponse.single(options, epsilon)),
            "unary-symmetric",
            (read, name, epsilon) -> read.categories(name, options -> UnaryResponse.symmetric(options, epsilon)),
            "unary-optimized",
            (read, name, epsilon) -> read.categories(name, options -> UnaryResponse.optimized(options, epsilon)),
            "hadamard",
            (read, name, epsilon) -> read.categories(name, options -> HadamardResponse.of(options, epsilon)));

    private static final Map<String, Maker> NUMBERS = Map.of(
            INTERVAL,
            (read, name, epsilon) -> read.number(name, range -> IntervalResponse.of(range, epsilon)),
            "local-laplace",
            (read, name, epsilon) -> read.number(name, range -> LocalLaplace.of(range, epsilon)));

    private static final List<String> WORDS = Stream.of(CATEGORIES, NUMBERS)
            .flatMap(makers -> makers.keySet().stream().sorted())
            .toList();

    private static final Map<String, Duration> PERIODS =
            Map.of("hour", Duration.ofHours(1), "day", Duration.ofDays(1), "week", Duration.ofDays(7));

    private static final Field<String> QUESTION = Field.of(
                    "question",
                    Literals.name(64, "1 to 64 of A-Z a-z 0-9 . _ -"),
                    "its name, `q` of every report, and the name of the query in rows and ids")
            .required();

    /** The field with the mechanism. */
    static final Field<String> MECHANISM = Field.of(
                    "mechanism",
                    Literals.choice(WORDS, String.join(" | ", WORDS)),
                    "for options `subset-selection`, `randomized-response`, `unary-symmetric`, `unary-optimized`, `hadamard`; for"
                            + " numbers `interval`, `local-laplace`: [which](local.md#which-mechanism)")
            .required();

    /** The field with the privacy loss of a report. */
    static final Field<BigDecimal> EPSILON = Field.of(
                    "epsilon", Literals.POSITIVE, "what a sender loses by one report, from 1e-9 to 16")
            .required();

    private static final Field<List<String>> OPTIONS = Field.of(
                    "options",
                    ListType.of(Literals.TEXT),
                    "the answers in their order, two or more: they are the keys of rows. One should be for people without an answer")
            .neededIf("for options");

    private static final Field<List<BigDecimal>> RANGE = Field.of(
                    "range", ListType.range(), "`[low, high]`, to which clients clamp; multiples of `grid`")
            .neededIf("for numbers");

    private static final Field<BigDecimal> GRID =
            Field.of("grid", Literals.POSITIVE, "the step to which clients round numbers; by default 1");

    private static final Field<String> PER = Field.of(
            "per",
            Literals.oneOf("hour", "day", "week"),
            "the length of the period that a report states as `p`, counted since 1970-01-01T00:00:00Z: `hour`, `day` (default), `week`."
                    + " Windows and panes are whole periods");

    /** The section {@code report} of a pipeline file. */
    static final Field<Section> REPORT = Field.of(
                    "report",
                    MapType.of(Shape.of(QUESTION, MECHANISM, EPSILON, OPTIONS, RANGE, GRID, PER)),
                    "the question, and how its reports are drawn")
            .required();

    private final Section section;
    private final String mechanism;
    private final BigDecimal epsilon;
    private final Duration period;
    private final Optional<List<String>> options;
    private final Optional<List<BigDecimal>> range;
    private final BigDecimal grid;
    private final @Nullable Question question;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    QuestionSection(Section root) {
        section = root.section(REPORT);
        int before = section.problemsSoFar();
        String name = section.read(QUESTION, "question");
        mechanism = section.read(MECHANISM, INTERVAL);
        epsilon = section.read(EPSILON, BigDecimal.ONE);
        period = PERIODS.getOrDefault(section.read(PER, "day"), Duration.ofDays(1));
        options = section.find(OPTIONS);
        range = section.find(RANGE);
        grid = section.read(GRID, BigDecimal.ONE);
        section.finish();
        requireFitting();
        question = section.isSound(before) ? made(name) : null;
    }

    private void requireFitting() {
        boolean ofOptions = CATEGORIES.containsKey(mechanism);
        require(OPTIONS, ofOptions);
        require(RANGE, !ofOptions);
        if (ofOptions && section.has(GRID)) {
            section.problem(GRID, "must be left out for " + mechanism);
        }
    }

    private void require(Field<?> field, boolean isNeeded) {
        if (isNeeded && !section.has(field)) {
            section.problem(field, "must be given for " + mechanism);
        } else if (!isNeeded && section.has(field)) {
            section.problem(field, "must be left out for " + mechanism);
        }
    }

    private @Nullable Question made(String name) {
        Maker maker = Optional.ofNullable(CATEGORIES.get(mechanism)).orElseGet(() -> NUMBERS.get(mechanism));
        try {
            return maker.make(this, name, epsilon);
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return null;
        }
    }

    private Question categories(String name, IntFunction<CategoryResponse> response) {
        List<String> texts = options.orElseThrow();
        return new CategoryQuestion(name, texts, response.apply(texts.size()));
    }

    private Question number(String name, Function<Range, NumberResponse> response) {
        List<BigDecimal> ends = range.orElseThrow();
        Range steps = NumberQuestion.steps(ends.get(0), ends.get(1), grid);
        return new NumberQuestion(name, grid, response.apply(steps));
    }

    /** The question; null if a problem of the section has been noted. */
    @Nullable Question question() {
        return question;
    }

    /** The word that names the mechanism. */
    String mechanism() {
        return mechanism;
    }

    /** The privacy loss of one report. */
    BigDecimal epsilon() {
        return epsilon;
    }

    /** The length of the periods that reports state. */
    Duration period() {
        return period;
    }
}
