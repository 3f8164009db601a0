package dev.weir.jobs.output;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.keys.KeySpace;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowFormat;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.ReleaseId;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.result.Estimators;
import dev.weir.operators.time.SeriesWindow;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes outcomes as lines of {@code released.jsonl} and {@code withheld.jsonl}, without a line end.
 *
 * <p>Every line, withheld ones included, contains its {@link ReleaseId} as text. A line with exact values has the
 * fields of a released line, with a standard deviation of 0. For use by one thread at a time.
 */
public final class JsonRows implements RowFormat {

    private static final long serialVersionUID = 1L;

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

    private transient @Nullable JsonLines lines;

    private transient @Nullable RowValues values;

    /** The window of the last row. It is kept because all keys of a step have the same window. */
    private transient @Nullable WrittenWindow latest;

    private record WrittenWindow(long start, long end, SerializableString json) {}

    /**
     * Creates the format of a plan's rows.
     *
     * @param plan the plan whose outcomes are written
     */
    public JsonRows(Plan plan) {
        this.plan = plan;
        this.estimators = new Estimators(plan);
        this.hasSteps = new boolean[plan.queries().size()];
        for (int query = 0; query < hasSteps.length; query++) {
            hasSteps[query] = plan.windows().get(query).accumulates();
        }
    }

    @Override
    public PublishedRow format(Outcome outcome) {
        ReleaseId id = plan.releaseId(outcome.query(), outcome.key(), outcome.window(), outcome.end());
        String release = id.toString();
        byte[] line = lines().write(json -> write(json, outcome, id.query(), release));
        return new PublishedRow(
                outcome.kind(),
                outcome.start(),
                outcome.end(),
                id.query(),
                outcome.key(),
                release,
                outcome.charge(),
                line);
    }

    private JsonLines lines() {
        JsonLines open = lines;
        if (open == null) {
            open = new JsonLines();
            lines = open;
        }
        return open;
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
        List<Optional<String>> values = keys.named(outcome.key()).components();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i).isPresent()) {
                json.writeStringField(keys.attributes().get(i), values.get(i).get());
            }
        }
        json.writeEndObject();
    }

    private SerializableString window(long start, long end) {
        WrittenWindow written = latest;
        if (written == null || written.start != start || written.end != end) {
            written = new WrittenWindow(start, end, new SerializedString(JsonText.write(json -> {
                json.writeStartObject();
                json.writeStringField("start", Instant.ofEpochMilli(start).toString());
                json.writeStringField("end", Instant.ofEpochMilli(end).toString());
                json.writeEndObject();
            })));
            latest = written;
        }
        return written.json;
    }

    private void writeValues(JsonGenerator json, Outcome outcome) throws IOException {
        List<Estimate> estimates = outcome.kind() == Outcome.Kind.EXACT
                ? estimators.at(outcome.query(), outcome.end()).exact(outcome.values())
                : estimators.noisy(outcome);
        json.writeFieldName(VALUES);
        values().write(json, estimates);
    }

    private RowValues values() {
        RowValues open = values;
        if (open == null) {
            open = new RowValues();
            values = open;
        }
        return open;
    }
}
