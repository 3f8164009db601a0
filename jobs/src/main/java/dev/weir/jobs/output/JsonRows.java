package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.publish.PublishedRow;
import dev.weir.operators.publish.RowFormat;
import dev.weir.operators.query.Estimator;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.time.RunningWindow;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/**
 * Writes outcomes as lines of {@code released.jsonl} and {@code withheld.jsonl}, without a line end.
 *
 * <p>Every line, withheld ones included, holds the text of its {@link ReleaseId}. An exact line has the fields of a released
 * one, with a standard deviation of 0.
 */
public final class JsonRows implements RowFormat {

    private static final long serialVersionUID = 1L;

    private final Plan plan;
    private final List<Estimator> estimators;

    /** For each query, whether its windows are running totals, whose rows say how many steps they hold. */
    private final boolean[] hasSteps;

    /**
     * The format of a plan's rows.
     *
     * @param plan whose rows they are
     */
    public JsonRows(Plan plan) {
        this.plan = plan;
        this.estimators = plan.queries().stream().map(Estimator::new).toList();
        this.hasSteps = new boolean[estimators.size()];
        for (int query = 0; query < hasSteps.length; query++) {
            hasSteps[query] = plan.windows().get(query) instanceof RunningWindow;
        }
    }

    @Override
    public PublishedRow format(Outcome outcome) {
        ReleaseId id = plan.releaseId(outcome.query(), outcome.key(), outcome.end());
        String line = JsonText.write(json -> write(json, outcome, id));
        return PublishedRow.of(outcome, id, line.getBytes(StandardCharsets.UTF_8));
    }

    private void write(JsonGenerator json, Outcome outcome, ReleaseId id) throws IOException {
        json.writeStartObject();
        json.writeStringField("query", id.query());
        json.writeStringField("key", outcome.key());
        writeWindow(json, outcome.start(), outcome.end());
        if (hasSteps[outcome.query()]) {
            json.writeNumberField("step", outcome.step());
        }
        if (outcome.kind() != Outcome.Kind.WITHHELD) {
            writeValues(json, outcome);
        }
        json.writeStringField("release", id.toString());
        json.writeEndObject();
    }

    private static void writeWindow(JsonGenerator json, long start, long end) throws IOException {
        json.writeObjectFieldStart("window");
        json.writeStringField("start", Instant.ofEpochMilli(start).toString());
        json.writeStringField("end", Instant.ofEpochMilli(end).toString());
        json.writeEndObject();
    }

    private void writeValues(JsonGenerator json, Outcome outcome) throws IOException {
        Estimator estimator = estimators.get(outcome.query());
        List<Estimate> estimates = outcome.kind() == Outcome.Kind.EXACT
                ? estimator.exact(outcome.values())
                : estimator.noisy(outcome.values(), outcome.step());
        json.writeObjectFieldStart("values");
        for (Estimate estimate : estimates) {
            json.writeFieldName(estimate.name());
            JsonText.value(json, estimate.released());
        }
        json.writeEndObject();
    }
}
