package dev.weir.jobs.explain;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.output.JsonText;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.query.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The guarantee and the expected accuracy of a pipeline: {@code card.json} and what {@code explain} prints. It is a function
 * of configuration alone, hence public.
 */
public final class Card {

    /** What the card of queries is made of; null on a card of other content. */
    private final @Nullable CardInput input;

    private final boolean revealsExact;
    private final List<ExpectedValue> expected;

    /** The content of the card; null until it is first needed. */
    private @Nullable TitledValues page;

    private Card(@Nullable CardInput input, boolean revealsExact, List<ExpectedValue> expected) {
        this.input = input;
        this.revealsExact = revealsExact;
        this.expected = expected;
    }

    /**
     * Returns the card of a pipeline.
     *
     * @param pipeline the pipeline
     */
    public static Card of(Pipeline pipeline) {
        return new Card(CardInput.of(pipeline), false, List.of());
    }

    /**
     * Returns the card of a job that was written with the Java API. The card states that the job's clock follows the
     * times in the records.
     *
     * @param name the name of the job
     * @param plan the result of {@code PrivateStream.plan}
     */
    public static Card of(String name, Plan plan) {
        Clock clock = new Clock(Clock.By.RECORD_TIME, Duration.ZERO, Duration.ZERO, null, null, true);
        return new Card(
                new CardInput(name, plan, null, clock, false, List.of(), List.of(), List.of()), false, List.of());
    }

    /**
     * Returns a card of a pipeline that has no queries.
     *
     * @param content the content of the card
     */
    public static Card of(TitledValues content) {
        Card card = new Card(null, false, List.of());
        card.page = content;
        return card;
    }

    /** What the card of queries is made of. */
    private CardInput queries() {
        if (input == null) {
            throw new IllegalStateException("a card without queries has no values");
        }
        return input;
    }

    /** Returns this card for an output that also holds exact totals. The card then states that the whole folder is private. */
    public Card revealingExact() {
        if (input == null) {
            TitledValues known = page();
            return of(new TitledValues()
                    .text(known.text().stripTrailing())
                    .text("This output also holds exact totals: it is private")
                    .fields(known)
                    .field("private", true));
        }
        return new Card(queries(), true, expected);
    }

    /**
     * Returns the accuracy of the running totals or sliding windows of a query.
     *
     * @param query the name of the query
     * @param steps the number of steps for which the error bands hold, at least 1
     * @return the accuracy; empty if the query has tumbling windows
     */
    public Optional<SeriesAccuracies> series(String query, long steps) {
        return queries().plan().queries().stream()
                .filter(priced -> priced.query().name().equals(query))
                .flatMap(priced ->
                        priced.stepErrors().map(errors -> new SeriesAccuracies(priced, errors, steps)).stream())
                .findFirst();
    }

    /**
     * Returns the errors of values whose facts the user expects.
     *
     * @param options the expectations, in the form of {@code --expect}: {@code NAME=SIZE}, {@code NAME=SIZE@NUMBER} or
     *     {@code NAME.FACT=NUMBER}
     * @throws IllegalArgumentException if no query releases a value of a given name, or a number is out of range or
     *     missing
     */
    public List<ExpectedValue> expected(List<String> options) {
        return new Expectations(queries().plan()).of(options);
    }

    /**
     * Returns this card, with the errors of values whose facts the user expects.
     *
     * @param options the expectations, as in {@link #expected}
     * @throws IllegalArgumentException as in {@link #expected}
     */
    public Card expecting(List<String> options) {
        if (input == null && !options.isEmpty()) {
            throw new IllegalArgumentException("--expect: must be left out where a pipeline has no queries");
        }
        return input == null ? this : new Card(input, revealsExact, expected(options));
    }

    /** Returns the card as one JSON object on one line, its fields in a fixed order. */
    public String json() {
        return JsonText.of(page());
    }

    /**
     * Returns the names of the fields that each value is made of, by query and value: the words of the pipeline file for what a value measures.
     * It is a function of configuration alone, like the card.
     */
    public Map<String, Map<String, List<String>>> reads() {
        return queries().reads();
    }

    /** Returns the guarantee in plain sentences. */
    public PlainWords plainWords() {
        return new PlainWords(queries());
    }

    /** Returns the card as a page of text. */
    public String text() {
        return page().text();
    }

    private TitledValues page() {
        TitledValues made = page == null ? made() : page;
        page = made;
        return made;
    }

    private TitledValues made() {
        TitledValues made = new CardPage(queries(), revealsExact).section();
        return expected.isEmpty()
                ? made
                : made.text("")
                        .text("Expected, in one window of one key")
                        .field(
                                "expected",
                                expected.stream().map(ExpectedValue::section).toList());
    }
}
