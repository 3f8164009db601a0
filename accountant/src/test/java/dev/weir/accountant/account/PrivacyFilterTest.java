package dev.weir.accountant.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PrivacyFilterTest {

    private static final BigInteger DELTA_ONE = BigInteger.TEN.pow(24);

    @ParameterizedTest
    @EnumSource(Currency.class)
    void a_filter_refuses_exactly_one_step_past_its_edge(Currency currency) {
        PrivacyFilter filter = PrivacyFilter.of(new Amount(currency, 1_000));
        long[] spent = new long[filter.words()];
        assertThat(filter.charge(spent, 0, steps(currency, 1_001))).isFalse();
        assertThat(filter.charge(spent, 0, steps(currency, 999))).isTrue();
        assertThat(filter.charge(spent, 0, steps(currency, 2))).isFalse();
        assertThat(filter.charge(spent, 0, steps(currency, 1))).isTrue();
        assertThat(filter.charge(spent, 0, steps(currency, 1))).isFalse();
        assertThat(filter.charge(spent, 0, steps(currency, 0))).isTrue();
        assertThat(spent).containsExactly(1_000);
    }

    @Test
    void failures_stop_a_filter_exactly_at_their_edge_across_the_word_boundary() {
        BigInteger edge = BigInteger.ONE.shiftLeft(64).add(BigInteger.valueOf(5));
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.EPSILON, 100), new Delta(edge));
        long[] spent = new long[filter.words()];
        Delta nearly = new Delta(edge.subtract(BigInteger.ONE));
        assertThat(filter.charge(spent, 0, Charge.of(new Amount(Currency.EPSILON, 1), nearly)))
                .isTrue();
        long[] before = spent.clone();
        assertThat(filter.charge(spent, 0, failing(1, 2))).isFalse();
        assertThat(spent).isEqualTo(before);
        assertThat(filter.charge(spent, 0, failing(1, 1))).isTrue();
        assertThat(filter.charge(spent, 0, failing(1, 1))).isFalse();
        assertThat(spent[0]).isEqualTo(2);
        assertThat(UInt128.toBigInteger(spent[1], spent[2])).isEqualTo(edge);
    }

    @RepeatedTest(200)
    void a_filter_grants_what_exact_arithmetic_grants_and_a_refusal_changes_nothing(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        BigInteger failures = new BigInteger(random.nextInt(1, 80), random).min(DELTA_ONE);
        long limit = random.nextLong(1, 1L << random.nextInt(1, 62));
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.EPSILON, limit), new Delta(failures));
        long[] spent = new long[filter.words() + 2];
        BigInteger amount = BigInteger.ZERO;
        BigInteger delta = BigInteger.ZERO;
        for (int i = 0; i < 300; i++) {
            long cost = random.nextLong(0, limit / 20 + 2);
            BigInteger fails = new BigInteger(Math.max(1, failures.bitLength() - 4), random);
            BigInteger nextAmount = amount.add(BigInteger.valueOf(cost));
            BigInteger nextDelta = delta.add(fails);
            boolean fits = nextAmount.compareTo(BigInteger.valueOf(limit)) <= 0 && nextDelta.compareTo(failures) <= 0;
            long[] before = spent.clone();
            Charge charge = Charge.of(new Amount(Currency.EPSILON, cost), new Delta(fails));
            assertThat(filter.charge(spent, 1, charge)).isEqualTo(fits);
            amount = fits ? nextAmount : amount;
            delta = fits ? nextDelta : delta;
            assertThat(Arrays.equals(spent, before) || fits).isTrue();
            assertThat(spent[1]).isEqualTo(amount.longValueExact());
            boolean counts = filter.words() == 3;
            assertThat(counts ? UInt128.toBigInteger(spent[2], spent[3]) : BigInteger.ZERO)
                    .isEqualTo(delta);
        }
        assertThat(spent[0]).isZero();
        assertThat(spent[spent.length - 1]).isZero();
    }

    @RepeatedTest(200)
    void order_and_grouping_of_charges_change_nothing(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        List<Long> costs =
                new ArrayList<>(random.longs(50, 0, Long.MAX_VALUE / 64).boxed().toList());
        long total = costs.stream().mapToLong(Long::longValue).sum();
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.RHO, total));
        long[] forward = new long[1];
        long[] shuffled = new long[1];
        long[] together = new long[1];
        costs.forEach(cost ->
                assertThat(filter.charge(forward, 0, steps(Currency.RHO, cost))).isTrue());
        Collections.shuffle(costs, random);
        costs.forEach(cost -> assertThat(filter.charge(shuffled, 0, steps(Currency.RHO, cost)))
                .isTrue());
        assertThat(filter.charge(together, 0, steps(Currency.RHO, total))).isTrue();
        assertThat(forward).isEqualTo(shuffled).isEqualTo(together);
        assertThat(filter.charge(forward, 0, steps(Currency.RHO, 1))).isFalse();
    }

    @RepeatedTest(100)
    void shares_of_a_budget_always_fit_it(RepetitionInfo run) {
        Random random = new Random(run.getCurrentRepetition());
        Amount budget = new Amount(Currency.EPSILON, random.nextLong(1, Long.MAX_VALUE));
        PrivacyFilter filter = PrivacyFilter.of(budget);
        long[] spent = new long[1];
        for (Amount share : budget.split(random.nextInt(1, 1_000))) {
            assertThat(filter.charge(spent, 0, Charge.of(share))).isTrue();
        }
        assertThat(spent[0]).isEqualTo(budget.femto());
    }

    @Test
    void overflow_means_exhausted_even_for_the_largest_budget() {
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.RHO, Long.MAX_VALUE));
        long[] spent = new long[1];
        assertThat(filter.charge(spent, 0, steps(Currency.RHO, Long.MAX_VALUE))).isFalse();
        assertThat(filter.charge(spent, 0, steps(Currency.EPSILON, Long.MAX_VALUE)))
                .isFalse();
        assertThat(filter.charge(spent, 0, steps(Currency.RHO, Long.MAX_VALUE - 1)))
                .isTrue();
        assertThat(filter.charge(spent, 0, steps(Currency.RHO, 2))).isFalse();
        assertThat(spent).containsExactly(Long.MAX_VALUE - 1);
    }

    @Test
    void a_charge_is_worth_in_other_currencies_only_what_follows() {
        Charge pure = Charge.of(Amount.atMost(Currency.EPSILON, new BigDecimal("0.3")));
        PrivacyFilter zcdp = PrivacyFilter.of(Amount.atMost(Currency.RHO, new BigDecimal("0.045")));
        long[] spent = new long[1];
        assertThat(zcdp.charge(spent, 0, pure)).isTrue();
        assertThat(spent).containsExactly(45_000_000_000_000L);
        assertThat(zcdp.charge(new long[1], 0, steps(Currency.HALF_MU_SQUARED, 7)))
                .isTrue();
        assertRefused(PrivacyFilter.of(new Amount(Currency.EPSILON, 9)), steps(Currency.RHO, 7));
        assertRefused(PrivacyFilter.of(new Amount(Currency.HALF_MU_SQUARED, 9)), steps(Currency.RHO, 7));
        assertRefused(PrivacyFilter.of(new Amount(Currency.HALF_MU_SQUARED, 9)), pure);
    }

    @Test
    void the_square_of_a_charge_rounds_up() {
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.RHO, 1));
        long[] spent = new long[1];
        assertThat(filter.charge(spent, 0, steps(Currency.EPSILON, 1))).isTrue();
        assertThat(spent).containsExactly(1);
    }

    @Test
    void a_filter_without_failures_grants_no_charge_that_may_fail() {
        PrivacyFilter filter = PrivacyFilter.of(new Amount(Currency.EPSILON, 9));
        assertThat(filter.charge(new long[1], 0, failing(1, 1))).isFalse();
    }

    @Test
    void a_charge_tells_what_it_is() {
        Charge charge = failing(2, 3);
        assertThat(charge.amount()).isEqualTo(new Amount(Currency.EPSILON, 2));
        assertThat(charge.isKnownIn(Currency.RHO)).isTrue();
        assertThat(charge.isKnownIn(Currency.HALF_MU_SQUARED)).isFalse();
        assertThat(charge).hasToString("EPSILON 2E-15, delta 3E-24");
        assertThat(steps(Currency.RHO, 1)).hasToString("RHO 1E-15");
    }

    @Test
    void policies_that_promise_nothing_are_refused() {
        Delta delta = Delta.atMost(new BigDecimal("1e-6"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrivacyFilter.of(new Amount(Currency.HALF_MU_SQUARED, 9), delta))
                .withMessage("currency must be EPSILON or RHO, was HALF_MU_SQUARED");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Charge.of(new Amount(Currency.HALF_MU_SQUARED, 9), delta))
                .withMessageStartingWith("delta must be 0 for a Gaussian charge, was ");
    }

    /**
     * A charge can only be created from whole steps of the three currencies that add up, and not from a distribution, an
     * order or a double.
     */
    @Test
    void nothing_but_an_amount_of_an_adding_currency_can_become_a_charge() {
        assertThat(Currency.values()).containsExactly(Currency.EPSILON, Currency.RHO, Currency.HALF_MU_SQUARED);
        assertThat(Charge.class.getConstructors()).isEmpty();
        Stream<Class<?>> ways = Arrays.stream(Charge.class.getMethods())
                .filter(method -> Modifier.isStatic(method.getModifiers()))
                .map(Method::getParameterTypes)
                .flatMap(Arrays::stream);
        assertThat(ways).isSubsetOf(Amount.class, Delta.class);
        assertThat(Account.class.getPermittedSubclasses())
                .containsExactlyInAnyOrder(UnitAccount.class, KeyAccount.class, PrivacyFilter.class);
    }

    private static void assertRefused(PrivacyFilter filter, Charge charge) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> filter.charge(new long[1], 0, charge))
                .withMessageStartingWith("charge must be bounded in ");
    }

    private static Charge steps(Currency currency, long femto) {
        return Charge.of(new Amount(currency, femto));
    }

    private static Charge failing(long femto, long yocto) {
        return Charge.of(new Amount(Currency.EPSILON, femto), new Delta(BigInteger.valueOf(yocto)));
    }
}
