package dev.weir.accountant.journal.audit;

import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static dev.weir.accountant.journal.audit.TestLedger.milli;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.PeriodSpending.SpentShare;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.math.BigInteger;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DomainSpendingTest {

    private static SpendingInterval interval(String pipeline, long from, long to, long milli) {
        return new SpendingInterval(pipeline, 0, from, to, milli(milli), Delta.ZERO, Delta.ZERO);
    }

    private static PeriodSpending span(long from, long to, SpentShare... shares) {
        return new PeriodSpending(from, to, List.of(shares));
    }

    private static SpentShare share(String pipeline, long epsilon) {
        return new SpentShare(pipeline, milli(epsilon), Delta.ZERO);
    }

    /** The claims add up to 1800 of 1000, but only the largest counts. */
    @Test
    void four_claims_of_one_life_spend_the_largest_of_them_in_each_period() {
        TestLedger ledger = new TestLedger().decide(declaration(1000));
        for (long epsilon : new long[] {400, 450, 500, 450}) {
            ledger.own("p", "run-" + ledger.records.size(), claim(0, epsilon, "trips"))
                    .batch("p", "trips", ledger.records.size(), "harbour");
        }
        assertThat(ledger.view().broken()).isEmpty();
        assertThat(DomainSpending.spans(PrivacyUnit.USER_PER_DAY, ledger.view().intervals()))
                .containsExactly(span(0, 0, share("p", 500)), span(1, Long.MAX_VALUE, share("p", 450)));
    }

    @Test
    void lives_and_pipelines_add_where_their_periods_meet_and_gaps_are_left_out() {
        List<SpendingInterval> intervals = List.of(
                interval("p", 0, 4, 300),
                new SpendingInterval("p", 1, 3, 4, milli(200), Delta.ZERO, Delta.ZERO),
                interval("q", 4, 5, 100),
                interval("q", 9, 9, 100));
        List<PeriodSpending> spans = DomainSpending.spans(PrivacyUnit.USER_PER_DAY, intervals);
        assertThat(spans)
                .containsExactly(
                        span(0, 2, share("p", 300)),
                        span(3, 3, share("p", 300), share("p", 200)),
                        span(4, 4, share("p", 300), share("p", 200), share("q", 100)),
                        span(5, 5, share("q", 100)),
                        span(9, 9, share("q", 100)));
        assertThat(spans.get(2).sum()).contains(share("", 600));
        assertThat(spans.get(2).left(declaration(1000))).contains(milli(400));
        assertThat(spans.get(2).left(declaration(599))).isEmpty();
        assertThat(spans.get(1))
                .hasToString("epsilon 0.3 by p + epsilon 0.2 by p = epsilon 0.5")
                .extracting(span -> span.periods(PrivacyUnit.USER_PER_DAY))
                .isEqualTo("on 1970-01-04");
    }

    private static DomainBudget raised() {
        return DomainBudget.of(declaration(1000))
                .with(new Raise(5, milli(1200), Delta.ZERO))
                .with(new Raise(8, milli(1500), Delta.ZERO));
    }

    @Test
    void each_period_is_judged_by_the_budget_that_is_in_force_in_it() {
        SpendingInterval all = interval("p", 0, Long.MAX_VALUE, 1000);
        for (long share : new long[] {200, 201, 500, 501}) {
            for (long from = 3; from < 10; from++) {
                long most = from < 5 ? 0 : from < 8 ? 200 : 500;
                List<SpendingInterval> intervals = List.of(all, interval("q", from, Long.MAX_VALUE, share));
                assertThat(DomainSpending.overrun(raised(), intervals).isEmpty())
                        .isEqualTo(share <= most);
            }
        }
    }

    @Test
    void what_does_not_fit_names_the_budget_in_force_and_the_raise_from_which_on_it_fits() {
        SpendingInterval all = interval("p", 0, Long.MAX_VALUE, 1000);
        assertThat(overrun(all, interval("q", 4, Long.MAX_VALUE, 400)))
                .isEqualTo("period 1970-01-05: p epsilon 1 + q epsilon 0.4 exceeds domain epsilon 1;"
                        + " fits from 1970-01-09 on");
        assertThat(overrun(all, interval("q", 6, Long.MAX_VALUE, 501)))
                .isEqualTo("period 1970-01-07: p epsilon 1 + q epsilon 0.501 exceeds domain epsilon 1.2");
        SpendingInterval late = interval("r", 9, Long.MAX_VALUE, 400);
        assertThat(overrun(all, interval("q", 4, Long.MAX_VALUE, 150), late))
                .isEqualTo("period 1970-01-05: p epsilon 1 + q epsilon 0.15 exceeds domain epsilon 1");
    }

    private static String overrun(SpendingInterval... intervals) {
        return DomainSpending.overrun(raised(), List.of(intervals)).orElseThrow();
    }

    @Test
    void spans_are_cut_where_the_budget_grows() {
        PeriodSpending all = span(0, Long.MAX_VALUE, share("p", 300));
        assertThat(raised().cut(List.of(all)))
                .containsExactly(
                        span(0, 4, share("p", 300)),
                        span(5, 7, share("p", 300)),
                        span(8, Long.MAX_VALUE, share("p", 300)));
    }

    @Test
    void a_sum_of_two_currencies_or_beyond_what_a_long_counts_is_none() {
        SpentShare rho = new SpentShare("q", new Amount(Currency.RHO, 1), Delta.ZERO);
        SpentShare most = new SpentShare("q", new Amount(Currency.EPSILON, Long.MAX_VALUE), Delta.ZERO);
        assertThat(span(0, 0, share("p", 1), rho).sum()).isEmpty();
        assertThat(span(0, 0, share("p", 1), most).sum()).isEmpty();
        assertThat(span(0, 0, share("p", 1), rho)).hasToString("epsilon 0.001 by p + rho 0.000000000000001 by q");
    }

    private static SpendingInterval keyed(String pipeline, long from, long milli, long keys) {
        return new SpendingInterval(pipeline, 0, from, Long.MAX_VALUE, milli(milli), Delta.ZERO, yocto(keys));
    }

    private static Delta yocto(long steps) {
        return new Delta(BigInteger.valueOf(steps));
    }

    @Test
    void deltas_for_keys_are_a_sum_of_their_own_to_the_last_step() {
        Declaration declared = declaration(1000).paying(yocto(7));
        assertThat(DomainSpending.overrunSum(declared, List.of(keyed("p", 0, 500, 3), keyed("q", 0, 500, 4))))
                .isEmpty();
        assertThat(DomainSpending.overrunSum(declared, List.of(keyed("p", 0, 1, 3), keyed("q", 5, 1, 5))))
                .contains(
                        "p epsilon 0.001 and delta 0.000000000000000000000003 for keys + q epsilon 0.001 and delta 0.000000000000000000000005 for keys"
                                + " exceeds domain epsilon 1 and delta 0.000000000000000000000007 for keys");
        assertThat(DomainSpending.overrunSum(declared, List.of(keyed("p", 0, 501, 0), keyed("q", 0, 500, 7))))
                .isPresent();
        assertThat(DomainSpending.overrunSum(declaration(1000), List.of(keyed("p", 0, 1, 1))))
                .isPresent();
    }

    /** Touches carry over within a life, and are forgotten with an adoption. */
    @Test
    void of_one_life_the_larger_delta_for_keys_counts_and_lives_add_up() {
        Declaration declared = declaration(1000).paying(yocto(7));
        SpendingInterval second = new SpendingInterval("p", 1, 0, 9, milli(1), Delta.ZERO, yocto(3));
        List<SpendingInterval> oneLife = List.of(keyed("p", 0, 500, 4), keyed("p", 2, 400, 5));
        assertThat(DomainSpending.overrunSum(declared, oneLife)).isEmpty();
        assertThat(DomainSpending.overrunSum(declared, List.of(oneLife.get(0), second)))
                .isEmpty();
        assertThat(DomainSpending.overrunSum(declared, List.of(oneLife.get(1), second)))
                .isPresent();
        PeriodSpending spent =
                DomainSpending.spans(PrivacyUnit.USER_PER_DAY, oneLife).get(1);
        assertThat(spent.shares()).containsExactly(new SpentShare("p", milli(500), Delta.ZERO, yocto(5)));
        assertThat(spent.left(declared)).contains(milli(500));
        assertThat(spent.left(declaration(1000))).isEmpty();
    }

    @Test
    void a_claim_spends_its_delta_for_keys_in_all_its_periods_and_a_raise_leaves_the_declared_one() {
        assertThat(SpendingInterval.of("p", 0, claim(3, 400, "trips").paying(yocto(2)), 0))
                .containsExactly(keyed("p", 3, 400, 2));
        DomainBudget budget =
                DomainBudget.of(declaration(1000).paying(yocto(7))).with(new Raise(5, milli(1200), Delta.ZERO));
        assertThat(budget.newest().keys()).isEqualTo(yocto(7));
        assertThat(budget.newest().words())
                .isEqualTo("epsilon 1.2 and delta 0.000000000000000000000007 for keys for each user-per-day");
    }
}
