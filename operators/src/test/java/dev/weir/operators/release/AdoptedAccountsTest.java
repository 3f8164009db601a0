package dev.weir.operators.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.chain.DomainEvent.Closing;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Totals;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Tests that accounts of keys pay for nothing in a period that had begun when a state was adopted, because runs that the state does not know
 * may have spent everything in it.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AdoptedAccountsTest {

    private static final long HOUR = Plans.HOUR;
    private static final Schedule SCHEDULE = Schedule.startingAt(0);

    /** Six o'clock of the second day: the account of that day has begun. */
    private static final Schedule ADOPTED = SCHEDULE.without(new Closing(Long.MIN_VALUE, 30 * HOUR));

    /** Hourly windows and a running total, with accounts that afford everything in their periods. */
    private static Plan plan(Duration per) {
        KeyAccountTerms account =
                new KeyAccountTerms(Amount.atMost(Currency.EPSILON, new BigDecimal("1000")), per.toMillis());
        return Plan.of(
                "test",
                PrivacyUnit.USER,
                Plans.PURE,
                Plans.TIMING,
                List.of(
                        Queries.hourly("hourly")
                                .keys("a")
                                .count()
                                .keyAccount("1000", per)
                                .query(),
                        Totals.running("total", 1000)
                                .keys("a")
                                .count()
                                .limited(account)
                                .query()));
    }

    private static void run(Chain chain, int from, int to) throws Exception {
        chain.outcomes().clear();
        for (int hour = from; hour <= to; hour++) {
            chain.watermark(hour * HOUR);
        }
    }

    /** Returns the names of the outcomes of all queries that end in some hours. */
    private static List<String> names(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .boxed()
                .flatMap(hour -> IntStream.range(0, 2).mapToObj(query -> query + "/a/" + hour * HOUR))
                .sorted()
                .toList();
    }

    private static void assertSpentUntil(Chain chain, int first, int next, int last) {
        assertThat(chain.releaseNames(Outcome.Kind.WITHHELD)).hasSameElementsAs(names(first, next - 1));
        assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).hasSameElementsAs(names(next, last));
    }

    /** The adopted state is of hour 8, and the ledger may have lost what runs have released up to the adoption. */
    @Test
    void an_adopted_state_withholds_until_the_next_period_of_the_accounts_and_so_does_a_start_without_state()
            throws Exception {
        Plan plan = plan(Duration.ofDays(1));
        try (Chain chain = Chain.start(plan, SCHEDULE, 2)) {
            run(chain, 1, 8);
            Chain.State state = chain.checkpoint();
            run(chain, 9, 20);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).hasSameElementsAs(names(9, 20));
            chain.restore(state, 3, plan, ADOPTED);
            run(chain, 9, 60);
            assertSpentUntil(chain, 31, 48, 60);
        }
        try (Chain chain = Chain.start(plan, ADOPTED, 2)) {
            run(chain, 1, 60);
            assertSpentUntil(chain, 31, 48, 60);
        }
    }

    /** A week that began before the adoption is spent for later starts, too, although the adopted run had accounts of days. */
    @Test
    void accounts_of_longer_periods_that_come_later_are_spent_in_the_period_of_the_adoption() throws Exception {
        Plan days = plan(Duration.ofDays(1));
        try (Chain chain = Chain.start(days, ADOPTED, 2)) {
            run(chain, 1, 40);
            Chain.State state = chain.checkpoint();
            chain.restore(state, 2, plan(Duration.ofDays(7)), ADOPTED);
            run(chain, 41, 170);
            assertSpentUntil(chain, 41, 168, 170);
        }
    }
}
