package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.time.RunningWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonRowsTest {

    private static final long END = 1_442_023_200_000L;
    private static final List<String> KEYS = List.of("en", "na\u00efve/key");
    private static final Plan PLAN = HourlyPlan.of("1", KEYS);
    private final JsonRows rows = new JsonRows(PLAN);

    private static String text(PublishedRow row) {
        return new String(row.line(), StandardCharsets.UTF_8);
    }

    @Test
    void a_released_row_reads_as_the_contract_says() {
        PublishedRow row = rows.format(
                new Outcome(Outcome.Kind.RELEASED, 0, "en", END - 3_600_000, END, 7, new long[] {251, -41230}));
        assertThat(text(row))
                .startsWith("{\"query\":\"hourly\",\"key\":\"en\",\"window\":{\"start\":\"2015-09-12T01:00:00Z\","
                        + "\"end\":\"2015-09-12T02:00:00Z\"},\"values\":{\"edits\":{\"value\":251,\"stddev\":16.9")
                .contains(",\"added\":{\"value\":-41230,\"stddev\":16970.5")
                .endsWith("}},\"release\":\"wiki/hourly/1/en/1442023200000\"}");
        assertThat(row.releaseId()).isEqualTo("wiki/hourly/1/en/1442023200000");
    }

    /** The row has the number of the step after the window, and the step's standard deviation. */
    @Test
    void a_row_of_a_running_total_says_its_step() {
        Query hourly = PLAN.queries().get(0).query();
        Query running = new Query(
                "running",
                1,
                "",
                hourly.keys(),
                RunningWindow.of(Duration.ofHours(1), 24),
                Bounds.NONE,
                hourly.aggregates(),
                hourly.spend(),
                null);
        Plan plan = Plan.of("wiki", PLAN.unit(), PLAN.budget(), PLAN.timing(), List.of(running));
        double stddev = plan.queries().get(0).stddevs(2)[0];
        PublishedRow row = new JsonRows(plan)
                .format(new Outcome(
                        Outcome.Kind.RELEASED, 0, "en", END - 7_200_000, END, 2, 7, new long[] {251, -41230}));
        assertThat(text(row))
                .startsWith("{\"query\":\"running\",\"key\":\"en\",\"window\":{\"start\":\"2015-09-12T00:00:00Z\","
                        + "\"end\":\"2015-09-12T02:00:00Z\"},\"step\":2,\"values\":{\"edits\":{\"value\":251,\"stddev\":"
                        + stddev + "}");
        assertThat(stddev).isNotEqualTo(plan.queries().get(0).stddevs(3)[0]);
    }

    @Test
    void keys_are_percent_encoded_in_the_context_and_plain_in_the_row() {
        PublishedRow row = rows.format(
                new Outcome(Outcome.Kind.WITHHELD, 0, "na\u00efve/key", END - 3_600_000, END, 7, new long[0]));
        assertThat(text(row))
                .isEqualTo(
                        "{\"query\":\"hourly\",\"key\":\"na\u00efve/key\",\"window\":{\"start\":\"2015-09-12T01:00:00Z\","
                                + "\"end\":\"2015-09-12T02:00:00Z\"},\"release\":\"wiki/hourly/1/na%C3%AFve%2Fkey/1442023200000\"}");
    }

    @Test
    void an_exact_row_has_no_deviation() {
        PublishedRow row =
                rows.format(new Outcome(Outcome.Kind.EXACT, 0, "en", END - 3_600_000, END, 7, new long[] {3, 4}));
        assertThat(text(row))
                .contains("\"values\":{\"edits\":{\"value\":3,\"stddev\":0.0},\"added\":{\"value\":4,\"stddev\":0.0}}");
    }

    @Test
    void values_have_as_many_decimals_as_their_grid() {
        Outcome outcome = new Outcome(Outcome.Kind.EXACT, 0, "en", END - 3_600_000, END, 7, new long[] {3, 1250});
        assertThat(text(new JsonRows(HourlyPlan.of("0.010", KEYS)).format(outcome)))
                .contains("\"added\":{\"value\":12.50,");
        assertThat(text(new JsonRows(HourlyPlan.of("1.0", KEYS)).format(outcome)))
                .contains("\"added\":{\"value\":1250,");
        assertThat(text(new JsonRows(HourlyPlan.of("1e3", KEYS)).format(outcome)))
                .contains("\"added\":{\"value\":1250000,");
    }

    @Test
    void a_format_that_travelled_to_another_machine_writes_the_same_bytes() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(rows);
        }
        Outcome outcome = new Outcome(Outcome.Kind.RELEASED, 0, "en", END - 3_600_000, END, 7, new long[] {1, 2});
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            JsonRows copy = (JsonRows) in.readObject();
            assertThat(text(copy.format(outcome))).isEqualTo(text(rows.format(outcome)));
        }
    }

    /** One generator writes all rows: each row must be the same as from a new generator. */
    @Test
    void rows_that_follow_each_other_share_no_byte() {
        List<String> keys = List.of("en", "\ud83d\ude00 \"q\"\n\u0001/\u00e9\uffff", "", "%");
        Plan plan = HourlyPlan.of("1", keys);
        JsonRows shared = new JsonRows(plan);
        List<Outcome.Kind> kinds = List.of(Outcome.Kind.RELEASED, Outcome.Kind.WITHHELD, Outcome.Kind.EXACT);
        for (int i = 0; i < 40; i++) {
            long end = END + i / 5 * 3_600_000L;
            Outcome.Kind kind = kinds.get(i % 3);
            long[] values = kind == Outcome.Kind.WITHHELD ? new long[0] : new long[] {i, -i};
            Outcome outcome = new Outcome(kind, 0, keys.get(i % 4), end - 3_600_000, end, 0, values);
            assertThat(text(shared.format(outcome))).isEqualTo(text(new JsonRows(plan).format(outcome)));
        }
        Outcome odd = new Outcome(Outcome.Kind.WITHHELD, 0, keys.get(1), END - 3_600_000, END, 0, new long[0]);
        assertThat(text(shared.format(odd)))
                .startsWith("{\"query\":\"hourly\",\"key\":\"\ud83d\ude00 \\\"q\\\"\\n\\u0001/\u00e9\uffff\",");
    }

    /** Names and deviations of the row before are kept: a row of another query must not have them. */
    @Test
    void rows_of_queries_that_take_turns_have_their_own_names_and_deviations() {
        Query hourly = PLAN.queries().get(0).query();
        Query turned = new Query(
                "turned",
                1,
                "",
                hourly.keys(),
                hourly.window(),
                Bounds.NONE,
                List.of(hourly.aggregates().get(1), hourly.aggregates().get(0)),
                hourly.spend(),
                null);
        Plan plan = Plan.of("wiki", PLAN.unit(), PLAN.budget(), PLAN.timing(), List.of(hourly, turned));
        JsonRows shared = new JsonRows(plan);
        for (int query : List.of(0, 1, 0)) {
            Outcome outcome =
                    new Outcome(Outcome.Kind.RELEASED, query, "en", END - 3_600_000, END, 7, new long[] {251, 7});
            String first = query == 0 ? "edits" : "added";
            double stddev = plan.queries().get(query).stddevs(0)[0];
            assertThat(text(shared.format(outcome)))
                    .isEqualTo(text(new JsonRows(plan).format(outcome)))
                    .contains("\"values\":{\"" + first + "\":{\"value\":251,\"stddev\":" + stddev + "}");
        }
    }

    @Test
    void counters_name_every_code_and_every_end() {
        RecordCounters counters = RecordCounters.empty(1);
        counters.add(0, RecordOutcome.READ);
        counters.add(0, Rejection.LATE);
        assertThat(CountersJson.write(PLAN, counters))
                .startsWith("{\"hourly\":{\"read\":1,\"rejected\":{\"MALFORMED\":0,")
                .contains("\"LATE\":1")
                .endsWith("},\"where\":0,\"undeclared\":0,\"cap\":0,\"account\":0,\"counted\":0}}");
    }
}
