package dev.weir.jobs.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares decimals with the platform's {@link BigDecimal}, which is exact and takes unbounded time. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class DecimalsTest {

    private static final Pattern DECIMAL =
            Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:[eE]([+-]?[0-9]+))?");
    private static final BigDecimal LIMIT = new BigDecimal(2).pow(63);
    /** The number of decimals that are kept exactly. */
    private static final int KEPT = 100;

    private static @Nullable BigDecimal ours(String text) {
        byte[] bytes = ("7" + text + "7").getBytes(StandardCharsets.UTF_8);
        return Decimals.parse(bytes, 1, bytes.length - 1);
    }

    /** Returns the exact number that a text spells; null if it spells none. Exponents are cut to 4 digits. */
    private static @Nullable BigDecimal platform(String text) {
        Matcher matcher = DECIMAL.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        BigDecimal digits = new BigDecimal(matcher.group(1));
        String exponent = matcher.group(2) == null ? "0" : matcher.group(2);
        int sign = exponent.startsWith("-") ? -1 : 1;
        String size = exponent.replaceFirst("^[+-]?0*", "");
        return digits.scaleByPowerOfTen(sign * (size.length() > 4 ? 9_999 : Integer.parseInt("0" + size)));
    }

    private static void compare(String text) {
        BigDecimal exact = platform(text);
        BigDecimal read = ours(text);
        if (exact == null || read == null) {
            assertThat(read).as(text).isEqualTo(exact);
            return;
        }
        if (exact.abs().compareTo(LIMIT) >= 0) {
            assertThat(read)
                    .as(text)
                    .isEqualByComparingTo(exact.signum() < 0 ? Decimals.BEYOND.negate() : Decimals.BEYOND);
            return;
        }
        assertThat(read.signum()).as(text).isEqualTo(exact.signum());
        assertThat(read.setScale(KEPT, RoundingMode.DOWN))
                .as(text)
                .isEqualByComparingTo(exact.setScale(KEPT, RoundingMode.DOWN));
        assertThat(isMore(read)).as(text).isEqualTo(isMore(exact));
    }

    /** Whether there is a nonzero digit after the decimals that are kept. */
    private static boolean isMore(BigDecimal value) {
        return value.setScale(KEPT, RoundingMode.DOWN).compareTo(value) != 0;
    }

    /** Tests 100 000 numbers in usual notation, of up to 40 digits, with and without sign, point and exponent. */
    @RepeatedTest(20)
    void numbers_are_read_as_the_platform_reads_them(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(new String[] {"", "-", "+"}[random.nextInt(3)]);
            digits(text, random, random.nextInt(1, random.nextBoolean() ? 6 : 25));
            if (random.nextBoolean()) {
                text.append('.');
                digits(text, random, random.nextInt(random.nextBoolean() ? 4 : 16));
            }
            if (random.nextInt(3) == 0) {
                text.append(random.nextBoolean() ? 'e' : 'E').append(random.nextInt(-30, 30));
            }
            compare(text.toString());
        }
    }

    private static void digits(StringBuilder text, SplittableRandom random, int count) {
        for (int i = 0; i < count; i++) {
            text.append((char) ('0' + random.nextInt(10)));
        }
    }

    /** Tests 200 000 words over the alphabet of decimals and a few other characters: some are numbers, most are not. */
    @RepeatedTest(20)
    void words_are_numbers_where_they_are_to_the_platform(RepetitionInfo run) {
        String alphabet = "0019..eE+-- ,x\u0663";
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int left = random.nextInt(9); left > 0; left--) {
                text.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            compare(text.toString());
        }
    }

    /** Tests 20 000 numbers with more digits than are kept, or with exponents that move long runs of zeros. */
    @RepeatedTest(20)
    void long_numbers_are_read_as_the_platform_reads_them(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder("0".repeat(random.nextInt(3) == 0 ? random.nextInt(200) : 0));
            digits(text, random, random.nextInt(160));
            text.append('.').append("0".repeat(random.nextInt(3) == 0 ? random.nextInt(200) : 0));
            digits(text, random, random.nextInt(1, 160));
            text.append('e').append(random.nextInt(-250, 250));
            compare(text.toString());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9223372036854775807",
                "9223372036854775807.9999999999",
                "9223372036854775808",
                "-9223372036854775807.9",
                "-9223372036854775808",
                "999999999999999999",
                "1000000000000000000",
                "-999999999999999999",
                "0.000000000000000000",
                "0e99999999999999999999",
                "1e-99999999999999999999",
                "-1e99999999999999999999",
                "1e00000000000000000001",
                "1.",
                ".1",
                ".",
                "-",
                "",
                "1e+",
                "--1",
                "1e1.5"
            })
    void numbers_at_the_borders_are_read_as_the_platform_reads_them(String text) {
        compare(text);
    }
}
