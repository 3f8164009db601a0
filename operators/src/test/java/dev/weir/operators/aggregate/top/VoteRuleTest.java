package dev.weir.operators.aggregate.top;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.aggregate.selection.SelectionBlock;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Tests that the charge for a unit's limited votes is exactly the size of their effect. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class VoteRuleTest {

    @Test
    void ten_thousand_random_units_are_charged_the_size_of_the_votes_that_count() {
        for (int run = 0; run < 10_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            int count = 1 + random.nextInt(200);
            boolean selects = random.nextBoolean();
            long limit = selects ? 1 + random.nextInt(random.nextBoolean() ? 3 : 300) : 1;
            Candidates candidates = new Candidates(
                    IntStream.range(0, count).mapToObj(i -> "c" + i).toList(), limit);
            Aggregate top = selects
                    ? random.nextBoolean()
                            ? new Choice("hot", BigDecimal.ONE, candidates)
                            : new TopSelection("hot", BigDecimal.ONE, candidates, 1)
                    : new TopCounts("hot", BigDecimal.ONE, candidates, 1);
            Norm norm = random.nextBoolean() ? Norm.L1 : Norm.SQUARED_L2;
            check(random, top, norm, limit);
        }
    }

    private static void check(SplittableRandom random, Aggregate top, Norm norm, long limit) {
        PricedQuery priced = Plans.of(
                        PrivacyUnit.USER_PER_DAY,
                        norm == Norm.L1 ? Plans.PURE : Plans.GAUSSIAN,
                        Queries.hourly("q").contributions(1_000_000).with(top))
                .queries()
                .get(0);
        RecordCost cost = priced.price().recordCost();
        CellRule rule = top.rule(norm, new CellRule.Place(0, 1, cost));
        long[] kept = new long[rule.kept() + 2];
        long[] totals = new long[top.coordinates()];
        BigInteger charged = BigInteger.ZERO;
        int spread = 1 + random.nextInt(top.coordinates());
        for (int i = 0; i < 60; i++) {
            long[] words = {random.nextInt(spread + 1) - 1};
            cost.clear();
            rule.assess(kept, i > 0, words, 0);
            assertThat(cost.high()).isZero();
            if (random.nextInt(5) > 0) { // otherwise the vote is refused, and nothing changes
                rule.keep(kept);
                rule.addTo(totals, 0);
                charged = charged.add(new BigInteger(Long.toUnsignedString(cost.low())));
            }
        }
        assertThat(Arrays.stream(totals).max().orElseThrow()).isLessThanOrEqualTo(limit);
        assertThat(kept[0]).isZero();
        assertThat(kept[kept.length - 1]).isZero();
        assertThat(charged).isEqualTo(size(totals, top, norm).multiply(one(priced.account(), top, norm)));
    }

    /** Returns the cost of a growth by 1, in parts of the share. */
    private static BigInteger one(UnitAccount account, Aggregate top, Norm norm) {
        return account.limit().divide(BigInteger.valueOf(1_000_000)).divide(top.fullSize(norm));
    }

    private static BigInteger size(long[] votes, Aggregate top, Norm norm) {
        return top instanceof SelectionBlock
                ? norm.size(Arrays.stream(votes).max().orElseThrow())
                : Arrays.stream(votes).mapToObj(norm::size).reduce(BigInteger.ZERO, BigInteger::add);
    }
}
