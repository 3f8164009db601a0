package dev.weir.jobs.explain;

import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.aggregate.expect.ExpectedError;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The error of a value under the facts that a user expects. These facts come from the user, never from data.
 *
 * @param query the name of the query
 * @param name the name of the value
 * @param expected the expected numbers by the names of facts
 * @param error the error, or the reason why it is not known
 */
public record ExpectedValue(String query, String name, Map<String, Double> expected, ExpectedError error) {

    public ExpectedValue {
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }

    /** Whether the error can be computed. */
    public boolean isKnown() {
        return !Double.isNaN(error.error());
    }

    /**
     * Whether the error can be stated as a ratio to the expected size. There is no ratio if the expected size is 0 or the error
     * is not known.
     */
    public boolean hasRatio() {
        return !Double.isNaN(noise());
    }

    /** The ratio of the error to the expected size; not a number if there is no ratio. */
    public double noise() {
        return error.relative();
    }

    /** The error and its rating, in one sentence. */
    public String words() {
        String subject = query + " " + name + (error.of().isEmpty() ? "" : ", " + error.of()) + ": " + error.words();
        return hasRatio() ? subject + ": " + verdict() : subject;
    }

    /** The line and the JSON fields of a card about this error. */
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
