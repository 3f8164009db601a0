package dev.weir.jobs.explain;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.output.BudgetJson;
import dev.weir.jobs.output.JsonText;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Durations;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes a card as JSON. */
final class CardJson {

    private static final int MONTH = 30;
    private static final int YEAR = 365;

    private final CardInput input;
    private final boolean revealsExact;
    private final JsonGenerator json;

    CardJson(CardInput input, boolean revealsExact, JsonGenerator json) {
        this.input = input;
        this.revealsExact = revealsExact;
        this.json = json;
    }

    void write() throws IOException {
        Plan plan = input.plan();
        json.writeStartObject();
        json.writeStringField("pipeline", input.name());
        json.writeStringField("domain", plan.domain());
        unit(plan);
        budget("budget", plan.budget());
        if (input.domainBudget() != null) {
            budget("domain-budget", input.domainBudget());
        }
        losses(plan);
        clock();
        trust();
        strings("errors", CardWording.errors());
        queries(plan.queries());
        json.writeEndObject();
    }

    private void unit(Plan plan) throws IOException {
        PrivacyUnit unit = plan.unit();
        json.writeStringField("unit", Spelled.of(unit));
        if (unit != PrivacyUnit.EVENT) {
            json.writeStringField("unit-form", Spelled.of(plan.unitForm()));
        }
        json.writeStringField("neighbours", CardWording.neighbours(unit));
    }

    private void trust() throws IOException {
        strings("public", CardWording.isPublic(input));
        strings("trusted", CardWording.isTrusted(input));
        if (revealsExact) {
            json.writeBooleanField("private", true);
        }
    }

    private void queries(List<PricedQuery> queries) throws IOException {
        QueryJson writer = new QueryJson(json, input.schedule());
        json.writeArrayFieldStart("queries");
        for (PricedQuery query : queries) {
            writer.write(query);
        }
        json.writeEndArray();
    }

    private void budget(String field, Budget budget) throws IOException {
        json.writeFieldName(field);
        JsonText.value(json, BudgetJson.fields(budget));
    }

    private void losses(Plan plan) throws IOException {
        json.writeObjectFieldStart("period");
        loss(plan, 1);
        json.writeEndObject();
        lifeLosses(plan);
    }

    private void lifeLosses(Plan plan) throws IOException {
        json.writeArrayFieldStart("life");
        for (int periods : plan.unit().isPeriodic() ? new int[] {1, MONTH, YEAR} : new int[] {1}) {
            json.writeStartObject();
            json.writeNumberField("periods", periods);
            loss(plan, periods);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void loss(Plan plan, int periods) throws IOException {
        loss(ComposedPeriods.of(plan, periods));
        Optional<ComposedPeriods> atDelta = ComposedPeriods.atDelta(plan, periods);
        if (atDelta.isPresent()) {
            json.writeObjectFieldStart("at-delta");
            loss(atDelta.get());
            json.writeEndObject();
        }
    }

    private void loss(ComposedPeriods loss) throws IOException {
        json.writeNumberField("epsilon", Rounding.up(loss.epsilon()));
        json.writeNumberField("delta", loss.delta());
    }

    private void clock() throws IOException {
        Clock clock = input.clock();
        json.writeObjectFieldStart("clock");
        json.writeStringField("by", Spelled.of(clock.by()));
        json.writeStringField("delay", Durations.text(input.plan().timing().delayMillis()));
        json.writeStringField("max-skew", Durations.text(input.plan().timing().maxSkewMillis()));
        duration("idle", clock.idle());
        duration("hold", clock.hold());
        instant("start", clock.start());
        instant("until", clock.until());
        json.writeBooleanField("trusted", clock.trusted());
        json.writeEndObject();
    }

    private void duration(String field, Duration duration) throws IOException {
        if (!duration.isZero()) {
            json.writeStringField(field, Durations.text(duration));
        }
    }

    private void instant(String field, @Nullable Instant instant) throws IOException {
        if (instant != null) {
            json.writeStringField(field, instant.toString());
        }
    }

    private void strings(String field, List<String> values) throws IOException {
        json.writeArrayFieldStart(field);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
