package dev.weir.jobs.kind.encode;

import dev.weir.accountant.local.CategoryResponse;
import dev.weir.accountant.local.HadamardResponse;
import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.LocalLaplace;
import dev.weir.accountant.local.NumberResponse;
import dev.weir.accountant.local.NumberResponse.Range;
import dev.weir.accountant.local.SubsetResponse;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/** Reads the section {@code report} of a file of kind {@code encode}: the question, and where a record has its answer. */
final class AnswerSection {

    private static final Map<String, BiFunction<Integer, BigDecimal, CategoryResponse>> CATEGORIES =
            new LinkedHashMap<>();

    private static final Map<String, BiFunction<Range, BigDecimal, NumberResponse>> NUMBERS = new LinkedHashMap<>();

    static {
        CATEGORIES.put("subset-selection", SubsetResponse::of);
        CATEGORIES.put("randomized-response", SubsetResponse::single);
        CATEGORIES.put("hadamard", HadamardResponse::of);
        NUMBERS.put("interval", IntervalResponse::of);
        NUMBERS.put("local-laplace", LocalLaplace::of);
    }

    private static final List<String> WORDS = Stream.of(CATEGORIES.keySet(), NUMBERS.keySet())
            .flatMap(words -> words.stream())
            .toList();

    private static final Field<String> QUESTION = Field.of(
                    "question",
                    Literals.name(64, "1 to 64 of A-Z a-z 0-9 . _ -"),
                    "its name: `q` of every report, and part of the ids of rows")
            .required();

    private static final Field<Integer> VERSION = Field.of(
            "version",
            Literals.count(Integer.MAX_VALUE),
            "of the question; by default 1. Another mechanism, epsilon, options, range or allowance needs the next one: whoever has"
                    + " sent a report in a period then sends no more in it. A larger loss in a period needs another pipeline");

    /** The field that names the record's field with the answer. */
    static final Field<String> FIELD = Field.of("field", Literals.TEXT, "the field of a record that holds the answer")
            .required();

    private static final Field<String> MECHANISM = Field.of(
                    "mechanism",
                    Literals.choice(WORDS, String.join(" | ", WORDS)),
                    "for options `subset-selection`, `randomized-response`, `hadamard`; for numbers `interval`, `local-laplace`:"
                            + " [which](local.md#which-mechanism)")
            .required();

    /** The field with the privacy loss of one report. */
    static final Field<BigDecimal> EPSILON = Field.of(
                    "epsilon",
                    Literals.POSITIVE,
                    "what a person loses by one report, from 1e-9 to 16. Above 10 a period there is a warning, above 100 an error")
            .required();

    private static final Field<List<String>> OPTIONS = Field.of(
                    "options",
                    ListType.of(Literals.TEXT),
                    "the answers in their order, two or more; a record with any other is refused, `OUT_OF_RANGE`, and that is seen."
                            + " One should be for people without an answer")
            .neededIf("for options");

    private static final Field<List<BigDecimal>> RANGE = Field.of(
                    "range",
                    ListType.range(),
                    "`[low, high]`, multiples of `grid`; a record with a number outside is refused, `OUT_OF_RANGE`, and that is seen")
            .neededIf("for numbers");

    private static final Field<BigDecimal> GRID =
            Field.of("grid", Literals.POSITIVE, "the step to which numbers are rounded; by default 1");

    /** The section {@code report} of a pipeline file. */
    static final Field<Section> REPORT = Field.of(
                    "report",
                    MapType.of(Shape.of(QUESTION, VERSION, FIELD, MECHANISM, EPSILON, OPTIONS, RANGE, GRID)),
                    "the question, and how its reports are drawn")
            .required();

    private final Section section;
    private final int before;
    private final String name;
    private final int version;
    private final String field;
    private final String mechanism;
    private final BigDecimal epsilon;

    /**
     * Reads the section.
     *
     * @param root the whole file
     */
    AnswerSection(Section root) {
        section = root.section(REPORT);
        before = section.problemsSoFar();
        name = section.read(QUESTION, "question");
        version = section.read(VERSION, 1);
        field = section.read(FIELD, "answer");
        mechanism = section.read(MECHANISM, "");
        epsilon = section.read(EPSILON, BigDecimal.ONE);
    }

    /** Reads the rest of the section and returns the question; empty if a problem has been noted. */
    Optional<Question> question() {
        boolean ofOptions = CATEGORIES.containsKey(mechanism);
        Optional<List<String>> options = section.find(OPTIONS);
        Optional<List<BigDecimal>> range = section.find(RANGE);
        BigDecimal grid = section.read(GRID, BigDecimal.ONE);
        if (!mechanism.isEmpty()) {
            require(OPTIONS, ofOptions, ofOptions);
            require(RANGE, !ofOptions, !ofOptions);
            require(GRID, !ofOptions, false);
        }
        section.finish();
        if (!section.isSound(before)) {
            return Optional.empty();
        }
        try {
            return ofOptions ? options.map(this::categories) : range.map(ends -> number(ends, grid));
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return Optional.empty();
        }
    }

    private void require(Field<?> part, boolean isAllowed, boolean isNeeded) {
        if (isNeeded && !section.has(part)) {
            section.problem(part, "must be given for " + mechanism);
        } else if (!isAllowed && section.has(part)) {
            section.problem(part, "must be left out for " + mechanism);
        }
    }

    private Question categories(List<String> texts) {
        BiFunction<Integer, BigDecimal, CategoryResponse> maker =
                CATEGORIES.getOrDefault(mechanism, SubsetResponse::of);
        return new CategoryQuestion(name, texts, maker.apply(texts.size(), epsilon));
    }

    private Question number(List<BigDecimal> ends, BigDecimal grid) {
        BiFunction<Range, BigDecimal, NumberResponse> maker = NUMBERS.getOrDefault(mechanism, IntervalResponse::of);
        Range steps = NumberQuestion.steps(ends.get(0), ends.get(1), grid);
        return new NumberQuestion(name, grid, maker.apply(steps, epsilon));
    }

    int version() {
        return version;
    }

    String field() {
        return field;
    }

    String mechanism() {
        return mechanism;
    }

    BigDecimal epsilon() {
        return epsilon;
    }

    /** Notes a problem if the columns are known and the field with the answer is none of them. */
    void checkColumns(List<String> columns) {
        if (!columns.isEmpty() && section.has(FIELD) && !columns.contains(field)) {
            section.problem(FIELD, "must be one of the columns " + columns + ", was " + field);
        }
    }

    /** Notes a problem of the epsilon of a report. */
    void problem(String rule) {
        section.problem(EPSILON, rule);
    }
}
