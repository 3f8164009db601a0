package dev.weir.operators.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.mechanism.RecordCost;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.rule.CellRule;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class CellRulesTest {

    /** The rules of scalars are compiled to arrays; rules of any other class are called one by one. */
    @RepeatedTest(100)
    void arrays_of_longs_do_what_the_rules_do_when_they_are_asked(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        Sum unitClamped = new Sum("unit", BigDecimal.ONE, BigDecimal.ONE, null, new Sum.Range(5, 30));
        PricedQuery priced = Plans.of(
                        PrivacyUnit.USER_PER_DAY,
                        random.nextBoolean() ? Plans.PURE : Plans.GAUSSIAN,
                        Queries.hourly("q").count().sum(-9, 20).with(unitClamped))
                .queries()
                .get(0);
        BlockLayout layout = priced.query().layout();
        RecordCost inArrays = priced.price().recordCost();
        RecordCost called = priced.price().recordCost();
        CellRules arrays = CellRules.of(rules(priced, inArrays), layout);
        assertThat(arrays).isInstanceOf(ScalarCells.class);
        assertThat(priced.rules()).isInstanceOf(ScalarCells.class);
        assertSame(
                new Charged(arrays, inArrays),
                new Charged(CellRules.of(wrapped(rules(priced, called)), layout), called),
                random);
    }

    private record Charged(CellRules rules, RecordCost cost) {}

    private static void assertSame(Charged arrays, Charged called, SplittableRandom random) {
        assertThat(called.rules.kept()).isEqualTo(arrays.rules.kept());
        long[] kept = new long[arrays.rules.kept()];
        long[] otherKept = kept.clone();
        long[] totals = new long[4];
        long[] otherTotals = totals.clone();
        boolean contributed = false;
        for (int i = 0; i < 40; i++) {
            long[] words = words(random);
            arrays.rules.assess(kept, contributed, words, 1, 1);
            called.rules.assess(otherKept, contributed, words, 1, 1);
            assertThat(arrays.cost.high()).isEqualTo(called.cost.high());
            assertThat(arrays.cost.low()).isEqualTo(called.cost.low());
            if (random.nextInt(3) > 0) {
                count(arrays.rules, kept, totals);
                count(called.rules, otherKept, otherTotals);
                contributed = true;
            }
            assertThat(kept).isEqualTo(otherKept);
            assertThat(totals).isEqualTo(otherTotals);
        }
    }

    private static long[] words(SplittableRandom random) {
        long large = random.nextInt(20) == 0 ? 1L << 62 : random.nextLong(-40, 41);
        return new long[] {-1, 1, random.nextLong(-9, 21), large};
    }

    private static void count(CellRules rules, long[] kept, long[] totals) {
        rules.keep(kept);
        rules.addTo(totals, 1);
    }

    /** Wraps the rules in a class that {@link ScalarCells} does not recognise. */
    private static CellRule[] wrapped(CellRule[] rules) {
        return Arrays.stream(rules).map(Wrapped::new).toArray(CellRule[]::new);
    }

    private static CellRule[] rules(PricedQuery priced, RecordCost cost) {
        List<CellRule> rules = new ArrayList<>();
        int keptAt = 0;
        for (Aggregate aggregate : priced.query().aggregates()) {
            CellRule rule = aggregate.rule(priced.price().norm(), new CellRule.Place(rules.size(), keptAt, cost));
            rules.add(rule);
            keptAt += rule.kept();
        }
        return rules.toArray(CellRule[]::new);
    }

    private static final class Wrapped extends CellRule {

        private final CellRule rule;

        Wrapped(CellRule rule) {
            super(rule.place());
            this.rule = rule;
        }

        @Override
        public int kept() {
            return rule.kept();
        }

        @Override
        public void assess(long[] kept, boolean contributed, long[] words, int from) {
            rule.assess(kept, contributed, words, from);
        }

        @Override
        public void keep(long[] kept) {
            rule.keep(kept);
        }

        @Override
        public void addTo(long[] totals, int at) {
            rule.addTo(totals, at);
        }
    }
}
