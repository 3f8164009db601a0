package dev.weir.operators.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class PlanTest {

    private static final Queries FIRST = Queries.hourly("first").count();
    private static final Queries SECOND = Queries.hourly("second").count();
    private static final Queries THIRD = Queries.hourly("third").count();

    @Test
    void queries_without_shares_split_evenly_what_explicit_shares_leave() {
        Plan plan = Plans.daily(FIRST, SECOND.share("0.3"), THIRD);
        assertThat(shares(plan)).containsExactly("0.350000000000000", "0.300000000000000", "0.350000000000000");
    }

    /** 1 - 0.1, divided by three: no step of the currency is lost or gained. */
    @Test
    void an_even_split_adds_up_to_exactly_the_rest() {
        Plan plan = Plan.of(
                "test",
                PrivacyUnit.USER,
                Plans.pure("1.000000000000001"),
                Plans.TIMING,
                List.of(FIRST.query(), SECOND.query(), THIRD.query()));
        long sum = plan.queries().stream()
                .mapToLong(query -> query.price().share().femto())
                .sum();
        assertThat(sum).isEqualTo(1_000_000_000_000_001L);
        assertThat(plan.queries().get(0).price().share().femto()).isEqualTo(333_333_333_333_334L);
    }

    @Test
    void explicit_shares_round_down_and_may_add_up_to_one() {
        Plan plan = Plans.daily(FIRST.share("0.3333333333333339"), SECOND.share("0.6666666666666661"));
        assertThat(shares(plan)).containsExactly("0.333333333333333", "0.666666666666666");
    }

    @Test
    void shares_above_one_are_refused_in_any_order() {
        Queries most = FIRST.share("0.7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.daily(most, SECOND.share("0.300000000000000000001")))
                .withMessage("shares must add up to at most 1, were 1.000000000000000000001");
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.daily(THIRD, most, SECOND.share("0.6")));
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.daily(FIRST.share("1"), SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.share("0").query());
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.share("1.1").query());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FIRST.contributions(0).query());
    }

    @Test
    void an_event_affords_one_contribution() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(PrivacyUnit.EVENT, Plans.PURE, FIRST.contributions(2)))
                .withMessage("contributions must be 1 where the unit is one event, was 2");
    }

    @Test
    void names_of_queries_are_distinct_and_there_is_at_least_one() {
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.daily(FIRST, FIRST));
        assertThatIllegalArgumentException().isThrownBy(Plans::daily);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FIRST.keys("a", "a").query());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FIRST.keys(new String[0]).query());
    }

    @Test
    void more_queries_or_words_than_a_record_can_name_are_refused() {
        List<Query> most = IntStream.range(0, 1000)
                .mapToObj(i -> FIRST.named("q" + i).query())
                .toList();
        assertThat(plan(most).queries()).hasSize(1000);
        List<Query> more = new ArrayList<>(most);
        more.add(FIRST.query());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(more))
                .withMessage("queries must be at most 1000, were 1001");
        Queries wide = new Queries(
                "wide", 1, "all", FIRST.keys(), FIRST.window(), FIRST.bounds(), counts(60_001), null, 1, null);
        assertThatIllegalArgumentException()
                .isThrownBy(wide::query)
                .withMessage("release must read at most 60000 words of a record, were 60001 in query wide");
    }

    private static List<Aggregate> counts(int number) {
        return IntStream.range(0, number)
                .<Aggregate>mapToObj(i -> new Count("n" + i, BigDecimal.ONE))
                .toList();
    }

    private static Plan plan(List<Query> queries) {
        return Plan.of("test", PrivacyUnit.USER_PER_DAY, Plans.PURE, Plans.TIMING, queries);
    }

    @Test
    void a_key_account_in_another_currency_is_refused() {
        Queries epsilons = FIRST.keyAccount("10", Duration.ofDays(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, epsilons));
    }

    @Test
    void noise_beyond_2_to_the_40_is_refused_when_the_plan_is_built() {
        Queries wide = Queries.hourly("wide").sum(0, 1L << 40);
        assertThat(Plans.daily(wide).queries()).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.daily(wide.contributions(2)));
    }

    @Test
    void a_common_denominator_beyond_126_bits_is_refused_when_the_plan_is_built() {
        Queries wide = Queries.hourly("wide").contributions(1_000);
        Queries sums = wide.sum(0, (1L << 30) - 1)
                .with(new dev.weir.operators.aggregate.Sum(
                        "other",
                        BigDecimal.ONE,
                        BigDecimal.ONE,
                        new dev.weir.operators.aggregate.Sum.Range(0, 1L << 30),
                        null));
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, sums));
    }

    @Test
    void weights_that_no_long_holds_are_refused_as_configuration() {
        Queries odd = FIRST.with(new Count("fine", new BigDecimal("1e-20"))).with(new Count("rough", BigDecimal.TEN));
        assertThatIllegalArgumentException().isThrownBy(() -> Plans.daily(odd));
    }

    @Test
    void decimal_weights_set_the_price_by_their_ratio() {
        Queries odd = Queries.hourly("odd")
                .with(new Count("half", new BigDecimal("0.5")))
                .with(new Count("two", new BigDecimal("2")))
                .with(new Count("ten", new BigDecimal("1e1")));
        List<Double> scales = Plans.daily(odd).queries().get(0).laws(1).stream()
                .map(mechanism -> mechanism.scale())
                .toList();
        assertThat(scales).containsExactly(25.0, 6.25, 1.25);
    }

    @Test
    void a_release_costs_the_cell_maximum_or_the_share_if_that_is_less() {
        Queries six = Queries.hourly("six").contributions(6).count();
        assertThat(cost(six.recordsPerCell(2))).isEqualTo(Amount.atLeast(Currency.EPSILON, third(1)));
        assertThat(cost(six.recordsPerCell(7)).value()).isEqualByComparingTo("1");
        assertThat(cost(six).value()).isEqualByComparingTo("1");
        assertThat(cost(Queries.hourly("clamped").contributions(6).unitSum(0, 50)))
                .isEqualTo(Amount.atLeast(Currency.EPSILON, new BigDecimal("0.1666666666666666666")));
    }

    private static BigDecimal third(int of) {
        return BigDecimal.valueOf(of).divide(BigDecimal.valueOf(3), 20, java.math.RoundingMode.FLOOR);
    }

    private static Amount cost(Queries queries) {
        return Plans.daily(queries).queries().get(0).releaseCost();
    }

    @Test
    void releases_are_windows_times_keys_of_all_queries() {
        Plan plan = Plans.daily(FIRST, SECOND.keys("x", "y", "z").every(Duration.ofHours(7)));
        assertThat(plan.releases(new Schedule(0, Plans.DAY))).isEqualTo(24 * 2 + 4 * 3);
        assertThat(plan.releases(Schedule.startingAt(0))).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void a_schedule_with_more_releases_than_can_be_held_is_refused_unless_it_has_no_end() {
        Plan plan = Plans.daily(FIRST);
        long most = Plan.MOST_RELEASES / 2 * Plans.HOUR;
        plan.requireReleasable(new Schedule(0, most));
        plan.requireReleasable(Schedule.startingAt(0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan.requireReleasable(new Schedule(0, most + 1)))
                .withMessageStartingWith("windows times keys must be at most 10000000, were 10000002");
    }

    /**
     * Tests windows of a second. 100 keys of 16 bytes plus 512 bytes per window are 2112 bytes; half a million times this is
     * just over 1 GiB.
     */
    @Test
    void windows_that_could_not_be_held_when_all_of_them_are_open_are_refused() {
        String[] keys = IntStream.range(0, 100).mapToObj(Integer::toString).toArray(String[]::new);
        Queries everySecond = FIRST.every(Duration.ofSeconds(1)).keys(keys);
        long most = CellBytes.MOST / (512 + 16 * 100) - 2;
        Schedule endless = Schedule.startingAt(0);
        ahead(everySecond, most * 1000, 0).requireReleasable(endless);
        ahead(everySecond, most * 999, most).requireReleasable(endless);
        for (Plan plan : List.of(
                ahead(everySecond, most * 1000 + 1, 0),
                ahead(everySecond, 0, most * 1000 + 1),
                ahead(everySecond, Long.MAX_VALUE, 0))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> plan.requireReleasable(endless))
                    .withMessageStartingWith("max-skew and delay let ")
                    .withMessageContaining("windows of query first be open at once");
        }
        ahead(everySecond, Long.MAX_VALUE, 0).requireReleasable(new Schedule(0, 1000));
    }

    private static Plan ahead(Queries query, long maxSkew, long delay) {
        return Plan.of("test", PrivacyUnit.USER, Plans.PURE, new TimeBounds(delay, maxSkew), List.of(query.query()));
    }

    private static List<String> shares(Plan plan) {
        return plan.queries().stream()
                .map(query -> query.price().share().value().toString())
                .toList();
    }
}
