package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.account.UnitAccount;
import dev.weir.accountant.mechanism.QueryPrice;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.aggregate.moment.Mean;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.testing.Blocks;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/**
 * Compares charges with losses. A unit's loss is what its records have moved cells by, because neighbours replace all of them
 * by empty slots. It must have been charged for any records, cells and aggregates.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class BlockChargesTest {

    private static final int CELLS = 2;
    private static final int RECORDS = 12;

    /** One unit at the gate, and its contribution to each cell. */
    private static final class Unit {
        private final PricedQuery priced;
        private final BlockLayout layout;
        private final CellRules rules;
        private final UnitAccount account;
        private final long[] spent;
        private final long[][] kept;
        private final long[][] totals;
        private final boolean[] contributed = new boolean[CELLS];

        Unit(PricedQuery priced) {
            this.priced = priced;
            layout = priced.query().layout();
            rules = priced.rules();
            account = priced.account();
            spent = new long[account.words()];
            kept = new long[CELLS][rules.kept()];
            totals = new long[CELLS][layout.coordinates()];
        }

        /** @return whether the record counts */
        boolean add(int cell, long[] words) {
            rules.assess(kept[cell], contributed[cell], words, 0, 1);
            if (!rules.charge(account, spent, 0)) {
                return false;
            }
            rules.keep(kept[cell]);
            rules.addTo(totals[cell], 0);
            contributed[cell] = true;
            return true;
        }

        /** Returns the loss in parts of the share, from the measured numbers, which may differ from the coordinates. */
        BigInteger loss() {
            BigInteger loss = BigInteger.ZERO;
            for (long[] cell : totals) {
                for (int i = 0; i < priced.query().aggregates().size(); i++) {
                    loss = loss.add(loss(cell, i));
                }
            }
            return loss;
        }

        private BigInteger loss(long[] cell, int index) {
            QueryPrice price = priced.price();
            QueryPrice.Term term = price.terms().get(index);
            BigInteger weights = price.terms().stream()
                    .map(each -> BigInteger.valueOf(each.weight()))
                    .reduce(BigInteger.ZERO, BigInteger::add);
            BigInteger common = account.limit().divide(weights.multiply(BigInteger.valueOf(price.contributions())));
            return size(cell, index)
                    .multiply(BigInteger.valueOf(term.weight()))
                    .multiply(common)
                    .divide(term.fullSize());
        }

        private BigInteger size(long[] cell, int index) {
            Aggregate aggregate = priced.query().aggregates().get(index);
            long[] measured = new long[aggregate.measured()];
            aggregate.measure(cell, layout.coordinate(index), measured, 0);
            BigInteger size = BigInteger.ZERO;
            for (int i = 0; i < measured.length; i++) {
                Ratio factor = aggregate.noiseFactors().get(i); // a half or 1
                BigInteger part = priced.price().norm().size(measured[i]).multiply(factor.denominator());
                size = size.add(part.divide(factor.numerator()));
            }
            return size;
        }
    }

    @Test
    void ten_thousand_random_units_never_lose_more_than_they_were_charged() {
        int refused = 0;
        for (int run = 0; run < 10_000; run++) {
            SplittableRandom random = new SplittableRandom(run);
            Unit unit = new Unit(priced(random));
            for (int i = 0; i < RECORDS; i++) {
                refused += unit.add(random.nextInt(CELLS), Blocks.words(random, unit.priced.query())) ? 0 : 1;
            }
            BigInteger charged = unit.account.parts(unit.spent, 0);
            assertThat(charged).isGreaterThanOrEqualTo(unit.loss());
            assertThat(charged).isLessThanOrEqualTo(unit.account.limit());
        }
        assertThat(refused).isBetween(10_000, 110_000);
    }

    /** Tests sizes of about 2^70, which exceed one word. */
    @Test
    void units_never_lose_more_than_they_were_charged_where_sizes_take_two_words() {
        for (int run = 0; run < 300; run++) {
            SplittableRandom random = new SplittableRandom(run);
            Mean wide =
                    new Mean("m", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, (1L << 35) + random.nextInt(1000)));
            Queries query =
                    Queries.hourly("q").contributions(1 + random.nextInt(30)).with(wide);
            Unit unit = new Unit(Plans.of(PrivacyUnit.USER_PER_DAY, Plans.GAUSSIAN, query)
                    .queries()
                    .get(0));
            long[] words = new long[1];
            for (int i = 0; i < RECORDS; i++) {
                words[0] = random.nextLong(1L << 35);
                unit.add(random.nextInt(CELLS), words);
            }
            BigInteger charged = unit.account.parts(unit.spent, 0);
            assertThat(charged).isGreaterThanOrEqualTo(unit.loss());
            assertThat(charged).isLessThanOrEqualTo(unit.account.limit());
            assertThat(unit.loss()).isPositive();
        }
    }

    private static PricedQuery priced(SplittableRandom random) {
        boolean gaussian = random.nextBoolean();
        Queries query = Queries.hourly("q").contributions(1 + random.nextInt(30));
        for (int left = 1 + random.nextInt(3); left > 0; left--) {
            query = query.with(Blocks.random(random, "a" + left, gaussian));
        }
        return Plans.of(PrivacyUnit.USER_PER_DAY, gaussian ? Plans.GAUSSIAN : Plans.PURE, query)
                .queries()
                .get(0);
    }
}
