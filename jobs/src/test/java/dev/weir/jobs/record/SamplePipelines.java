package dev.weir.jobs.record;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Checkpoint;
import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Limits;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.QueryFields;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.config.where.Condition;
import dev.weir.jobs.config.where.Relation;
import dev.weir.jobs.format.CsvFormat;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.time.TumblingWindow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A pipeline with two queries: {@code all} counts and sums {@code value} in tenths, {@code some} filters. */
final class SamplePipelines {

    static final List<String> COLUMNS = List.of("time", "unit", "key", "value", "robot");

    private SamplePipelines() {}

    static Pipeline csv(Condition... where) {
        return of(new Source(topic(), new CsvFormat(COLUMNS), "time", "unit"), "key", "value", where);
    }

    static Pipeline json(Condition... where) {
        Source source = new Source(topic(), new JsonFormat(), "meta.time", "unit");
        return of(source, "page.key", "value", where);
    }

    static Pipeline withUnitForm(UnitForm form) {
        Pipeline p = csv();
        return new Pipeline(
                p.name(),
                p.source(),
                p.clock(),
                p.plan().withUnitName(UnitName.of("unit").inForm(form)),
                p.domainBudget(),
                p.fields(),
                p.sink(),
                p.limits(),
                p.checkpoint());
    }

    static Condition number(String field, Relation relation, String literal) {
        return new Condition.Comparison(field, relation, new BigDecimal(literal), null);
    }

    static Condition text(String field, Relation relation, String literal) {
        return new Condition.Comparison(field, relation, null, literal);
    }

    /** Decodes a record with a new reader. */
    static DecodedRecord read(Pipeline pipeline, byte[] bytes) {
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        new RecordReader(pipeline).read(bytes, decoded);
        return decoded;
    }

    private static Source.Topic topic() {
        return new Source.Topic("", "", Source.Start.EARLIEST, "weir", Map.of());
    }

    private static Pipeline of(Source source, String key, String value, Condition... where) {
        Count count = new Count("edits", BigDecimal.ONE);
        Sum sum = new Sum("added", BigDecimal.ONE, new BigDecimal("0.1"), new Sum.Range(-10_000, 10_000), null);
        List<Query> queries = List.of(query("all", count, sum), query("some", count));
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return new Pipeline(
                "sample",
                source,
                new Clock(Clock.By.RECORD_TIME, Duration.ofSeconds(30), Duration.ofMinutes(16), null, null, false),
                Plan.of("sample", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), queries),
                null,
                List.of(
                        new QueryFields(List.of(), key, List.of(List.of(), List.of(QueryFields.Read.number(value)))),
                        new QueryFields(List.of(where), key, List.of(List.of()))),
                new Sink("released", "withheld", "dead", "ledger"),
                new Limits(200, 8, 10),
                new Checkpoint(Duration.ofSeconds(10), ""));
    }

    private static Query query(String name, Aggregate... aggregates) {
        return new Query(
                name,
                1,
                "",
                new DeclaredKeys(List.of("en", "de", "\u00fc", "a,\"b")),
                TumblingWindow.of(Duration.ofHours(1)),
                Bounds.NONE,
                List.of(aggregates),
                new Spend(null, 1),
                null);
    }
}
