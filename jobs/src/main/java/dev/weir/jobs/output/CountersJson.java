package dev.weir.jobs.output;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.operators.counters.NamedCounters;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.io.IOException;
import java.util.Locale;

/**
 * Writes and reads {@code private/counters.json}. The counters are exact figures about people and stay in the trusted
 * base.
 */
final class CountersJson {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String REJECTED = "rejected";

    private CountersJson() {}

    /** Writes the number of records with each outcome, for each query of the plan, on one line. */
    static String write(Plan plan, RecordCounters counters) {
        TitledValues queries = new TitledValues();
        for (int i = 0; i < plan.queries().size(); i++) {
            queries.field(plan.queries().get(i).query().name(), query(counters, i));
        }
        return JsonText.of(queries);
    }

    private static TitledValues query(RecordCounters counters, int query) {
        TitledValues fields = new TitledValues();
        for (RecordOutcome outcome : RecordOutcome.values()) {
            if (outcome == RecordOutcome.AMBIGUOUS && counters.of(query, outcome) == 0) {
                continue; // most pipelines have no local times
            }
            fields.field(field(outcome), counters.of(query, outcome));
            if (outcome == RecordOutcome.READ) {
                fields.field(REJECTED, rejected(counters, query));
            }
        }
        return fields;
    }

    private static TitledValues rejected(RecordCounters counters, int query) {
        TitledValues fields = new TitledValues();
        for (Rejection code : Rejection.values()) {
            fields.field(code.name(), counters.of(query, code));
        }
        return fields;
    }

    /** Reads what {@link #write} has written. */
    static RecordCounters read(Plan plan, String text) throws IOException {
        JsonNode queries = JSON.readTree(text);
        NamedCounters named = new NamedCounters(plan);
        for (PricedQuery priced : plan.queries()) {
            String query = priced.query().name();
            JsonNode fields = queries.path(query);
            for (RecordOutcome outcome : RecordOutcome.values()) {
                named.restore(query + "/" + outcome, fields.path(field(outcome)).asLong());
            }
            for (Rejection code : Rejection.values()) {
                named.restore(
                        query + "/" + code,
                        fields.path(REJECTED).path(code.name()).asLong());
            }
        }
        return named.totals();
    }

    private static String field(RecordOutcome outcome) {
        return outcome.name().toLowerCase(Locale.ROOT);
    }
}
