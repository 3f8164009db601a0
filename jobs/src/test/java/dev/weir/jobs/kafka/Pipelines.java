package dev.weir.jobs.kafka;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.query.Timing;
import dev.weir.operators.query.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Pipelines that count, for tests. */
public final class Pipelines {

    private static final Timing TIMING = new Timing(1000, 60_000);

    private Pipelines() {}

    /** Counts by hour, delay 1 s, skew 1 min; the key "en" is declared. */
    public static Pipeline pipeline(String brokers, String topic, Clock.By by, Duration idle) {
        // brokers that are not there need not be waited for
        Map<String, String> client = Map.of("default.api.timeout.ms", "3000", "request.timeout.ms", "2000");
        Source.Topic input = new Source.Topic(brokers, topic, Source.Start.EARLIEST, "weir-it", client);
        Source source = new Source(input, Source.Format.CSV, List.of("time", "unit", "key"), "time", "unit");
        QueryFields fields = new QueryFields(List.of(), "key", List.of(""));
        return new Pipeline(
                "it",
                source,
                new Clock(by, idle, null, null, true),
                plan(),
                List.of(fields),
                new Sink(topic + "-released", topic + "-withheld", topic + "-dead-letter"),
                new Limits(1000, 100, 100),
                new Checkpoint(Duration.ofSeconds(1), ""));
    }

    private static Plan plan() {
        Query query = new Query(
                "hourly",
                1,
                "all",
                List.of("en"),
                TumblingWindow.of(Duration.ofHours(1)),
                Bounds.NONE,
                List.of(new Count("edits", BigDecimal.ONE)),
                new Spend(null, 1),
                null);
        return Plan.of("it", PrivacyUnit.USER, new Budget.Pure(BigDecimal.ONE), TIMING, List.of(query));
    }
}
