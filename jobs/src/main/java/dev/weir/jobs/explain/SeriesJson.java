package dev.weir.jobs.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.operators.query.PricedQuery;
import java.io.IOException;

/**
 * Writes what a card says of the values of a running total or a sliding window beside their accuracy at the last step that the noise
 * is tuned for: which step that is, the band that holds all of its steps at once, and the errors of other ways.
 */
final class SeriesJson {

    private final JsonGenerator json;
    private final PricedQuery priced;
    private final SeriesAccuracies accuracies;

    SeriesJson(JsonGenerator json, PricedQuery priced, SeriesAccuracies accuracies) {
        this.json = json;
        this.priced = priced;
        this.accuracies = accuracies;
    }

    /** Adds fields to the object of the value at a place. */
    void write(int value) throws IOException {
        json.writeNumberField("step", priced.plannedSteps());
        json.writeNumberField("band95", accuracies.releasedHalfWidth(value, accuracies.steps()));
        json.writeNumberField("band-steps", accuracies.steps());
        NaiveErrors others = accuracies.others(value);
        json.writeObjectFieldStart("other-stddevs");
        json.writeNumberField("increments", others.increments());
        json.writeNumberField("recomputed", others.recomputed());
        json.writeNumberField("binary-tree", others.binaryTree());
        json.writeEndObject();
    }
}
