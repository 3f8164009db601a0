package dev.weir.accountant.selection.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.weir.accountant.compose.Golden;
import dev.weir.accountant.noise.ExponentialCoin;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.Ratio;
import java.math.BigDecimal;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TruncatedGeometricDrawTest {

    private static final LoneKey ANY = new LoneKey(1, 1);
    private static final BigDecimal DIGITS = BigDecimal.ONE.movePointLeft(60);

    private static Delta delta(String text) {
        return Delta.atMost(new BigDecimal(text));
    }

    @Test
    void probabilities_are_those_of_the_reference() {
        Golden.rows("partition_selection.csv").forEach(row -> {
            long keys = KeysGolden.whole(row, "max_partitions");
            Ratio epsilon = Ratio.of(new BigDecimal(row.text("epsilon"))).dividedBy(Ratio.of(keys, 1));
            Touches touches = new Touches(delta(row.text("delta")), keys);
            LoneKey lone = new LoneKey(KeysGolden.whole(row, "pre_threshold"), 1);
            double expected = row.number("truncgeom_keep_prob_delta_over_l0");
            assertThat(new TruncatedGeometricDraw(epsilon, touches.each(), lone)
                            .keepProbability(KeysGolden.whole(row, "num_users")))
                    .as("%s", row)
                    .isCloseTo(expected, within(1e-9 * expected));
        });
    }

    /** The four bounds of (epsilon, delta) hold exactly for the probabilities that are drawn, in 60 digits. */
    @ParameterizedTest
    @CsvSource({"1/10,1e-6", "3,1e-9", "1/7,1e-12", "1/1000,1e-5", "40,1e-20", "1/3,3e-1"})
    void one_unit_more_tells_no_more_than_what_is_paid(String epsilon, String delta) {
        String[] parts = epsilon.split("/", -1);
        Ratio loss = Ratio.of(Long.parseLong(parts[0]), parts.length == 1 ? 1 : Long.parseLong(parts[1]));
        TruncatedGeometricDraw draw = new TruncatedGeometricDraw(loss, delta(delta), ANY);
        BigDecimal decay = ExponentialCoin.chance(loss.numerator(), loss.denominator(), 256)
                .add(DIGITS);
        BigDecimal lost = delta(delta).value();
        for (long n = 0; n <= draw.always() + 1; n++) {
            BigDecimal less = draw.exactProbability(n);
            BigDecimal more = draw.exactProbability(n + 1);
            assertThat(more).isGreaterThanOrEqualTo(less);
            assertThat(decay.multiply(more.subtract(lost))).isLessThanOrEqualTo(less);
            BigDecimal absentBefore = BigDecimal.ONE.subtract(less);
            BigDecimal absentAfter = BigDecimal.ONE.subtract(more);
            assertThat(decay.multiply(absentBefore.subtract(lost))).isLessThanOrEqualTo(absentAfter.add(DIGITS));
        }
    }

    @Test
    void a_lone_unit_is_named_with_its_delta_and_many_units_for_certain() {
        TruncatedGeometricDraw draw = new TruncatedGeometricDraw(Ratio.ONE, delta("1e-6"), new LoneKey(3, 1));
        assertThat(draw.exactProbability(2)).isZero();
        assertThat(draw.keepProbability(3)).isCloseTo(1e-6, within(1e-20));
        assertThat(draw.keepProbability(draw.always())).isEqualTo(1);
        assertThat(draw.keepProbability(draw.always() - 1)).isLessThan(1);
        // the first word of the bits decides, and the second where the first is equal
        assertThat(draw.announces(3, () -> 0)).isTrue();
        assertThat(draw.announces(3, () -> -1)).isFalse();
        long even = 3;
        while (draw.keepProbability(even) < 0.5) {
            even++;
        }
        assertThat(draw.announces(even, () -> Long.MAX_VALUE)).isTrue();
        assertThat(draw.announces(even - 1, () -> Long.MAX_VALUE)).isFalse();
    }

    @Test
    void too_many_numbers_of_units_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TruncatedGeometricDraw(Ratio.of(1, 1_000_000), delta("1e-9"), ANY))
                .withMessageStartingWith("epsilon of a touch must be so large that 2^20 units always suffice");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TruncatedGeometricDraw(Ratio.ONE, delta("1e-23"), ANY))
                .withMessageStartingWith("delta of an examination must be at least 1e-22");
    }
}
