package dev.weir.jobs.config.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.ledger.LedgerLook;
import dev.weir.operators.ledger.LedgerStart;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.text.TimeFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a pipeline file that is changed after its pipeline was started, and started again with the same ledger. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ChangedPipelineTest {

    private static final String REMEDY =
            ": other ids, or periods by other times, would have new budgets: read both as before; if only the name of the ids'"
                    + " field has changed, give the one that is known in source.unit-was; if times have another field or form,"
                    + " and each record's time is still the same, give what is known in source.time-was";

    private static final Schedule SCHEDULE = Schedule.startingAt(0);
    private static final String JSON = GoodPipeline.TEXT
            .replace("format: csv", "format: json")
            .replaceAll("(?m)^  columns:.*\n", "")
            .replace("unit: unit", "unit: user.id");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private String text = GoodPipeline.TEXT;

    private Plan plan(String... settings) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), text);
        return PipelineFile.read(file, List.of(settings), Purpose.RUN)
                .pipeline()
                .plan();
    }

    private LedgerAccess access(String pipeline) {
        return LedgerAccess.ofOnly(DirectoryLedger.at(folder.toUri().toString()), pipeline);
    }

    private void start(String... settings) throws Exception {
        Plan plan = plan(settings);
        LedgerAccess access = access("p");
        try (Ledger ledger = access.open(plan)) {
            LedgerStart.Place place = new LedgerStart.Place(plan.domain(), "p", "run");
            Start start = Start.of(access.request(plan, "run", 0), JournalState.empty(plan.domain(), "p"));
            assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
        }
    }

    /** Returns the refusal of {@code weir run} before it submits anything: the code and the rest of the line. */
    private Optional<String> refusal(String... settings) throws Exception {
        return new LedgerLook(access("p"), plan(settings), SCHEDULE)
                .look(Optional.empty(), true, Optional.empty())
                .refusal()
                .map(StartRefused::getMessage);
    }

    /**
     * If units were read from another field, everybody would get the budget of the period again: 440 contributions of a day
     * where 40 are allowed.
     */
    @Test
    void units_that_are_read_from_another_field_are_refused() throws Exception {
        start();
        assertThat(refusal()).isEmpty();
        assertThat(refusal("source.unit=value"))
                .hasValueSatisfying(
                        line -> assertThat(line).startsWith("LEDGER_UNIT: ").hasLineCount(1));
        assertThat(refusal("source.unit=$key"))
                .hasValueSatisfying(line -> assertThat(line).startsWith("LEDGER_UNIT: "));
    }

    @Test
    void the_line_names_both_fields_and_the_word_for_a_mere_renaming() throws Exception {
        start();
        assertThat(refusal("source.unit=value"))
                .hasValue("LEDGER_UNIT: the ledger knows units by unit (column 2) in form exact, the pipeline by value"
                        + " (column 4) in form exact" + REMEDY);
    }

    /**
     * If a second reading cut one person's records into other periods, the records of one period would lie in two of the other, and the
     * person could lose the budget of both.
     */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "source.time=page | page (column 6) as standard",
                "source.time-format=iso | time (column 1) as iso",
                "source.time-format=seconds | time (column 1) as seconds"
            })
    void times_that_are_read_otherwise_are_refused_under_any_version(String change, String words) throws Exception {
        start();
        assertThat(refusal(change, "queries.0.version=2"))
                .hasValue("LEDGER_UNIT: the ledger reads times from time (column 1) as standard, the pipeline from "
                        + words + REMEDY);
        assertThat(refusal(change, "source.time-was=time (column 1) as standard"))
                .hasValueSatisfying(line -> assertThat(line).startsWith("QUERY_CHANGED"));
        String[] stated = {change, "source.time-was=time (column 1) as standard", "queries.0.version=2"};
        assertThat(refusal(stated)).isEmpty();
        start(stated);
        assertThat(refusal(change, "queries.0.version=2")).isEmpty();
        assertThat(refusal("queries.0.version=3")).hasValueSatisfying(line -> assertThat(line)
                .startsWith("LEDGER_UNIT: the ledger reads times from " + words));
    }

    @Test
    void a_zone_of_local_times_with_other_rules_reads_times_otherwise() throws Exception {
        PinnedZone berlin = PinnedZone.of("Europe/Berlin");
        PinnedZone other =
                PinnedZone.of("Europe/Berlin", ZoneId.of("Europe/Lisbon").getRules());
        assertThat(new TimeFormat("iso", other).words()).isNotEqualTo(new TimeFormat("iso", berlin).words());
        String local = "source.time-zone=Europe/Berlin";
        start(local);
        assertThat(plan(local).unitName().times())
                .isEqualTo(new TimeField("time (column 1)", "standard in Europe/Berlin " + berlin.digestText()));
        assertThat(refusal("source.time-zone=Europe/Lisbon"))
                .hasValueSatisfying(line -> assertThat(line).startsWith("LEDGER_UNIT: the ledger reads times from"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"source.time=page", "source.time-format=iso", "source.time-zone=UTC"})
    void units_without_periods_may_read_times_otherwise_under_another_version(String change) throws Exception {
        text = GoodPipeline.TEXT.replace("unit: user-per-day", "unit: user");
        start();
        assertThat(refusal(change)).hasValueSatisfying(line -> assertThat(line).startsWith("QUERY_CHANGED"));
        assertThat(refusal(change, "queries.0.version=2")).isEmpty();
    }

    /** If only the file names the columns, a name that moves to another column means another field. */
    @Test
    void a_name_that_moves_to_another_column_is_another_field() throws Exception {
        start();
        String moved = "source.columns=[time, value, key, unit, robot, page]";
        assertThat(refusal(moved)).hasValueSatisfying(line -> assertThat(line).startsWith("LEDGER_UNIT: "));
        String renamed = "source.columns=[time, rider, key, value, robot, page]";
        assertThat(refusal(renamed, "source.unit=rider"))
                .hasValueSatisfying(line -> assertThat(line).startsWith("LEDGER_UNIT: "));
        assertThat(refusal(renamed, "source.unit=rider", "source.unit-was=unit (column 2)"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"account.id, user.id, true", "account.id, '', false", "$headers.who, user, false", "$key, user.id, true"
    })
    void a_field_of_json_or_of_the_message_is_renamed_by_the_name_that_it_had(String field, String was, boolean starts)
            throws Exception {
        text = JSON;
        start();
        String[] settings = was.isEmpty()
                ? new String[] {"source.unit=" + field}
                : new String[] {"source.unit=" + field, "source.unit-was=" + was};
        assertThat(refusal(settings).isEmpty()).isEqualTo(starts);
        if (starts) {
            start(settings);
            assertThat(refusal("source.unit=" + field)).isEmpty();
            assertThat(refusal()).isPresent();
        }
    }

    /** Each change alters the meaning of a release, or the size of its noise. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "queries.0.spend.contributions=7",
                "queries.0.spend.share=0.5",
                "queries.0.where=robot == 0",
                "queries.0.window.tumbling=30m",
                "queries.0.bounds.records-per-cell=2",
                "queries.0.release.0={sum: robot, as: edits, clamp: [0, 1], grid: 1}",
                "queries.0.release.1.weight=1",
                "queries.0.release.1.as=sum",
                "queries.0.key.field=page"
            })
    void another_meaning_of_a_query_needs_another_version(String change) throws Exception {
        start();
        assertThat(refusal(change)).hasValueSatisfying(line -> assertThat(line)
                .isEqualTo("QUERY_CHANGED: under the same version as before these queries read, bound, spend or release"
                        + " something else: hourly (version 1): raise the version, or take the change back"));
        assertThat(refusal(change, "queries.0.version=2").filter(line -> line.startsWith("QUERY_CHANGED")))
                .isEmpty();
    }

    /** None of these changes alters the meaning of a release id. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "queries.0.key.declared=[en, de]",
                "queries.0.key.declared=[en, de, fr, it]",
                "queries.0.key-account.budget.epsilon=20",
                "sink.kafka.topic=elsewhere",
                "clock.delay=1m",
                "source.kafka.topic=moved",
                "checkpoint.every=20s",
                "limits.key-bytes=17",
                "queries.0.name=another"
            })
    void what_leaves_the_meaning_as_it_was_starts_under_the_same_version(String change) throws Exception {
        start();
        assertThat(refusal(change)).isEmpty();
    }

    @Test
    void the_name_of_the_units_field_is_in_the_plan_and_in_no_query() throws Exception {
        Plan plan = plan();
        Plan other = plan("source.unit=value");
        assertThat(plan.unitName().name()).isEqualTo("unit (column 2)");
        assertThat(plan("source.unit=$key").unitName().name()).isEqualTo("$key");
        assertThat(words(other)).isEqualTo(words(plan));
        assertThat(other.queries().get(0).query().reads().withUnit())
                .isNotEqualTo(plan.queries().get(0).query().reads().withUnit());
        text = JSON;
        assertThat(plan().unitName().name()).isEqualTo("user.id");
    }

    private static String words(Plan plan) {
        return plan.queries().get(0).query().reads().words();
    }
}
