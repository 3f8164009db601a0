package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.CellRule;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CellRulesTest {

    /** A query of scalars becomes arrays; with a rule of another kind among them the same rules are asked one by one. */
    @RepeatedTest(100)
    void arrays_of_longs_do_what_the_rules_do_when_they_are_asked(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        PricedQuery priced = Plans.of(
                        PrivacyUnit.USER_PER_DAY,
                        random.nextBoolean() ? Plans.PURE : Plans.GAUSSIAN,
                        Queries.hourly("q").count().sum(-9, 20).with(Queries.unitClamped(5, 30)))
                .queries()
                .get(0);
        CellRules arrays = new CellRules(priced);
        CellRules asked =
                new CellRules(wrapped(priced), new BlockLayout(priced.query().aggregates()));
        assertThat(asked.kept()).isEqualTo(arrays.kept());
        long[] kept = new long[arrays.kept()];
        long[] otherKept = kept.clone();
        long[] totals = new long[4];
        long[] otherTotals = totals.clone();
        RecordCost cost = priced.price().recordCost();
        RecordCost otherCost = priced.price().recordCost();
        boolean touched = false;
        for (int i = 0; i < 40; i++) {
            long[] words = {
                -1, 1, random.nextLong(-9, 21), random.nextInt(20) == 0 ? 1L << 62 : random.nextLong(-40, 41)
            };
            arrays.offer(kept, touched, words, 1, cost);
            asked.offer(otherKept, touched, words, 1, otherCost);
            assertThat(cost.high()).isEqualTo(otherCost.high());
            assertThat(cost.low()).isEqualTo(otherCost.low());
            if (random.nextInt(3) > 0) {
                arrays.keep(kept);
                asked.keep(otherKept);
                arrays.addTo(totals, 1);
                asked.addTo(otherTotals, 1);
                touched = true;
            }
            assertThat(kept).isEqualTo(otherKept);
            assertThat(totals).isEqualTo(otherTotals);
        }
    }

    /** The same rules, of which nobody knows that they are scalars'. */
    private static CellRule[] wrapped(PricedQuery priced) {
        return priced.query().aggregates().stream()
                .map(aggregate -> new Wrapped(aggregate.rule(priced.price().norm())))
                .toArray(CellRule[]::new);
    }

    private static final class Wrapped extends CellRule {

        private final CellRule rule;

        Wrapped(CellRule rule) {
            this.rule = rule;
        }

        @Override
        public int kept() {
            return rule.kept();
        }

        @Override
        public void offer(
                int aggregate, long[] kept, int at, boolean touched, long[] words, int from, RecordCost cost) {
            rule.offer(aggregate, kept, at, touched, words, from, cost);
        }

        @Override
        public void keep(long[] kept, int at) {
            rule.keep(kept, at);
        }

        @Override
        public void addTo(long[] totals, int at) {
            rule.addTo(totals, at);
        }
    }
}
