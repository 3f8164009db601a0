package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimators;
import dev.weir.operators.time.SeriesWindow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Formats a plan's outcomes as lines of JSON. One generator serves all lines, and texts that consecutive rows share are kept:
 * their window, and those of {@link RowValues}. For use by one thread.
 */
final class RowWriter {

    private static final SerializableString QUERY = new SerializedString("query");
    private static final SerializableString KEY = new SerializedString("key");
    private static final SerializableString WINDOW = new SerializedString("window");
    private static final SerializableString VALUES = new SerializedString("values");
    private static final SerializableString RELEASE = new SerializedString("release");

    private final Plan plan;
    private final Estimators estimators;

    /**
     * For each query, whether its releases accumulate over a growing number of steps, so that its rows state the step.
     */
    private final boolean[] hasSteps;

    private final JsonLines lines = new JsonLines();
    private final RowValues values = new RowValues();

    /** The window of the row before. It is kept because all keys of a step have the same window. */
    private @Nullable WrittenWindow window;

    private record WrittenWindow(long start, long end, SerializableString json) {}

    /** @param plan the plan whose outcomes are written */
    RowWriter(Plan plan) {
        this.plan = plan;
        this.estimators = new Estimators(plan);
        this.hasSteps = new boolean[plan.queries().size()];
        for (int query = 0; query < hasSteps.length; query++) {
            hasSteps[query] = plan.windows().get(query).accumulates();
        }
    }

    /**
     * Returns the line of an outcome, without a line end.
     *
     * @param outcome the outcome
     * @param query the name of its query
     * @param release its release id, as text
     */
    byte[] write(Outcome outcome, String query, String release) {
        return lines.write(json -> write(json, outcome, query, release));
    }

    private void write(JsonGenerator json, Outcome outcome, String query, String release) throws IOException {
        json.writeStartObject();
        json.writeFieldName(QUERY);
        json.writeString(query);
        writeKey(json, outcome);
        json.writeFieldName(WINDOW);
        json.writeRawValue(window(outcome.start(), outcome.end()));
        if (hasSteps[outcome.query()]) {
            json.writeNumberField("step", outcome.step());
        }
        if (outcome.window() > 0) {
            json.writeStringField(
                    "release-name", SeriesWindow.nameOf(plan.windows().get(outcome.query()), outcome.window()));
        }
        if (isAnnouncement(outcome)) {
            json.writeBooleanField("announced", true);
        }
        if (outcome.kind() != Outcome.Kind.WITHHELD) {
            writeValues(json, outcome);
        }
        json.writeFieldName(RELEASE);
        json.writeString(release);
        json.writeEndObject();
    }

    /** Whether a row is the first of a running total whose key nobody declared. The first row of a series states its charge. */
    private boolean isAnnouncement(Outcome outcome) {
        return outcome.kind() == Outcome.Kind.RELEASED
                && hasSteps[outcome.query()]
                && outcome.charge() > 0
                && plan.queries()
                        .get(outcome.query())
                        .query()
                        .keys()
                        .discovered()
                        .isPresent();
    }

    /** Writes a key with one attribute as a text, and a key with several as an object in their order, without a map for each row. */
    private void writeKey(JsonGenerator json, Outcome outcome) throws IOException {
        KeySpace keys = plan.queries().get(outcome.query()).query().keys();
        json.writeFieldName(KEY);
        if (keys.attributes().isEmpty()) {
            json.writeString(outcome.key());
            return;
        }
        json.writeStartObject();
        List<Optional<String>> components = keys.named(outcome.key()).components();
        for (int i = 0; i < components.size(); i++) {
            if (components.get(i).isPresent()) {
                json.writeStringField(
                        keys.attributes().get(i), components.get(i).get());
            }
        }
        json.writeEndObject();
    }

    private SerializableString window(long start, long end) {
        WrittenWindow written = window;
        if (written == null || written.start != start || written.end != end) {
            written = new WrittenWindow(start, end, new SerializedString(JsonText.write(json -> {
                json.writeStartObject();
                json.writeStringField("start", Instant.ofEpochMilli(start).toString());
                json.writeStringField("end", Instant.ofEpochMilli(end).toString());
                json.writeEndObject();
            })));
            window = written;
        }
        return written.json;
    }

    private void writeValues(JsonGenerator json, Outcome outcome) throws IOException {
        List<Estimate> estimates = outcome.kind() == Outcome.Kind.EXACT
                ? estimators.at(outcome.query(), outcome.end()).exact(outcome.values())
                : estimators.noisy(outcome);
        json.writeFieldName(VALUES);
        values.write(json, estimates);
    }
}
