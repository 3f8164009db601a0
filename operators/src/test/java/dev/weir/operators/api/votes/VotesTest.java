package dev.weir.operators.api.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.RequiredSettings;
import dev.weir.operators.vote.PublicQuestion;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class VotesTest {

    private static final InMemoryReporter REPORTER = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension CLUSTER = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(REPORTER.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    private static final List<String> LABELS = List.of("benign", "malign");
    private static final long START = 1_700_000_000_000L;
    private static final Schedule SCHEDULE = new Schedule(START, START + 86_400_000);
    private static final TimeBounds TIMING = TimeBounds.of(Duration.ZERO, Duration.ofDays(31));
    private static final int QUESTIONS = 12;
    private static final int TEACHERS = 9;

    /** Each answer costs 1024: the noise overturns a lead of one vote with probability Q(22). */
    private static final VoteMechanism MECHANISM = new VoteMechanism.Gnmax(new BigDecimal("0.03125"));

    private static final Budget BUDGET =
            new Budget.Concentrated(new BigDecimal(8 * 1024), Delta.atMost(new BigDecimal("1e-5")));

    @TempDir
    Path directory = Path.of("");

    private static List<PublicQuestion> questions() {
        List<PublicQuestion> questions = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            questions.add(new PublicQuestion("question " + (char) ('a' + i), START + i * 1000L, new double[0]));
        }
        return questions;
    }

    /** All teachers vote on all questions: on every third one most are for the second label. The last two abstain. */
    private static List<Vote> votes() {
        List<Vote> votes = new ArrayList<>();
        for (PublicQuestion question : questions()) {
            int number = question.id().charAt(question.id().length() - 1) - 'a';
            for (int teacher = 0; teacher < TEACHERS; teacher++) {
                String label = teacher > 6 ? null : LABELS.get(number % 3 == 0 && teacher > 2 ? 1 : 0);
                votes.add(new Vote(question.id(), "teacher " + teacher, label, question.time() + teacher));
            }
            votes.add(new Vote(question.id(), "teacher 0", "malign", question.time() + 500));
        }
        return votes;
    }

    private Votes.Budgeted read(int parallelism) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettings.settings(directory.toUri().toString(), Duration.ofMillis(200)));
        environment.setParallelism(parallelism);
        return Votes.of(environment.fromData(votes()).uid("votes"))
                .about(environment.fromData(questions()).uid("questions"))
                .byTeachers(TEACHERS)
                .labelled(LABELS)
                .within("triage", BUDGET);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void votes_become_labels_until_the_budget_is_spent(int parallelism) throws Exception {
        VoteStream.Labels results =
                read(parallelism).by(MECHANISM).timedBy(TIMING, SCHEDULE).labels();
        List<QuestionLabel> labels = results.labels().executeAndCollect(100);
        assertThat(labels).hasSize(QUESTIONS);
        for (int i = 0; i < QUESTIONS; i++) {
            QuestionLabel label = labels.get(i);
            assertThat(label.question()).isEqualTo("question " + (char) ('a' + i));
            assertThat(label.withheld()).isEqualTo(i >= 8);
            assertThat(label.label()).isEqualTo(i >= 8 ? null : LABELS.get(i % 3 == 0 ? 1 : 0));
            assertThat(label.asked()).isEqualTo(Math.min(i + 1, 8)).isEqualTo(label.answered());
            assertThat(label.spent()).isEqualByComparingTo(BigDecimal.valueOf(1024 * label.asked()));
            assertThat(label.left()).isEqualByComparingTo(BigDecimal.valueOf(1024 * (8 - label.asked())));
        }
        String counters = Files.readString(Path.of(URI.create(results.privateCounters())));
        assertThat(counters)
                .contains("labels/READ " + QUESTIONS * (TEACHERS + 1))
                .contains("labels/COUNTED " + QUESTIONS * TEACHERS)
                .contains("labels/LATE " + QUESTIONS);
        verifyMetrics();
    }

    /** No teacher, question or label is in a metric's name, scope or value. */
    private static void verifyMetrics() {
        List<String> metrics = new ArrayList<>();
        REPORTER.getMetricsByGroup()
                .forEach((group, named) ->
                        named.forEach((name, metric) -> metrics.add(String.join(".", group.getScopeComponents()) + "."
                                + name + " " + (metric instanceof Gauge<?> gauge ? gauge.getValue() : ""))));
        assertThat(metrics)
                .isNotEmpty()
                .noneMatch(metric -> metric.contains("teacher") || metric.contains("question "))
                .noneMatch(metric -> LABELS.stream().anyMatch(metric::contains));
    }

    /** The folder beside the checkpoints has a ledger, which knows that the budget is spent. */
    @Test
    void a_second_run_without_state_is_refused() throws Exception {
        assertThat(read(1).by(MECHANISM)
                        .timedBy(TIMING, SCHEDULE)
                        .labels()
                        .labels()
                        .executeAndCollect(100))
                .hasSize(QUESTIONS);
        VoteStream.Labels again =
                read(1).by(MECHANISM).timedBy(TIMING, SCHEDULE).labels();
        assertThatThrownBy(() -> again.labels().executeAndCollect(100)).hasStackTraceContaining("LEDGER_AHEAD");
    }

    @Test
    void parameters_are_checked_when_the_job_is_built() {
        Votes.Budgeted votes = read(1);
        assertThatThrownBy(() -> votes.always(0)).hasMessageContaining("sigma must be");
        assertThatThrownBy(() -> votes.by(new VoteMechanism.Gnmax(new BigDecimal("0.001"))))
                .hasMessageContaining("budget must pay for at least one question");
        VoteStream confident = votes.confidently(7, 5, 3);
        assertThatThrownBy(() -> confident.closing(TEACHERS + 1, Duration.ofMinutes(1)))
                .hasMessageContaining("votes must be at most the number of teachers");
        assertThat(confident.withoutLedger().labels().privateCounters()).startsWith("file:");
        assertThatThrownBy(confident::labels).isInstanceOf(IllegalStateException.class);
    }
}
