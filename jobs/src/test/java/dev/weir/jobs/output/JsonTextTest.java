package dev.weir.jobs.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class JsonTextTest {

    /** Whole numbers up to 18 digits are written as longs, and others as decimals. */
    @Test
    void a_decimal_is_written_in_plain_digits_however_long_it_is() {
        for (String digits :
                List.of("0", "7", "999999999999999999", "1000000000000000000", "9223372036854775808", "12")) {
            for (int scale : new int[] {-20, -1, 0, 1, 17, 18, 30}) {
                BigDecimal number = new BigDecimal(digits).scaleByPowerOfTen(-scale);
                assertThat(JsonText.of(number)).isEqualTo(number.toPlainString());
                assertThat(JsonText.of(number.negate()))
                        .isEqualTo(number.negate().toPlainString());
            }
        }
    }
}
