package dev.weir.operators.time.text;

import static java.time.temporal.ChronoField.DAY_OF_MONTH;
import static java.time.temporal.ChronoField.HOUR_OF_DAY;
import static java.time.temporal.ChronoField.MINUTE_OF_HOUR;
import static java.time.temporal.ChronoField.MONTH_OF_YEAR;
import static java.time.temporal.ChronoField.NANO_OF_SECOND;
import static java.time.temporal.ChronoField.SECOND_OF_MINUTE;
import static java.time.temporal.ChronoField.YEAR;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.text.ParsePosition;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

/** Compares event times with {@code java.time}, whose formatters together describe the valid texts. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventTimeFuzzTest {

    private static final long LAST = 8_640_000_000_000_000L;
    private static final List<DateTimeFormatter> PLAIN = formatters(SignStyle.NOT_NEGATIVE);
    private static final List<DateTimeFormatter> SIGNED = formatters(SignStyle.ALWAYS);

    private static List<DateTimeFormatter> formatters(SignStyle sign) {
        return List.of(formatter(sign, "+HH:mm"), formatter(sign, "+HHmm"));
    }

    private static DateTimeFormatter formatter(SignStyle sign, String offset) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendValue(YEAR, 4, sign == SignStyle.ALWAYS ? 9 : 4, sign)
                .appendLiteral('-')
                .appendValue(MONTH_OF_YEAR, 2)
                .appendLiteral('-')
                .appendValue(DAY_OF_MONTH, 2)
                .appendLiteral('T')
                .appendValue(HOUR_OF_DAY, 2)
                .appendLiteral(':')
                .appendValue(MINUTE_OF_HOUR, 2)
                .optionalStart()
                .appendLiteral(':')
                .appendValue(SECOND_OF_MINUTE, 2)
                .optionalStart()
                .appendLiteral('.')
                .appendFraction(NANO_OF_SECOND, 1, 9, false)
                .optionalEnd()
                .optionalEnd()
                .appendOffset(offset, "Z")
                .toFormatter()
                .withResolverStyle(ResolverStyle.STRICT);
    }

    private static long platform(String text) {
        if (text.matches("-?[0-9]+")) {
            BigInteger millis = new BigInteger(text);
            return millis.abs().compareTo(BigInteger.valueOf(LAST)) <= 0 ? millis.longValueExact() : TimeReader.BEYOND;
        }
        String cut = text.replaceFirst("(\\.[0-9]{9})[0-9]+", "$1");
        for (DateTimeFormatter formatter : text.matches("[+-].*") ? SIGNED : PLAIN) {
            try {
                ParsePosition end = new ParsePosition(0);
                if (formatter.parseUnresolved(cut, end) != null && end.getIndex() == cut.length()) {
                    return millis(OffsetDateTime.parse(cut, formatter).toInstant());
                }
            } catch (DateTimeException e) {
                // a number out of range; the other formatter gives the same result or accepts less
            }
        }
        return TimeReader.NONE;
    }

    private static long millis(Instant time) {
        boolean far = Math.abs(time.getEpochSecond()) > LAST / 1000;
        return far || Math.abs(time.toEpochMilli()) > LAST ? TimeReader.BEYOND : time.toEpochMilli();
    }

    private static void compare(String text) {
        byte[] bytes = ("0" + text + "0").getBytes(StandardCharsets.UTF_8);
        assertThat(EventTime.parse(bytes, 1, bytes.length - 1)).as(text).isEqualTo(platform(text));
    }

    private static String pick(SplittableRandom random, String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private static String number(SplittableRandom random, int digits, int bound) {
        String number = Integer.toString(random.nextInt(bound));
        return "0".repeat(Math.max(0, digits - number.length())) + number;
    }

    /** Returns a valid or nearly valid time: a month 13, a 30th of February, an hour 24 and the like occur. */
    private static String nearlyATime(SplittableRandom random) {
        String year = random.nextInt(4) == 0
                ? pick(random, "+", "-") + number(random, random.nextInt(4, 10), 1_000_000_000)
                : number(random, 4, 2_400);
        String seconds = pick(random, "", ":" + number(random, 2, 62), ":" + number(random, 2, 60) + ".");
        String fraction = seconds.endsWith(".") ? number(random, random.nextInt(1, 12), 1000) : "";
        String offset = pick(random, "+", "-")
                + number(random, 2, 20)
                + pick(random, "", ":" + number(random, 2, 61), number(random, 2, 61));
        return year + "-" + number(random, 2, 14) + "-" + number(random, 2, 33) + pick(random, "T", "T", "t")
                + number(random, 2, 25) + ":" + number(random, 2, 61) + seconds + fraction
                + pick(random, "Z", "Z", "z", offset);
    }

    /** Tests 100 000 texts, a third of them with one character changed, removed or doubled. */
    @RepeatedTest(10)
    void texts_are_the_times_that_the_platform_takes_them_for(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder(nearlyATime(random));
            int at = random.nextInt(text.length());
            switch (random.nextInt(9)) {
                case 0 -> text.setCharAt(at, "0123456789-+:.TZ \u00fc".charAt(random.nextInt(18)));
                case 1 -> text.deleteCharAt(at);
                case 2 -> text.insert(at, text.charAt(at));
                default -> {
                    // two thirds stay unchanged
                }
            }
            compare(text.toString());
        }
    }

    /** Tests 20 000 whole numbers of up to 20 digits. */
    @RepeatedTest(20)
    void whole_numbers_are_epoch_milliseconds(RepetitionInfo run) {
        SplittableRandom random = new SplittableRandom(run.getCurrentRepetition());
        for (int i = 0; i < 1_000; i++) {
            StringBuilder text = new StringBuilder(pick(random, "", "-"));
            for (int left = random.nextInt(1, 21); left > 0; left--) {
                text.append(random.nextInt(10));
            }
            compare(text.toString());
        }
    }
}
