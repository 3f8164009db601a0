package dev.weir.accountant.compose.pld;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FourierTest {

    /**
     * Higham (2002), Theorem 24.2: a stage adds the error of the factors, here 4.3 units of round-off, and gamma_4 sqrt(2),
     * which is 5.7 units.
     */
    @ParameterizedTest
    @ValueSource(ints = {1 << 6, 1 << 12, 1 << 22})
    void the_error_bound_is_not_below_the_proved_one(int length) {
        double stages = Integer.numberOfTrailingZeros(length) * (4.3 + 5.7) * 0x1p-53;
        assertThat(new Fourier(length).relativeError()).isGreaterThanOrEqualTo(stages / (1 - stages));
    }

    /**
     * The factors must be within the 10.3 units that the bound of 16 leaves; an expected value has one unit of its own. The
     * expected values, cosine and sine of {@code 2 pi turn / 2^22}, were computed by Python's mpmath with 60 digits.
     */
    @ParameterizedTest
    @CsvSource({
        "511, 0.9999997070107332353813722, 0.0007654922910693005902993355",
        "1023, 0.9999988257485253112340576, 0.001532482159932377834676028",
        "123457, 0.9829469074369073264177594, 0.1838895787156519114993083",
        "524287, 0.707107840451591349295774, 0.707105721919916889502424",
        "777777, 0.3946294306765770712998108, 0.91884036287261600224771",
        "2097151, -0.999999999998877955886077, 0.000001498028113169011228854279"
    })
    void factors_are_within_what_the_bound_leaves_for_them(int turn, double cosine, double sine) {
        Fourier fourier = new Fourier(1 << 22);
        assertThat(Math.hypot(fourier.cosine(turn) - cosine, fourier.sine(turn) - sine))
                .isLessThanOrEqualTo(9.3 * 0x1p-53);
    }
}
