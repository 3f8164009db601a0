package dev.weir.jobs.kind.votes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.state.restore.Fingerprint;
import dev.weir.operators.vote.VoteTerms;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VotesFileTest {

    private static final String FILE = """
            pipeline: triage
            kind: votes
            domain: {name: clinics}
            source: {format: json, time: time}
            questions: {file: questions.jsonl, question: id}
            votes: {question: id, teacher: clinic, label: label, teachers: 250, labels: [benign, malign], close: {wait: 10m}}
            mechanism: {confident-gnmax: {threshold: 175, check-sigma: 80, answer-sigma: 40}}
            privacy: {unit: teacher, budget: {epsilon: 2, delta: 1e-5}}
            """;
    private static final String CONFIDENT = "{confident-gnmax: {threshold: 175, check-sigma: 80, answer-sigma: 40}}";

    @TempDir
    Path folder = Path.of("");

    private PipelineFile file(String text, Purpose purpose) throws IOException {
        Files.writeString(folder.resolve("questions.jsonl"), "");
        Path file = Files.writeString(folder.resolve("votes.yaml"), text);
        return PipelineFile.read(file, List.of(), purpose);
    }

    private Pipeline read(String text) throws IOException {
        return file(text, Purpose.REPLAY).pipeline();
    }

    private static VoteTerms terms(Pipeline pipeline) {
        return ((AskedVotes) pipeline.terms()).terms();
    }

    @Test
    void the_terms_of_a_vote_are_read() throws IOException {
        PipelineFile file = file(FILE, Purpose.REPLAY);
        assertThat(file.warnings()).isEmpty();
        VoteTerms terms = terms(file.pipeline());
        assertThat(terms.mechanism())
                .isEqualTo(new VoteMechanism.ConfidentGnmax(
                        BigDecimal.valueOf(175), BigDecimal.valueOf(80), BigDecimal.valueOf(40)));
        assertThat(terms.labels()).containsExactly("benign", "malign");
        assertThat(terms.close()).isEqualTo(new VoteTerms.Close(250, Duration.ofMinutes(10)));
        assertThat(file.pipeline().source().unit()).isEqualTo("clinic");
        assertThat(file.pipeline().plan().unitName().name()).isEqualTo("labels of clinic");
        assertThat(file.pipeline().readFields()).containsExactlyInAnyOrder("time", "clinic", "id", "label");
    }

    @Test
    void another_field_with_the_label_is_another_meaning() throws IOException {
        String meaning = Fingerprint.meaning(read(FILE).plan(), 0).cells().toString();
        String other = FILE.replace("label: label", "label: verdict");
        assertThat(other).isNotEqualTo(FILE);
        assertThat(Fingerprint.meaning(read(other).plan(), 0).cells().toString())
                .isNotEqualTo(meaning);
    }

    @Test
    void the_unit_may_be_named_twice_and_have_a_form() throws IOException {
        Pipeline named = read(FILE.replace("time: time}", "time: time, unit: clinic, unit-form: lower-case}"));
        assertThat(named.plan().unitForm().name()).isEqualTo("LOWER_CASE");
    }

    @Test
    void an_interactive_mechanism_needs_a_belief() throws IOException {
        String interactive = FILE.replace(
                CONFIDENT, "{interactive-gnmax: {threshold: 60, check-sigma: 80, answer-sigma: 40, confidence: 0.9}}");
        assertThatThrownBy(() -> read(interactive)).hasMessageContaining("questions.belief: must be given");
        assertThat(terms(read(interactive.replace("question: id}", "question: id, belief: scores}")))
                        .mechanism()
                        .isInteractive())
                .isTrue();
        assertThatThrownBy(() -> read(FILE.replace("question: id}", "question: id, belief: scores}")))
                .hasMessageContaining("questions.belief: must be left out");
    }

    @Test
    void a_run_needs_topics_and_a_replay_a_recording() {
        assertThatThrownBy(() -> file(FILE, Purpose.RUN)).hasMessageContaining("questions.topic: must be given");
        assertThatThrownBy(() -> read(FILE.replace("file: questions.jsonl, ", "")))
                .hasMessageContaining("questions.file: must be given");
        assertThatThrownBy(() -> read(FILE.replace("questions.jsonl", "absent.jsonl")))
                .hasMessageContaining("questions.file: must be a file that can be read, was absent.jsonl");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unit: teacher,       | unit: user,             | 8: privacy.unit: must be teacher
            , delta: 1e-5        | ''                      | 8: privacy.budget.delta: must be given
            epsilon: 2, delta    | epsilon: 101, delta     | 8: privacy.budget.epsilon: must be at most epsilon 100
            epsilon: 2, delta    | epsilon: 0.01, delta    | 8: privacy.budget: must pay for at least one question
            answer-sigma: 40     | answer-sigma: 0         | 7: mechanism.confident-gnmax.answer-sigma: must be > 0
            answer-sigma: 40     | answer-sigma: 1e9       | 7: mechanism.confident-gnmax.answer-sigma: must be
            confident-gnmax      | gnmax                   | 7: mechanism.gnmax.sigma: must be given
            confident-gnmax      | lnmax                   | 7: mechanism.lnmax: unknown field
            teacher: clinic      | teacher: label          | 6: votes.label: must be another field than label
            [benign, malign]     | [benign]                | 6: votes.labels: must be
            [benign, malign]     | [benign, benign]        | 6: votes.labels: must be
            {wait: 10m}          | {votes: 251, wait: 10m} | 6: votes.close.votes: must be at most votes.teachers
            {wait: 10m}          | {votes: 250}            | 6: votes.close.wait: must be given
            time: time}          | time: time, unit: id}   | 4: source.unit: must be left out, or be clinic
            """)
    void a_mistake_is_named_with_its_line(String right, String wrong, String problem) {
        assertThat(FILE).contains(right);
        assertThatThrownBy(() -> read(FILE.replace(right, wrong)))
                .isInstanceOf(InvalidPipeline.class)
                .hasMessageContaining("votes.yaml:" + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            teachers: 250      | teachers: 99       | below 100 teachers
            threshold: 175     | threshold: 251     | threshold is above the number of teachers
            check-sigma: 80    | check-sigma: 20    | check-sigma is below answer-sigma
            answer-sigma: 40   | answer-sigma: 79   |
            answer-sigma: 40   | answer-sigma: 120  | even a label that all teachers vote for is often not drawn
            epsilon: 2         | epsilon: 11        | above epsilon 10
            delta: 1e-5        | delta: 1e-4        | delta above 1e-5
            """)
    void what_makes_no_sense_is_warned_of(String right, String wrong, String warning) throws IOException {
        String warnings = String.join(
                "\n", file(FILE.replace(right, wrong), Purpose.REPLAY).warnings());
        if (warning == null) {
            assertThat(warnings).isEmpty();
        } else {
            assertThat(warnings).contains(warning);
        }
    }

    /** The prices are 1 / (2 80^2) and 1 / 40^2, the numbers of questions those of the table of budgets. */
    @Test
    void a_card_says_unit_neighbours_trust_price_and_error() throws IOException {
        Pipeline pipeline = read(FILE.replace("threshold: 175, check-sigma: 80", "threshold: 175, check-sigma: 150"));
        String card = PipelineKinds.of(pipeline).card(pipeline).text();
        assertThat(card)
                .contains("(unit: teacher)")
                .contains("the labels of one teacher are replaced")
                .contains("Budget      epsilon 2, delta 0.00001\n")
                .contains("half mu squared 0.000022222222223 for each question asked, 0.000625 more for each answered")
                .contains("drawn at least 95 times in 100")
                .contains("a label of all teachers passes the check in 69 of 100 cases")
                .contains("a person in the shards of s teachers loses s times the mu")
                .contains("Trusted ");
    }
}
