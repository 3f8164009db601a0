package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Tests that the delta for keys is taken out of a budget before the rest is converted, and is claimed and declared apart. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredClaimsTest {

    private static Query query(String name, String delta) {
        return Discovered.query(
                Queries.hourly(name).count().contributions(3).recordsPerCell(1).share("0.5"),
                Discovered.keys(delta, 1));
    }

    private static Budget budget(String delta) {
        return new Budget.Approximate(BigDecimal.ONE, Discovered.delta(delta));
    }

    @Test
    void the_deltas_of_all_queries_are_taken_out_before_the_rest_is_converted() {
        Plan plan = Discovered.plan(budget("1e-6"), query("a", "3e-7"), query("b", "2e-7"));
        assertThat(plan.keys()).isEqualTo(Discovered.delta("5e-7"));
        assertThat(plan.noise()).isEqualTo(QueryPrice.afford(budget("5e-7")));
        assertThat(plan.queries().get(0).price().share().value().doubleValue())
                .isLessThanOrEqualTo(plan.noise().value().doubleValue() / 2);
        Claim claim = LedgerAccess.ofOnly(LedgerAccess.none("p").place(), "p")
                .request(plan, "run", 0)
                .claim();
        assertThat(claim.share()).isEqualTo(plan.noise());
        assertThat(claim.keys()).isEqualTo(plan.keys());
        Declaration declared = LedgerAccess.none("p").declaration(plan);
        assertThat(declared.budget()).isEqualTo(plan.noise());
        assertThat(declared.keys()).isEqualTo(plan.keys());
    }

    @Test
    void if_keys_take_the_whole_delta_the_noise_is_that_of_a_pure_budget_and_more_is_refused() {
        Plan plan = Discovered.plan(budget("1e-6"), query("a", "1e-6"));
        assertThat(plan.noise().currency()).isEqualTo(Currency.EPSILON);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Discovered.plan(budget("1e-6"), query("a", "7e-7"), query("b", "7e-7")))
                .withMessageContaining("delta of keys must be at most the delta of the budget");
    }

    @Test
    void plans_without_discovered_keys_claim_and_declare_none() {
        Plan plan = Discovered.plan(budget("1e-6"), Queries.hourly("q").count().query());
        assertThat(plan.noise()).isEqualTo(QueryPrice.afford(budget("1e-6")));
        assertThat(LedgerAccess.none("p").declaration(plan).keys()).isEqualTo(Delta.ZERO);
    }
}
