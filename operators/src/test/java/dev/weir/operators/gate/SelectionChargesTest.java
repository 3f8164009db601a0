package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.quantile.OrderStatistic;
import dev.weir.operators.aggregate.quantile.SelectedQuantiles;
import dev.weir.operators.aggregate.quantile.ValueGrid;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.SlidingWindow;
import dev.weir.operators.time.Window;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests that m records of a cell are charged m or m&sup2; times the price of one, whatever they are. By the selection rule
 * this is their loss ({@link dev.weir.accountant.mechanism.Selection}).
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SelectionChargesTest {

    private static final int CELLS = 3;

    private static SelectedQuantiles selected(SplittableRandom random, String name) {
        return new SelectedQuantiles(
                BigDecimal.valueOf(1 + random.nextInt(5)),
                ValueGrid.evenly(BigDecimal.ZERO, BigDecimal.valueOf(1 + random.nextInt(20)), BigDecimal.ONE),
                List.of(OrderStatistic.median(name)));
    }

    @Test
    void ten_thousand_random_units_are_charged_for_every_record_as_the_rule_says() {
        for (int run = 0; run < 10_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            Queries query = Queries.hourly("q")
                    .contributions(1 + random.nextInt(40))
                    .with(selected(random, "s"))
                    .with(new Count("c", BigDecimal.valueOf(1 + random.nextInt(3))));
            boolean gaussian = random.nextBoolean();
            PricedQuery priced = Plans.of(PrivacyUnit.USER_PER_DAY, gaussian ? Plans.GAUSSIAN : Plans.PURE, query)
                    .queries()
                    .get(0);
            check(random, priced, gaussian);
        }
    }

    private static void check(SplittableRandom random, PricedQuery priced, boolean gaussian) {
        CellRules rules = priced.rules();
        UnitAccount account = priced.account();
        long[] spent = new long[account.words()];
        long[][] kept = new long[CELLS][rules.kept()];
        long[] counted = new long[CELLS];
        for (int i = 0; i < 20; i++) {
            int cell = random.nextInt(CELLS);
            long[] words = {random.nextInt(2), 1};
            rules.assess(kept[cell], counted[cell] > 0, words, 0, 1);
            if (rules.charge(account, spent, 0)) {
                rules.keep(kept[cell]);
                counted[cell]++;
            }
        }
        BigInteger contributions = BigInteger.ZERO;
        for (long m : counted) {
            contributions = contributions.add(BigInteger.valueOf(gaussian ? m * m : m));
        }
        QueryPrice price = priced.price();
        BigInteger loss = account.limit().multiply(contributions).divide(BigInteger.valueOf(price.contributions()));
        assertThat(account.parts(spent, 0)).isEqualTo(loss).isLessThanOrEqualTo(account.limit());
    }

    /** Noisy counts of panes can be added, selections cannot. */
    @Test
    void selections_are_refused_where_windows_slide_or_totals_run() {
        SelectedQuantiles median = selected(new SplittableRandom(1), "s");
        for (Window window : List.of(
                SlidingWindow.of(Duration.ofHours(3), Duration.ofHours(1)),
                RunningWindow.of(Duration.ofHours(1), 24))) {
            Query hourly = Queries.hourly("q").count().query();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new Query(
                            "q",
                            1,
                            "all",
                            hourly.keys(),
                            window,
                            hourly.bounds(),
                            List.of(median),
                            hourly.spend(),
                            null))
                    .withMessageContaining("must not hold what is selected where totals run or windows slide");
        }
    }
}
