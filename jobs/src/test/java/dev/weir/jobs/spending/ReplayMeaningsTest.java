package dev.weir.jobs.spending;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.time.Schedule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests the meaning of release ids: one version has one meaning, and two pipelines do not release the same ids. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ReplayMeaningsTest extends ReplayLedgerBench {

    private static final String PIPELINE = """
            pipeline: rides
            domain: {name: rides}
            source: {format: csv, time: time, unit: rider, unit-form: number}
            privacy: {unit: user-per-day, budget: {epsilon: 1}}
            queries:
              - name: hourly
                version: 1
                key: {field: key, declared: [harbour]}
                window: {tumbling: 1h}
                bounds: {keys-per-window: 1, records-per-cell: 1}
                release: [{count: rides}]
                spend: {contributions: 8}
            """;

    private ReplaySpending replay(int day, String from, String to) throws IOException {
        assertThat(PIPELINE).contains(from);
        Path file = Files.writeString(dir.resolve("p.yaml"), PIPELINE.replace(from, to));
        Pipeline pipeline =
                PipelineFile.read(file, List.of(), Pipeline.Purpose.REPLAY).pipeline();
        Schedule schedule = new Schedule(MONDAY + day * DAY, MONDAY + day * DAY + 1);
        return ReplaySpending.of(pipeline, schedule, dir.resolve("out"));
    }

    private ReplaySpending replay(int day) throws IOException {
        return replay(day, "", "");
    }

    @Test
    void another_aggregate_or_other_noise_under_the_same_version_is_refused_whatever_the_day_unless_again()
            throws IOException {
        charge(replay(0));
        String[] words = {"hourly (version 1)", "raise the version"};
        for (String[] change : new String[][] {
            {"[{count: rides}]", "[{count: rides, non-negative: true}]"},
            {"contributions: 8", "contributions: 4"},
            {"epsilon: 1", "epsilon: 2"}
        }) {
            assertRefused(StartRefused.Code.LEDGER_SPENT, () -> charge(replay(0, change[0], change[1])));
            assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(replay(1, change[0], change[1])), words);
        }
        assertThat(Files.readAllLines(ledger().file())).hasSize(1);
        SpendingReceipt receipt = ledger().charge(replay(1, "epsilon: 1", "epsilon: 2"), true);
        assertThat(receipt.warnings()).singleElement().asString().contains(words);
    }

    /** Both meanings are known to have been released, and every replay is charged anyway. A third meaning is refused. */
    @Test
    void what_a_version_has_meant_once_may_be_released_under_it_with_a_warning_and_nothing_else() throws IOException {
        charge(replay(0));
        ledger().charge(replay(1, "epsilon: 1", "epsilon: 2"), true);
        String words = "release something else: hourly (version 1)";
        assertThat(charge(replay(2)).warnings()).singleElement().asString().contains(words);
        assertThat(charge(replay(3, "epsilon: 1", "epsilon: 2")).warnings())
                .singleElement()
                .asString()
                .contains(words);
        assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(replay(4, "epsilon: 1", "epsilon: 3")));
    }

    /** A meaning that another pipeline has released is not a known meaning of this pipeline. */
    @Test
    void what_another_pipeline_has_released_does_not_allow_a_change() throws IOException {
        charge(replay(0));
        ReplaySpending other = replay(1, "epsilon: 1", "epsilon: 2");
        charge(releasing(other.queries().get(0), spending("other", days(1, 1), ONE)));
        assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(replay(2, "epsilon: 1", "epsilon: 2")));
    }

    /** The meaning of a line without a digest is unknown, even if two such lines are equal. */
    @Test
    void a_meaning_that_is_not_known_is_no_meaning_that_was_released() throws IOException {
        ReplayQuery unknown = new ReplayQuery("hourly", 1, "");
        charge(releasing(unknown, replay(0)));
        assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(replay(1)));
        assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(releasing(unknown, replay(1))));
    }

    @Test
    void another_version_may_mean_something_else_and_the_first_one_is_not_forgotten() throws IOException {
        charge(replay(0));
        ReplaySpending second = replay(1, "version: 1", "version: 2");
        charge(releasing(new ReplayQuery("hourly", 2, "0b"), second));
        charge(replay(2));
        assertRefused(StartRefused.Code.QUERY_CHANGED, () -> charge(replay(3, "version: 1", "version: 2")));
    }

    @Test
    void the_line_says_the_field_of_the_ids_and_a_digest_of_each_query() throws IOException {
        charge(replay(0));
        assertThat(Files.readString(ledger().file()))
                .contains("\"unit-field\":\"rider\",\"unit-form\":\"number\"")
                .containsPattern("\"queries\":\\[\\{\"name\":\"hourly\",\"version\":1,\"cells\":\"[0-9a-f]{64}\"}\\]")
                .doesNotContain("harbour");
    }

    /** A release id does not contain the pipeline's name. */
    @Test
    void a_query_of_the_same_name_and_version_in_another_pipeline_is_refused_unless_again() throws IOException {
        charge(replay(0));
        ReplaySpending renamed = replay(0, "pipeline: rides", "pipeline: renamed");
        assertRefused(
                StartRefused.Code.LEDGER_QUERY,
                () -> charge(renamed),
                "pipeline rides has released query hourly (version 1)",
                "2026-03-02",
                "--again");
        SpendingReceipt receipt = ledger().charge(renamed, true);
        assertThat(receipt.inAll()).hasToString("epsilon 2");
        assertThat(receipt.warnings()).hasSize(1).first().asString().contains("have the same ids");
    }

    @Test
    void other_days_versions_and_names_of_another_pipeline_have_other_ids() throws IOException {
        charge(replay(0));
        charge(replay(1, "pipeline: rides", "pipeline: other-day"));
        charge(releasing(new ReplayQuery("hourly", 2, "0a"), replay(0, "pipeline: rides", "pipeline: other-version")));
        charge(releasing(query("daily", "0a"), replay(0, "pipeline: rides", "pipeline: other-name")));
        assertThat(Files.readAllLines(ledger().file())).hasSize(4);
    }
}
