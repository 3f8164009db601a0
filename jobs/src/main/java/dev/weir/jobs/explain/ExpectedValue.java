package dev.weir.jobs.explain;

import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How far a value may be off beside what somebody expects of it. What is expected comes from whoever asks, never from data.
 *
 * @param query the query's name
 * @param name the value's name
 * @param expected what is expected, by the names of facts
 * @param error how far the value may be off, or why that is not known
 */
public record ExpectedValue(String query, String name, Map<String, Double> expected, ExpectedError error) {

    public ExpectedValue {
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    /** Whether anything is known beforehand. */
    public boolean isKnown() {
        return !Double.isNaN(error.error());
    }

    /** Whether the error is a part of something: beside an expected 0 it is not. */
    public boolean hasRatio() {
        return !Double.isNaN(noise());
    }

    /** The error as a part of what it is compared with; not a number where there is no such part. */
    public double noise() {
        return error.relative();
    }

    /** One sentence. */
    public String words() {
        String subject = query + " " + name + (error.of().isEmpty() ? "" : ", " + error.of()) + ": " + error.words();
        return hasRatio() ? subject + ": " + verdict() : subject;
    }

    /** What is said of it in a card. */
    TitledValues section() {
        return new TitledValues()
                .text("  " + words())
                .field("query", query)
                .field("name", name)
                .fields(expected)
                .known("of", error.of().isEmpty() ? null : error.of())
                .known(error.field(), isKnown() ? error.error() : null)
                .known("noise-to-size", hasRatio() ? noise() : null)
                .field("words", words());
    }

    private String verdict() {
        String remedy = "; longer windows, fewer contributions, fewer or heavier values, or a smaller clamp would help";
        return switch (NoiseLevel.of(noise())) {
            case NEGLIGIBLE -> "it hardly shows";
            case CLEAR -> "the value stands out";
            case BLURRED -> "the value is blurred" + remedy;
            case DROWNED -> "the value drowns in it" + remedy;
        };
    }
}
