package dev.weir.jobs.format.binary;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that the texts of floating-point numbers are those of Java from 19 on, under every version of Java. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class RealTextsTest {

    private static final int NUMBERS = 20_000;

    /** The exact value of 2^-44 is 5.684341886080801486968994140625E-14: Java 17 writes a digit more than it needs. */
    @ParameterizedTest
    @CsvSource({
        "5.684341886080801486968994140625E-14, 5.684341886080802E-14",
        "2.0E-3, 0.002",
        "0.001, 0.001",
        "0.00099, 9.9E-4",
        "9999999, 9999999.0",
        "1E7, 1.0E7",
        "12.5, 12.5",
        "-7, -7.0",
        "0.1, 0.1",
        "123456.789, 123456.789",
        "1E23, 1.0E23",
        "2E23, 2.0E23",
        "4.9E-324, 4.9E-324",
        "1.7976931348623157E308, 1.7976931348623157E308",
        "9007199254740993, 9.007199254740992E15",
        "-0.0, -0.0",
        "NaN, NaN",
        "Infinity, Infinity"
    })
    void a_number_of_64_bits_is_the_closest_of_the_shortest_decimals_that_read_back_as_it(double value, String text) {
        assertThat(RealTexts.of(value)).isEqualTo(text);
    }

    /** The exact value of 2^25 is 33554432, and 3.3554432E7 is what Java 17 writes. */
    @ParameterizedTest
    @CsvSource({
        "3.3554432E7, 3.3554432E7",
        "0.1, 0.1",
        "16777216, 1.6777216E7",
        "1.17549435E-38, 1.1754944E-38",
        "1.4E-45, 1.4E-45",
        "3.4028235E38, 3.4028235E38",
        "2E10, 2.0E10",
        "1.0E10, 1.0E10",
        "64885.4375, 64885.438",
        "-0.3, -0.3"
    })
    void a_number_of_32_bits_is_the_closest_of_the_shortest_decimals_that_read_back_as_it(float value, String text) {
        assertThat(RealTexts.of(value)).isEqualTo(text);
    }

    /** What Java 17 writes reads back too, so that its length is a bound. */
    @Test
    void any_number_reads_back_from_a_text_that_is_no_longer_than_that_of_any_version_of_java() {
        Random random = new Random(43);
        for (int i = 0; i < NUMBERS; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            float small = Float.intBitsToFloat(random.nextInt());
            if (!Double.isFinite(value) || !Float.isFinite(small)) {
                continue;
            }
            assertThat(Double.parseDouble(RealTexts.of(value))).isEqualTo(value);
            assertThat(RealTexts.of(value))
                    .hasSizeLessThanOrEqualTo(Double.toString(value).length());
            assertThat(Float.parseFloat(RealTexts.of(small))).isEqualTo(small);
            assertThat(RealTexts.of(small))
                    .hasSizeLessThanOrEqualTo(Float.toString(small).length());
        }
    }

    @Test
    void a_decimal_of_up_to_15_digits_is_its_own_text() {
        Random random = new Random(44);
        for (int i = 0; i < NUMBERS; i++) {
            BigDecimal decimal = BigDecimal.valueOf(random.nextLong(1_000_000_000_000_000L) + 1, random.nextInt(25));
            assertThat(new BigDecimal(RealTexts.of(decimal.doubleValue()))).isEqualByComparingTo(decimal);
        }
    }
}
