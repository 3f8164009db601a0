package dev.weir.operators.aggregate.clamp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.mechanism.Norm;
import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that the charge of records under a learnt clamp depends on their number only. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ClampMoveTest {

    private static final long CONTRIBUTIONS = 1_000;

    @ParameterizedTest
    @EnumSource(Norm.class)
    void m_records_of_a_cell_cost_m_full_size_ones_or_their_square_whatever_their_values(Norm norm) {
        LearntClamp clamp = new LearntClamp(LearntClamp.USUAL_SHARE, BigDecimal.ONE, 3, true);
        LearntTotal total = new LearntTotal("t", BigDecimal.ONE, clamp, LearntTotal.Kind.SUM);
        PricedQuery priced = Plans.of(
                        PrivacyUnit.USER_PER_DAY,
                        norm == Norm.L1 ? Plans.PURE : Plans.GAUSSIAN,
                        Queries.hourly("q").contributions(CONTRIBUTIONS).with(total))
                .queries()
                .get(0);
        BigInteger one = priced.account().limit().divide(BigInteger.valueOf(CONTRIBUTIONS));
        RecordCost cost = priced.price().recordCost();
        CellRule rule = total.rule(norm, new CellRule.Place(0, 0, cost));
        long[] kept = new long[rule.kept()];
        long[] totals = new long[total.coordinates()];
        SplittableRandom random = new SplittableRandom(4);
        BigInteger charged = BigInteger.ZERO;
        for (int m = 1; m <= 30; m++) {
            long[] words = {m % 3 == 0 ? 0 : random.nextLong(-(1L << 40), 1L << 40)};
            cost.clear();
            rule.assess(kept, m > 1, words, 0);
            rule.keep(kept);
            rule.addTo(totals, 0);
            assertThat(cost.high()).isZero();
            charged = charged.add(BigInteger.valueOf(cost.low()));
            assertThat(charged).isEqualTo(norm.size(m).multiply(one));
        }
    }
}
