package dev.weir.operators.time.text;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Patterns of {@link DateTimeFormatter}, as far as the time that they read depends on the text alone: names of zones, whose rules differ
 * from one Java platform to the next, and weeks, which differ from one country to the next, are left out. Names of months and days are
 * English, in capitals or small letters. A date that does not exist is no time.
 */
final class TimePattern {

    private static final String RULE =
            "must be iso, seconds, milliseconds, microseconds or a pattern such as uuuu-MM-dd HH:mm:ss";
    private static final String LETTERS = "uyMLdDEHhKkamsSXxZO";
    private static final String OFFSETS = "XxZO";
    private static final String HOURS = "HhKk";
    private static final Pattern QUOTED = Pattern.compile("'[^']*'");
    private static final Pattern RUN = Pattern.compile("([A-Za-z])\\1*");
    private static final OffsetDateTime SAMPLE =
            OffsetDateTime.of(2026, 11, 25, 17, 45, 59, 123_000_000, ZoneOffset.UTC);

    private TimePattern() {}

    /**
     * Returns a formatter for a pattern.
     *
     * @param pattern the pattern
     * @throws IllegalArgumentException if the pattern does not tell one time, with the rule
     */
    static DateTimeFormatter formatter(String pattern) {
        String letters = letters(pattern);
        requireParts(letters);
        try {
            DateTimeFormatterBuilder builder =
                    new DateTimeFormatterBuilder().parseCaseInsensitive().appendPattern(pattern);
            if (letters.indexOf('y') >= 0) {
                builder.parseDefaulting(ChronoField.ERA, 1);
            }
            DateTimeFormatter formatter = builder.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
            requireOneTime(formatter, letters);
            return formatter;
        } catch (DateTimeException e) {
            throw refusal("reads no time that it has written itself", e);
        } catch (IllegalArgumentException e) {
            throw refusal(String.valueOf(e.getMessage()), e);
        }
    }

    /** Whether a pattern may read an offset from UTC. */
    static boolean mayHaveOffset(String pattern) {
        return letters(pattern).chars().anyMatch(letter -> OFFSETS.indexOf(letter) >= 0);
    }

    /** Returns each letter that the pattern has outside of quotes, one letter for each run of the same letter. */
    private static String letters(String pattern) {
        Matcher runs = RUN.matcher(QUOTED.matcher(pattern).replaceAll(" "));
        StringBuilder letters = new StringBuilder();
        while (runs.find()) {
            letters.append(runs.group(1));
        }
        return letters.toString();
    }

    private static void requireParts(String letters) {
        for (int i = 0; i < letters.length(); i++) {
            char letter = letters.charAt(i);
            if (LETTERS.indexOf(letter) < 0) {
                throw refusal(letter + " is none of the letters " + LETTERS);
            }
            if (OFFSETS.indexOf(letter) < 0 && letters.indexOf(letter) < i) {
                throw refusal(letter + " is there twice: M is the month, m the minute, S a part of a second");
            }
        }
        boolean hasHour = letters.chars().anyMatch(letter -> HOURS.indexOf(letter) >= 0);
        require(letters, 'S', letters.indexOf('s') >= 0, "the second, s");
        require(letters, 's', letters.indexOf('m') >= 0, "the minute, m");
        require(letters, 'm', hasHour, "the hour, H");
    }

    private static void require(String letters, char part, boolean isThere, String larger) {
        if (letters.indexOf(part) >= 0 && !isThere) {
            throw refusal(part + " is there without " + larger);
        }
    }

    private static void requireOneTime(DateTimeFormatter formatter, String letters) {
        TemporalAccessor parsed = formatter.parse(formatter.format(SAMPLE));
        LocalDate date = parsed.query(TemporalQueries.localDate());
        if (!SAMPLE.toLocalDate().equals(date)) {
            throw new IllegalArgumentException("it does not tell year, month and day");
        }
        boolean hasTime = letters.chars().anyMatch(letter -> (HOURS + "a").indexOf(letter) >= 0);
        if (hasTime && parsed.query(TemporalQueries.localTime()) == null) {
            throw new IllegalArgumentException("it does not tell the hour of the day: h needs a");
        }
    }

    private static IllegalArgumentException refusal(String why) {
        return new IllegalArgumentException(RULE + ": " + why);
    }

    private static IllegalArgumentException refusal(String why, Exception cause) {
        return new IllegalArgumentException(RULE + ": " + why, cause);
    }
}
