package dev.weir.accountant.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.InvalidParameter;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VoteAccountTest {

    private static final Delta DELTA = Delta.atMost(new BigDecimal("1e-5"));

    private static Budget rho(String rho) {
        return new Budget.Concentrated(new BigDecimal(rho), DELTA);
    }

    private static VoteMechanism confident(String checkSigma, String answerSigma) {
        return new VoteMechanism.ConfidentGnmax(
                BigDecimal.TEN, new BigDecimal(checkSigma), new BigDecimal(answerSigma));
    }

    /**
     * The rows of the reference's {@code pate_budget.csv} with a whole number of questions for each answer: epsilon, delta, sigma1,
     * sigma2, asked for each answer, rho, answers.
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1e-05, , 40, 1, 0.035925702327418214, 57",
        "2, 1e-05, , 40, 1, 0.12577704845446794, 201",
        "1, 1e-06, , 100, 1, 0.028014481912630337, 280",
        "2, 1e-05, 150, 40, 2, 0.12577704845446794, 187",
        "3, 1e-05, 100, 100, 3, 0.2585649428199846, 1034"
    })
    void a_budget_pays_for_the_computed_number_of_answers(
            BigDecimal epsilon, BigDecimal delta, String check, String answer, int each, double rho, long answers) {
        VoteMechanism mechanism =
                check == null ? new VoteMechanism.Gnmax(new BigDecimal(answer)) : confident(check, answer);
        VoteAccount account = VoteAccount.of(mechanism, new Budget.Approximate(epsilon, Delta.atMost(delta)));
        assertThat(account.budget().value().doubleValue()).isCloseTo(rho, within(1e-14));
        while (account.hasRoom()) {
            account = account.asking((account.asked() + 1) % each == 0);
        }
        assertThat(account.answered()).isEqualTo(answers);
        assertThat(account.left()).isEqualTo(account.budget().minus(account.spent()));
    }

    /** Nine answers of 1/900 are exactly 0.01. Prices that are rounded up one by one would pay for eight. */
    @Test
    void room_is_compared_without_rounding() {
        VoteAccount account = VoteAccount.of(new VoteMechanism.Gnmax(new BigDecimal(30)), rho("0.01"));
        for (int i = 0; i < 9; i++) {
            assertThat(account.hasRoom()).isTrue();
            account = account.asking(true);
        }
        assertThat(account.hasRoom()).isFalse();
        assertThat(account.left().femto()).isZero();
        VoteAccount full = account;
        assertThatThrownBy(() -> full.asking(true)).isInstanceOf(IllegalStateException.class);
    }

    /** 7 checks of 1/18 and 3 answers of 1/49 are 397/882 = 0.450113378684807256... */
    @Test
    void what_is_spent_is_rounded_up_once() {
        VoteAccount account = VoteAccount.of(confident("3", "7"), rho("5")).with(7, 3);
        assertThat(account.spent().femto()).isEqualTo(450_113_378_684_808L);
        assertThat(account.left().femto()).isEqualTo(4_549_886_621_315_192L);
        assertThat(account.prices().checkPrice().femto()).isEqualTo(55_555_555_555_556L);
        assertThat(account.prices().answerPrice().femto()).isEqualTo(20_408_163_265_307L);
    }

    /** A check alone would still fit, and its answer would not. */
    @Test
    void there_must_be_room_for_check_and_answer() {
        VoteAccount account = VoteAccount.of(confident("10", "10"), rho("0.0249"));
        assertThat(account.asking(false).left().value()).isEqualByComparingTo("0.0199");
        assertThat(account.asking(false).hasRoom()).isTrue();
        assertThat(account.asking(false).asking(false).hasRoom()).isFalse();
        assertThat(account.asking(true).hasRoom()).isFalse();
    }

    @Test
    void what_an_earlier_version_has_spent_stays_spent() {
        VoteAccount before = VoteAccount.of(new VoteMechanism.Gnmax(BigDecimal.TEN), rho("0.05"))
                .with(3, 3);
        VoteAccount next = VoteAccount.of(new VoteMechanism.Gnmax(new BigDecimal(5)), rho("0.07"))
                .after(before.spent());
        assertThat(next.spent().value()).isEqualByComparingTo("0.03");
        assertThat(next.hasRoom()).isTrue();
        assertThat(next.asking(true).left().femto()).isZero();
        assertThat(next.asking(true).hasRoom()).isFalse();
        VoteAccount smaller = VoteAccount.of(new VoteMechanism.Gnmax(BigDecimal.TEN), rho("0.02"))
                .after(before.spent());
        assertThat(smaller.hasRoom()).isFalse();
        assertThat(smaller.left()).isEqualTo(Amount.zero(Currency.HALF_MU_SQUARED));
    }

    @Test
    void noise_that_is_gaussian_needs_a_delta() {
        Budget pure = new Budget.Pure(BigDecimal.ONE);
        VoteMechanism mechanism = new VoteMechanism.Gnmax(BigDecimal.TEN);
        assertThatThrownBy(() -> VoteAccount.of(mechanism, pure))
                .isInstanceOf(InvalidParameter.class)
                .hasMessageContaining("budget");
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1, 1", "1, 16777217, 1, 1", "1, 1, 0.0000009, 1", "1, 1, 1, 1.01", "1, 1, 1, 0"})
    void parameters_must_be_in_range(BigDecimal sigma, BigDecimal check, BigDecimal answer, BigDecimal confidence) {
        assertThatThrownBy(() -> {
                    new VoteMechanism.Gnmax(sigma);
                    new VoteMechanism.InteractiveGnmax(BigDecimal.ONE, check, answer, confidence);
                })
                .isInstanceOf(InvalidParameter.class);
    }

    @Test
    void equal_parameters_have_equal_words() {
        assertThat(confident("10", "4.50").words())
                .isEqualTo("confident-gnmax threshold 10 check-sigma 10 answer-sigma 4.5")
                .isEqualTo(confident("10.0", "4.5").words());
    }
}
