package dev.weir.jobs.kind.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kind.PipelineKind.Use;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.settings.InvalidPipeline;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.state.restore.Fingerprint;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class EncodeFileTest {

    private static final String CATEGORY = """
            pipeline: survey
            kind: encode
            domain: {name: answers}
            source: {format: json, time: time, unit: user}
            report: {question: country, field: country, mechanism: subset-selection, epsilon: 1, options: [GB, DE, FR, none]}
            allowance: {per: day, reports: 3, remember: 2}
            """;

    private static final String NUMBER = CATEGORY.replace(
            "{question: country, field: country, mechanism: subset-selection, epsilon: 1, options: [GB, DE, FR, none]}",
            "{question: hours, field: hours, mechanism: interval, epsilon: 2, range: [-1, 24], grid: 0.25}");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private PipelineFile file(String text) throws IOException {
        Path file = Files.writeString(folder.resolve("survey.yaml"), text);
        return PipelineFile.read(file, List.of(), Purpose.REPLAY);
    }

    private Pipeline read(String text) throws IOException {
        return file(text).pipeline();
    }

    @Test
    void a_question_of_options_is_read() throws IOException {
        PipelineFile file = file(CATEGORY);
        assertThat(file.warnings()).isEmpty();
        EncodedAnswer answer = EncodeKind.answer(file.pipeline());
        assertThat(answer.field()).isEqualTo("country");
        assertThat(answer.terms().question())
                .isEqualTo(CategoryQuestion.of("country", List.of("GB", "DE", "FR", "none"), BigDecimal.ONE));
        assertThat(answer.terms().allowance().unit()).isEqualTo(PrivacyUnit.USER_PER_DAY);
        assertThat(answer.terms().epsilonOfPeriod()).isEqualByComparingTo("2");
        assertThat(file.pipeline().plan().unit()).isEqualTo(PrivacyUnit.USER_PER_DAY);
        assertThat(file.pipeline().plan().unitName().name()).isEqualTo("answers of user");
        assertThat(file.pipeline().sink().skipPresent()).isTrue();
    }

    @Test
    void a_question_about_a_number_is_read() throws IOException {
        NumberQuestion question =
                (NumberQuestion) EncodeKind.answer(read(NUMBER)).terms().question();
        assertThat(question.mechanism().range().low()).isEqualTo(-4);
        assertThat(question.mechanism().range().high()).isEqualTo(96);
    }

    @Test
    void a_file_without_a_kind_is_no_file_of_this_kind() throws IOException {
        assertThatThrownBy(() -> read(CATEGORY.replace("kind: encode\n", "")))
                .isInstanceOf(InvalidPipeline.class)
                .hasMessageContaining("report: unknown field")
                .hasMessageContaining("privacy: must be given");
        Pipeline rides = PipelineFile.read(Path.of("../examples/rides.yaml"), List.of(), Purpose.REPLAY)
                .pipeline();
        assertThat(rides.terms().kind()).isEqualTo("aggregate");
        assertThatThrownBy(() -> EncodeKind.answer(rides)).hasMessage("kind: must be encode, was aggregate");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            kind: encode      | kind: encod              | 2: kind: must be aggregate | encode
            epsilon: 1,       | epsilon: 17,             | 5: report.epsilon: must be
            epsilon: 1,       | ''                       | 5: report.epsilon: must be given
            subset-selection  | subset                   | 5: report.mechanism: must be subset-selection
            subset-selection  | interval                 | 5: report.range: must be given for interval
            subset-selection  | local-laplace            | 5: report.options: must be left out for local-laplace
            GB, DE            | GB, GB                   | 5: report.options: must be all different
            [GB, DE, FR, none]| [GB]                     | 5: report.options: must be
            [GB, DE, FR, none]| [GB, DE], range: [0, 1]  | 5: report.range: must be left out for subset-selection
            per: day          | per: week                | 6: allowance.per: must be day or hour
            reports: 3        | reports: 0               | 6: allowance.reports: must be a whole number from 1
            reports: 3, remember: 2 | reports: 101       | 5: report.epsilon: must be such that a person loses at most epsilon 100
            remember: 2       | remembr: 2               | 6: allowance.remembr: unknown field; did you mean remember?
            {name: answers}   | "{name: answers, budget: {epsilon: 1.5}}" | 3: domain.budget: must hold
            """)
    void a_mistake_is_named_with_its_line(String right, String wrong, String problem) {
        assertThat(CATEGORY).contains(right);
        String text = CATEGORY.replace(right, wrong.replace("\"", ""));
        assertThatThrownBy(() -> read(text))
                .isInstanceOf(InvalidPipeline.class)
                .hasMessageContaining("survey.yaml:" + problem);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            remember: 2      | remember: 3             | allowance.remember: as many are drawn as are sent
            epsilon: 1       | epsilon: 6              | report.epsilon: above epsilon 10 a period hardly anything is hidden
            subset-selection, epsilon: 1 | hadamard, epsilon: 5 | report.mechanism: the error of counts is
            field: country   | field: user             | source.unit: the answer is the person's id
            """)
    void what_is_unwise_draws_a_warning(String right, String unwise, String warning) throws IOException {
        assertThat(CATEGORY).contains(right);
        assertThat(file(CATEGORY.replace(right, unwise)).warnings())
                .singleElement()
                .asString()
                .contains(warning);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            "country": "DE"    |
            "country": "none"  |
            "country": "de"    | OUT_OF_RANGE
            "country": "reports of country" | OUT_OF_RANGE
            "country": ""      | NO_KEY
            "land": "DE"       | NO_KEY
            "country": ["DE"]  | SCHEMA
            """)
    void an_answer_is_an_option(String member, @Nullable Rejection code) throws IOException {
        assertThat(code(CATEGORY, member)).isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            "hours": 24        |
            "hours": -1        |
            "hours": "7.1"     |
            "hours": 24.001    | OUT_OF_RANGE
            "hours": -1.001    | OUT_OF_RANGE
            "hours": 1e30      | OUT_OF_RANGE
            "hours": "seven"   | NOT_A_NUMBER
            """)
    void an_answer_is_a_number_of_the_range(String member, @Nullable Rejection code) throws IOException {
        assertThat(code(NUMBER, member)).isEqualTo(code);
    }

    private @Nullable Rejection code(String text, String member) throws IOException {
        Pipeline pipeline = read(text);
        PayloadReader reader = PipelineKinds.of(pipeline).reader(pipeline);
        DecodedRecord decoded = new DecodedRecord(pipeline.plan());
        String record = "{\"time\": 5, \"user\": \"ada\", " + member + "}";
        reader.read(record.getBytes(StandardCharsets.UTF_8), decoded);
        return decoded.rejection();
    }

    @Test
    void it_says_what_it_cannot_be_used_for() throws IOException {
        Pipeline pipeline = read(CATEGORY);
        for (Use use : Use.values()) {
            assertThatThrownBy(() -> PipelineKinds.require(pipeline, use)).hasMessageStartingWith("kind: encode ");
        }
    }

    @Test
    void its_card_says_who_is_trusted_and_what_a_memo_promises() throws IOException {
        Pipeline pipeline = read(CATEGORY);
        assertThat(PipelineKinds.of(pipeline).card(pipeline).text())
                .contains("at most epsilon 1 by one report, 2 in one day, 60 in 30 of them, 730 in 365,\n")
                .contains("Memo        2 of them are drawn; equal answers send equal reports")
                .contains("when one changed or came back, is told in full")
                .contains("answers of one user in one UTC day are others of the options, equal at the same places")
                .contains("Trusted     this gateway with the answers themselves")
                .contains("Not trusted the topic of reports");
        Pipeline number = read(NUMBER);
        assertThat(PipelineKinds.of(number).card(number).json())
                .contains("\"epsilon\":{\"report\":2,\"period\":4}")
                .contains("\"range\":[-1,24],\"grid\":0.25");
    }

    /** The share of a domain, and its loss, are of answers that are replaced; aggregates have other neighbours. */
    @Test
    void any_change_of_what_a_report_means_or_costs_changes_the_meaning_of_its_version() throws IOException {
        String same = cells(CATEGORY);
        assertThat(cells(CATEGORY.replace("options: [GB, DE, FR, none]", "options: [DE, GB, FR, none]")))
                .isNotEqualTo(same);
        assertThat(cells(CATEGORY.replace("reports: 3", "reports: 4"))).isNotEqualTo(same);
        assertThat(cells(CATEGORY.replace("field: country", "field: home"))).isNotEqualTo(same);
        assertThat(cells(CATEGORY.replace("subset-selection", "randomized-response")))
                .isEqualTo(same);
        assertThat(cells(CATEGORY.replace("subset-selection", "hadamard"))).isNotEqualTo(same);
    }

    private String cells(String text) throws IOException {
        return Fingerprint.meaning(read(text).plan(), 0).cells().toString();
    }
}
