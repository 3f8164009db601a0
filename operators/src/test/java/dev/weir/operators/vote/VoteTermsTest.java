package dev.weir.operators.vote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class VoteTermsTest {

    private static final VoteMechanism MECHANISM = new VoteMechanism.Gnmax(BigDecimal.TEN);

    private static VoteTerms terms(List<String> labels, int teachers, int votes, String rho) {
        return new VoteTerms(
                "triage",
                1,
                MECHANISM,
                labels,
                teachers,
                new VoteTerms.Close(votes, Duration.ofMinutes(1)),
                VoteBench.rho(new BigDecimal(rho)));
    }

    @Test
    void terms_that_cannot_be_meant_are_refused_by_the_name_of_their_field() {
        List<String> labels = List.of("a", "b");
        assertThatThrownBy(() -> terms(List.of("a"), 5, 5, "1")).hasMessageStartingWith("labels must be 2 to");
        assertThatThrownBy(() -> terms(List.of("a", "a"), 5, 5, "1")).hasMessage("labels must be distinct");
        assertThatThrownBy(() -> terms(List.of("a", ""), 5, 5, "1")).hasMessage("labels must not be empty");
        assertThatThrownBy(() -> terms(labels, 0, 1, "1")).hasMessageStartingWith("teachers must be 1 to");
        assertThatThrownBy(() -> terms(labels, 5, 6, "1")).hasMessageStartingWith("votes must be at most");
        assertThatThrownBy(() -> terms(labels, 5, 0, "1")).hasMessage("votes must be >= 1");
        assertThatThrownBy(() -> terms(labels, 5, 5, "0.0099")).hasMessageStartingWith("budget must pay for");
        assertThat(terms(labels, 5, 5, "0.01").account().asking(true).hasRoom()).isFalse();
    }

    /** The ledger grants the budget to teachers for ever, under a name that no other kind of job has. */
    @Test
    void the_plan_claims_the_budget_for_the_labels_of_a_teacher() {
        Plan plan =
                terms(List.of("a", "b"), 5, 5, "0.5").plan("clinic", new TimeBounds(0, 0), UnitName.of("school"), "");
        assertThat(plan.unit()).isEqualTo(PrivacyUnit.USER);
        assertThat(plan.unitName().name()).isEqualTo("labels of school");
        assertThat(plan.queries().get(0).price().share().value()).isEqualByComparingTo("0.5");
    }

    @Test
    void labels_that_are_joined_otherwise_are_other_terms() {
        String one = terms(List.of("a", "b c"), 5, 5, "1").description();
        assertThat(terms(List.of("a b", "c"), 5, 5, "1").description()).isNotEqualTo(one);
        assertThat(terms(List.of("b c", "a"), 5, 5, "1").description()).isNotEqualTo(one);
        assertThat(terms(List.of("a", "b c"), 5, 4, "1").description()).isNotEqualTo(one);
        assertThat(terms(List.of("a", "b c"), 6, 5, "1").description()).isNotEqualTo(one);
    }

    @Test
    void a_belief_is_a_distribution_over_the_labels() {
        assertThat(PublicQuestion.isBelief(new double[] {0.25, 0.75}, 2)).isTrue();
        assertThat(PublicQuestion.isBelief(new double[] {0.25, 0.7500009}, 2)).isTrue();
        assertThat(PublicQuestion.isBelief(new double[] {0.25, 0.75}, 3)).isFalse();
        assertThat(PublicQuestion.isBelief(new double[] {0.25, 0.7}, 2)).isFalse();
        assertThat(PublicQuestion.isBelief(new double[] {-0.25, 1.25}, 2)).isFalse();
        assertThat(PublicQuestion.isBelief(new double[] {Double.NaN, 1}, 2)).isFalse();
    }
}
