package dev.weir.operators.local.encode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.local.IntervalResponse;
import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.publish.row.PublishedRow;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Reports of an epsilon at which the true answer is in nearly all of them; the draws are the same in every run. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class EncoderTest {

    private static final BigDecimal CERTAIN = new BigDecimal("16");

    private static PublishedRow row(Question question, int answer) {
        EncodeTerms terms = new EncodeTerms(question, 1, CERTAIN, new ReportAllowance(PrivacyUnit.USER_PER_HOUR, 1, 0));
        Encoder encoder = new Encoder(terms, Gateway.plan(terms), new SplittableRandom(7)::nextLong);
        return Objects.requireNonNull(encoder.encode(null, 3, answer)).row();
    }

    @Test
    void an_answer_is_the_number_of_an_option() {
        CategoryQuestion question =
                new CategoryQuestion("letter", List.of("a", "b", "c", "d", "e"), SubsetResponse.single(5, CERTAIN));
        for (int answer = 0; answer < 5; answer++) {
            long[] counts = new long[5];
            assertThat(question.mechanism()
                            .count(Gateway.report(row(question, answer)).bytes(), counts))
                    .isTrue();
            assertThat(counts[answer]).isEqualTo(1);
        }
    }

    @Test
    void a_number_is_as_many_steps_above_the_lowest() {
        BigDecimal half = new BigDecimal("0.5");
        NumberQuestion question = new NumberQuestion(
                "hours",
                half,
                IntervalResponse.of(NumberQuestion.steps(new BigDecimal("-4"), new BigDecimal("6"), half), CERTAIN));
        for (int answer = 0; answer <= 20; answer += 5) {
            long output = question.mechanism()
                    .output(Gateway.report(row(question, answer)).bytes())
                    .orElseThrow();
            assertThat(question.mechanism().value((double) output)).isCloseTo(answer - 8, Offset.offset(1.0));
        }
    }

    @Test
    void a_row_belongs_to_the_period_of_its_record() {
        CategoryQuestion question = CategoryQuestion.of("letter", List.of("a", "b"), CERTAIN);
        PublishedRow row = row(question, 0);
        assertThat(Gateway.report(row).period()).isEqualTo(3);
        assertThat(row.windowStart()).isEqualTo(3 * 3_600_000L);
        assertThat(row.windowEnd()).isEqualTo(4 * 3_600_000L);
        assertThat(row.charge()).isEqualTo(16_000_000_000_000_000L);
    }
}
