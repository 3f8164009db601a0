package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.Start;
import dev.weir.accountant.journal.StartStep;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.state.restore.StartRefused;
import dev.weir.operators.testing.Discovered;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the delta for keys is taken out of a budget before the rest is converted, and is claimed and declared apart. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DiscoveredClaimsTest {

    @TempDir
    Path folder = Path.of("");

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

    private LedgerAccess access(String pipeline, String delta, String keys) {
        Budget domain = new Budget.Approximate(BigDecimal.TEN, Discovered.delta(delta));
        BudgetSplit split =
                keys.equals("0") ? BudgetSplit.ofNoise(domain) : new BudgetSplit(domain, Discovered.delta(keys));
        return new LedgerAccess(DirectoryLedger.at(folder.toUri().toString()), pipeline, split, "");
    }

    /** Starts a pipeline without state; returns the refusal of a look at the ledger, after which nothing is started. */
    private String start(LedgerAccess access, Plan plan) throws Exception {
        Optional<String> refusal = new LedgerLook(access, plan, Schedule.startingAt(0))
                .look(Optional.empty(), false, Optional.empty())
                .refusal()
                .map(StartRefused::getMessage);
        LedgerStart.Place place = new LedgerStart.Place(plan.domain(), access.pipeline(), "run");
        if (refusal.isEmpty()) {
            try (Ledger ledger = access.open(plan)) {
                Start start = Start.of(
                        access.request(plan, place.run(), 0), JournalState.empty(plan.domain(), access.pipeline()));
                assertThat(new LedgerStart(ledger, place, start).drive()).isInstanceOf(StartStep.Go.class);
            }
        }
        return refusal.orElse("started");
    }

    /** The domain has 1e-6 for noise in all cases but the last, and 8e-7 for keys: two thirds of it are claimed first, then the rest. */
    @Test
    void pipelines_of_a_domain_share_its_delta_for_keys_as_they_share_its_budget() throws Exception {
        Plan first = Discovered.plan(budget("1.5e-6"), query("a", "5e-7"));
        Plan second = Discovered.plan(budget("1.4e-6"), query("b", "4e-7"));
        Plan third = Discovered.plan(budget("1.3e-6"), query("c", "3e-7"));
        assertThat(start(access("first", "1.8e-6", "8e-7"), first)).isEqualTo("started");
        assertThat(start(access("second", "1.8e-6", "8e-7"), second))
                .startsWith("LEDGER_BUDGET: ")
                .contains("and delta 0.0000005 for keys + second", "exceeds domain half mu squared")
                .contains("and delta 0.0000008 for keys");
        assertThat(start(access("third", "1.8e-6", "8e-7"), third)).isEqualTo("started");
        for (LedgerAccess other : List.of(
                access("second", "1.9e-6", "9e-7"),
                access("second", "1.8e-6", "7e-7"),
                access("second", "1e-6", "0"))) {
            assertThat(start(other, Discovered.plan(Queries.hourly("d").count().query())))
                    .as("another split")
                    .startsWith("LEDGER_DECLARATION: ");
        }
    }

    /** What earlier builds have declared has no part for keys: it is read as it was, and gets none. */
    @Test
    void a_domain_that_was_declared_without_a_part_for_keys_goes_on_and_never_gets_one() throws Exception {
        Plan declared = Discovered.plan(Queries.hourly("d").count().query());
        assertThat(start(access("first", "1e-6", "0"), declared)).isEqualTo("started");
        assertThat(start(access("first", "1e-6", "0"), declared)).isEqualTo("started");
        assertThat(start(access("second", "1.5e-6", "5e-7"), Discovered.plan(budget("1.5e-6"), query("a", "5e-7"))))
                .startsWith("LEDGER_DECLARATION: ");
    }

    @Test
    void plans_without_discovered_keys_claim_and_declare_none() {
        Plan plan = Discovered.plan(budget("1e-6"), Queries.hourly("q").count().query());
        assertThat(plan.noise()).isEqualTo(QueryPrice.afford(budget("1e-6")));
        assertThat(LedgerAccess.none("p").declaration(plan).keys()).isEqualTo(Delta.ZERO);
    }
}
