package dev.weir.jobs.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.accountant.privacy.Amount;
import dev.weir.jobs.output.JsonText;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.aggregate.grid.GridRule;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Durations;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what a card says of one query as JSON. */
final class QueryJson {

    private final JsonGenerator json;
    private final Schedule schedule;

    /**
     * A writer.
     *
     * @param schedule which windows are released, as far as it is known
     */
    QueryJson(JsonGenerator json, Schedule schedule) {
        this.json = json;
        this.schedule = schedule;
    }

    void write(PricedQuery priced) throws IOException {
        Query query = priced.query();
        json.writeStartObject();
        json.writeStringField("name", query.name());
        json.writeNumberField("version", query.version());
        json.writeFieldName("keys");
        JsonText.value(json, query.keys().terms());
        json.writeFieldName("window");
        JsonText.value(json, query.window().terms());
        bounds(query.bounds());
        price(priced);
        keyAccount(priced);
        values(priced);
        rounding(query);
        json.writeEndObject();
    }

    private void values(PricedQuery priced) throws IOException {
        Map<String, Scalar.PostProcessing> processed = processed(priced.query());
        json.writeArrayFieldStart("values");
        List<Accuracy> accuracies = priced.accuracies();
        SeriesJson series = priced.stepErrors()
                .map(errors -> new SeriesJson(json, priced, SeriesAccuracies.stated(priced, errors, schedule)))
                .orElse(null);
        for (int value = 0; value < accuracies.size(); value++) {
            json.writeStartObject();
            value(accuracies.get(value));
            if (series != null) {
                series.write(value);
            }
            processing(processed.get(accuracies.get(value).name()));
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /**
     * For each value that is rounded, the most by which that moves a value of each field that is read: stddev and intervals do not cover
     * it.
     */
    private void rounding(Query query) throws IOException {
        Map<String, List<BigDecimal>> rounding = new LinkedHashMap<>();
        for (Aggregate aggregate : query.aggregates()) {
            List<BigDecimal> most =
                    aggregate.grids().stream().map(GridRule::mostMoved).toList();
            aggregate.names().stream().filter(name -> !most.isEmpty()).forEach(name -> rounding.put(name, most));
        }
        json.writeFieldName("rounding");
        JsonText.value(json, rounding);
    }

    /** What becomes of values before they are released, by their names. */
    private static Map<String, Scalar.PostProcessing> processed(Query query) {
        Map<String, Scalar.PostProcessing> processed = new HashMap<>();
        for (Aggregate aggregate : query.aggregates()) {
            aggregate.names().forEach(name -> processed.put(name, aggregate.postProcessing()));
        }
        return processed;
    }

    private void processing(Scalar.@Nullable PostProcessing processing) throws IOException {
        if (processing != null && processing.isMonotone()) {
            json.writeBooleanField("monotone", true);
        }
        if (processing != null && processing.isNonNegative()) {
            json.writeBooleanField("non-negative", true);
        }
    }

    private void bounds(Bounds bounds) throws IOException {
        json.writeObjectFieldStart("bounds");
        bound("keys-per-window", bounds.keysPerWindow());
        bound("records-per-cell", bounds.recordsPerCell());
        bound("cells-per-period", bounds.cellsPerPeriod());
        bound("windows-per-period", bounds.windowsPerPeriod());
        seriesBounds(bounds.series());
        json.writeEndObject();
    }

    private void seriesBounds(Bounds.Series series) throws IOException {
        bound("keys-per-period", series.keysPerPeriod());
        bound("records-per-key", series.recordsPerKey());
        bound("participations", series.participations());
        if (series.separation() > 0) {
            json.writeNumberField("separation", series.separation());
        }
    }

    private void bound(String name, int value) throws IOException {
        if (value != Bounds.UNBOUNDED) {
            json.writeNumberField(name, value);
        }
    }

    private void price(PricedQuery priced) throws IOException {
        Amount share = priced.price().share();
        json.writeStringField("mechanism", priced.mechanism());
        json.writeStringField("currency", share.currency().words());
        json.writeNumberField("share", share.value().stripTrailingZeros());
        json.writeNumberField("price", priced.recordPrice());
        json.writeNumberField("contributions", priced.price().contributions());
        json.writeNumberField("affords", priced.affords());
        inOneCell(priced);
    }

    /** What two records in one cell cost; under one key of a series at most. */
    private void inOneCell(PricedQuery priced) throws IOException {
        json.writeObjectFieldStart("in-one-cell");
        json.writeNumberField("records", 2);
        json.writeNumberField("contributions", priced.price().isGaussian() ? 4 : 2);
        json.writeEndObject();
    }

    private void keyAccount(PricedQuery priced) throws IOException {
        KeyAccountTerms terms = priced.query().keyAccount();
        if (terms != null) {
            json.writeObjectFieldStart("key-account");
            json.writeNumberField("limit", terms.limit().value().stripTrailingZeros());
            json.writeStringField("per", Durations.text(terms.periodMillis()));
            Amount cost = priced.releaseCost();
            json.writeNumberField("release", cost.value().stripTrailingZeros());
            json.writeNumberField("releases", terms.limit().femto() / Math.max(1, cost.femto()));
            json.writeStringField("for", priced.keyCharge().each());
            json.writeEndObject();
        }
    }

    private void value(Accuracy accuracy) throws IOException {
        json.writeStringField("name", accuracy.name());
        json.writeNumberField("sensitivity", accuracy.sensitivity());
        json.writeNumberField("scale", accuracy.scale());
        json.writeNumberField("stddev", accuracy.stddev());
        json.writeNumberField("error95", accuracy.error95());
        for (Map.Entry<String, Object> more : accuracy.more().entrySet()) {
            json.writeFieldName(more.getKey());
            JsonText.value(json, more.getValue());
        }
    }
}
