package dev.weir.accountant.mechanism;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.mechanism.QueryPrice.Term;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class QueryPriceTest {

    private static final Amount ONE = Amount.atMost(Currency.EPSILON, BigDecimal.ONE);
    private static final Delta SMALL = Delta.atMost(new BigDecimal("1e-6"));

    /** Returns an aggregate that releases one integer, to which a record adds at most {@code fullSize}. */
    private static Term scalar(Currency currency, long fullSize, long weight) {
        return new Term(Norm.of(currency).size(fullSize), weight);
    }

    private static Term linear(long fullSize, long weight) {
        return scalar(Currency.EPSILON, fullSize, weight);
    }

    private static Term squared(long fullSize, long weight) {
        return scalar(Currency.RHO, fullSize, weight);
    }

    /** The example of the documentation: epsilon 1, contributions 6, a count, and a sum with clamp 1000. */
    @Test
    void two_aggregates_of_equal_weight_get_the_scales_12_and_12000() {
        QueryPrice price = new QueryPrice(ONE, 6, List.of(linear(1, 1), linear(1000, 1)));
        assertThat(price.mechanism(0)).isEqualTo(new DiscreteLaplace(Ratio.of(12, 1)));
        assertThat(price.mechanism(1)).isEqualTo(new DiscreteLaplace(Ratio.of(12_000, 1)));
        assertThat(price.mechanism(0).stddev()).isCloseTo(16.97, within(0.005));
        assertThat(price.mechanism(1).stddev()).isCloseTo(16_970.6, within(0.05));
    }

    /** Expected by hand: b = c n W / (E w), and sigma^2 = c^2 n W / (2 E w). */
    @Test
    void a_weight_of_two_in_three_gets_two_thirds_of_the_price() {
        QueryPrice pure = new QueryPrice(ONE.share(new BigDecimal("0.25")), 5, List.of(linear(7, 1), linear(3, 2)));
        assertThat(pure.mechanism(0)).isEqualTo(new DiscreteLaplace(Ratio.of(7 * 5 * 3 * 4, 1)));
        assertThat(pure.mechanism(1)).isEqualTo(new DiscreteLaplace(Ratio.of(3 * 5 * 3 * 4, 2)));
        QueryPrice gaussian = new QueryPrice(
                Amount.atMost(Currency.RHO, new BigDecimal("0.25")), 5, List.of(squared(7, 1), squared(3, 2)));
        assertThat(gaussian.mechanism(0)).isEqualTo(new RoundedGaussian(Ratio.of(49 * 5 * 3 * 4, 2)));
        assertThat(gaussian.mechanism(1)).isEqualTo(new RoundedGaussian(Ratio.of(9 * 5 * 3 * 4, 2 * 2)));
    }

    /** A block of three coordinates that a record moves by a squared length of at most 10, which is no square number. */
    @Test
    void a_squared_size_sets_the_variance_as_it_is() {
        Amount rho = Amount.atMost(Currency.HALF_MU_SQUARED, new BigDecimal("0.5"));
        QueryPrice price = new QueryPrice(rho, 4, List.of(new Term(BigInteger.TEN, 1)));
        assertThat(price.mechanism(0)).isEqualTo(new RoundedGaussian(Ratio.of(10 * 4, 1)));
        assertThat(price.costOf(List.of(BigInteger.TEN)).value()).isEqualByComparingTo("0.125");
        assertThat(price.costOf(List.of(BigInteger.valueOf(40)))).isEqualTo(rho);
    }

    /** One size is 2^80, the squared size of a clamp of 2^40; the other aggregate is a count. */
    @Test
    void sizes_that_no_long_holds_are_priced_exactly() {
        Amount rho = Amount.atMost(Currency.HALF_MU_SQUARED, BigDecimal.ONE);
        BigInteger size = BigInteger.ONE.shiftLeft(80);
        QueryPrice price = new QueryPrice(rho, 1, List.of(new Term(BigInteger.ONE, 1), new Term(size, 1)));
        assertThat(price.mechanism(1)).isEqualTo(new RoundedGaussian(new Ratio(size, BigInteger.ONE)));
        assertThat(price.account().limit()).isEqualTo(size.shiftLeft(1));
    }

    @RepeatedTest(200)
    void full_size_records_in_cells_of_their_own_cost_exactly_the_share(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Currency currency = List.of(Currency.values()).get(random.nextInt(3));
        Amount share = new Amount(currency, 1 + random.nextLong(10_000_000_000_000_000L));
        long n = 1 + random.nextLong(1_000_000);
        List<Term> terms = List.of(
                scalar(currency, 1 + random.nextInt(1000), 1 + random.nextInt(9)),
                scalar(currency, 1 + random.nextInt(1000), 1 + random.nextInt(9)));
        QueryPrice price = new QueryPrice(share, n, terms);
        Ratio whole = Ratio.of(share.value());
        Ratio all = Ratio.of(n, 1);
        Ratio first = cost(price, 0).times(all);
        Ratio second = cost(price, 1).times(all);
        assertThat(sum(first, second)).isEqualTo(whole);
    }

    /** Returns the exact cost of a full-size record under the noise that is drawn. */
    private static Ratio cost(QueryPrice price, int index) {
        Ratio full = new Ratio(price.terms().get(index).fullSize(), BigInteger.ONE);
        return price.mechanism(index) instanceof DiscreteLaplace laplace
                ? full.dividedBy(laplace.ratio())
                : full.dividedBy(
                        ((RoundedGaussian) price.mechanism(index)).variance().times(Ratio.of(2, 1)));
    }

    private static Ratio sum(Ratio a, Ratio b) {
        return new Ratio(
                a.numerator().multiply(b.denominator()).add(b.numerator().multiply(a.denominator())),
                a.denominator().multiply(b.denominator()));
    }

    @Test
    void each_kind_of_budget_affords_its_own_currency_rounded_down() {
        BigDecimal third = new BigDecimal("0.3333333333333339");
        assertThat(QueryPrice.afford(new Budget.Pure(third)))
                .isEqualTo(new Amount(Currency.EPSILON, 333_333_333_333_333L));
        assertThat(QueryPrice.afford(new Budget.Concentrated(third, SMALL)))
                .isEqualTo(new Amount(Currency.HALF_MU_SQUARED, 333_333_333_333_333L));
        assertThat(QueryPrice.afford(new Budget.Approximate(BigDecimal.ONE, SMALL))
                        .currency())
                .isEqualTo(Currency.HALF_MU_SQUARED);
    }

    @Test
    void a_price_without_share_contribution_or_aggregate_is_refused() {
        List<Term> count = List.of(linear(1, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new QueryPrice(Amount.zero(Currency.EPSILON), 1, count));
        assertThatIllegalArgumentException().isThrownBy(() -> new QueryPrice(ONE, 0, count));
        assertThatIllegalArgumentException().isThrownBy(() -> new QueryPrice(ONE, 1, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Term(BigInteger.ZERO, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Term(BigInteger.ONE, 0));
    }

    @Test
    void weights_whose_sum_no_long_holds_are_priced_all_the_same() {
        List<Term> heavy = List.of(linear(1, Long.MAX_VALUE), linear(1, Long.MAX_VALUE));
        assertThat(new QueryPrice(ONE, 1, heavy).mechanism(0)).isEqualTo(new DiscreteLaplace(Ratio.of(2, 1)));
        assertThat(new QueryPrice(ONE, 1, heavy).costOf(List.of(BigInteger.ONE, BigInteger.ONE)))
                .isEqualTo(ONE);
    }

    @Test
    void a_scale_above_2_to_the_40_is_refused() {
        Term largest = linear(1L << 40, 1);
        assertThat(new QueryPrice(ONE, 1, List.of(largest)).mechanism(0).scale())
                .isEqualTo(0x1p40);
        assertThatIllegalArgumentException().isThrownBy(() -> new QueryPrice(ONE, 2, List.of(largest)).mechanism(0));
    }
}
