package dev.weir.jobs.config.grammar;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.settings.Item;
import dev.weir.operators.encoding.Spelled;
import dev.weir.operators.keys.text.WellFormedText;
import dev.weir.operators.time.Durations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Types of single values in a pipeline file. The message of a refusal does not name the field, because the line of the
 * problem already does.
 */
public final class Literals {

    private static final Pattern NUMBER = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
    private static final Map<String, Long> UNITS =
            Map.of("ms", 1L, "s", 1000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
    private static final BigDecimal LARGEST = BigDecimal.TEN.pow(18);
    private static final int MOST_DECIMALS = 30;
    private static final int LONGEST_LITERAL = 60;

    /** A text that is not empty and can be encoded in UTF-8. YAML may read it as a number or a truth value. */
    public static final Literal<String> TEXT =
            new Literal<>(Literals::text, schema("type", List.of("string", "number", "boolean")));

    /** A name that can be part of paths and topics. */
    public static final Literal<String> NAME = name(200, "1 to 200 of A-Z a-z 0-9 . _ -");

    /** An unquoted decimal, with its exact value. Its size is limited, so that arithmetic on it stays fast. */
    public static final Literal<BigDecimal> DECIMAL = new Literal<>(Literals::decimal, schema("type", "number"));

    /** A decimal above 0. */
    public static final Literal<BigDecimal> POSITIVE =
            new Literal<>(Literals::positive, schema("type", "number", "exclusiveMinimum", 0));

    /** A failure probability, rounded down to a multiple of 1e-24. */
    public static final Literal<Delta> DELTA = new Literal<>(
            Literals::delta, POSITIVE.within("exclusiveMaximum", 1).schema());

    /** True or false. */
    public static final Literal<Boolean> TRUTH = new Literal<>(Literals::truth, schema("type", "boolean"));

    /** A time in ISO 8601 with Z or an offset. */
    public static final Literal<Instant> INSTANT =
            new Literal<>(Literals::instant, pattern("[+-]?[0-9]{4,}-[0-9]{2}-[0-9]{2}T.*(Z|[+-][0-9:]+)"));

    /** A time zone with the rules that this Java platform has for it. */
    public static final Literal<PinnedZone> ZONE = new Literal<>(Literals::zone, schema("type", "string"));

    private Literals() {}

    private static PinnedZone zone(Item item) {
        try {
            return PinnedZone.of(item.text());
        } catch (IllegalArgumentException e) {
            throw refusal("a zone of the tz database, such as Europe/Berlin, or UTC", item);
        }
    }

    /**
     * Returns the exception that refuses a value.
     *
     * @param rule what the value must be, in words
     * @param item the value
     */
    public static IllegalArgumentException refusal(String rule, Item item) {
        String text = item.text();
        boolean longText = text.length() > LONGEST_LITERAL;
        String shown = longText ? text.substring(0, LONGEST_LITERAL) + "..." : text;
        return new IllegalArgumentException(
                "must be " + rule + ", was " + (item.isQuoted() ? "\"" + shown + "\"" : shown));
    }

    private static Map<String, Object> pattern(String regex) {
        return schema("type", "string", "pattern", "^" + regex + "$");
    }

    private static Map<String, Object> schema(Object... keywords) {
        Map<String, Object> schema = new LinkedHashMap<>();
        for (int i = 0; i < keywords.length; i += 2) {
            schema.put(String.valueOf(keywords[i]), keywords[i + 1]);
        }
        return schema;
    }

    /**
     * Returns the type of a text that matches a pattern.
     *
     * @param regex the pattern of the whole text
     * @param rule what the text must be, in words
     */
    public static Literal<String> matching(String regex, String rule) {
        Pattern compiled = Pattern.compile(regex);
        return new Literal<>(
                item -> {
                    if (!compiled.matcher(item.text()).matches()) {
                        throw refusal(rule, item);
                    }
                    return item.text();
                },
                pattern(regex));
    }

    /**
     * Returns the type of a name that can be part of paths, so that {@code .} and {@code ..} are refused.
     *
     * @param longest how many characters the name may have
     * @param rule what the name must be, in words
     */
    public static Literal<String> name(int longest, String rule) {
        return matching("[A-Za-z0-9._-]{1," + longest + "}", rule).checked(item -> {
            if (item.text().equals(".") || item.text().equals("..")) {
                throw refusal(rule, item);
            }
        });
    }

    private static String text(Item item) {
        if (item.text().isEmpty() || !WellFormedText.isWellFormed(item.text())) {
            throw refusal("text of at least one character", item);
        }
        return item.text();
    }

    private static BigDecimal decimal(Item item) {
        if (item.isQuoted() || !isDecimal(item.text())) {
            throw refusal("a decimal number", item);
        }
        BigDecimal value = new BigDecimal(item.text());
        if (value.abs().compareTo(LARGEST) > 0 || value.stripTrailingZeros().scale() > MOST_DECIMALS) {
            throw refusal("at most 1e18 in size, with at most 30 decimals", item);
        }
        return value.scale() > MOST_DECIMALS ? value.setScale(MOST_DECIMALS) : value;
    }

    private static boolean isDecimal(String text) {
        return text.length() <= LONGEST_LITERAL && NUMBER.matcher(text).matches();
    }

    private static BigDecimal positive(Item item) {
        BigDecimal value = decimal(item);
        if (value.signum() <= 0) {
            throw refusal("> 0", item);
        }
        return value;
    }

    private static Delta delta(Item item) {
        BigDecimal value = positive(item);
        if (value.compareTo(BigDecimal.ONE) >= 0 || Delta.atMost(value).yocto().signum() == 0) {
            throw refusal("at least 1e-24 and below 1", item);
        }
        return Delta.atMost(value);
    }

    /**
     * Returns the type of a whole number.
     *
     * @param least the smallest allowed number
     * @param most the largest allowed number
     */
    public static Literal<Long> whole(long least, long most) {
        String rule = "a whole number from " + least + " to " + most;
        BigInteger low = BigInteger.valueOf(least);
        BigInteger high = BigInteger.valueOf(most);
        return new Literal<>(
                item -> integer(item)
                        .filter(value -> value.compareTo(low) >= 0 && value.compareTo(high) <= 0)
                        .map(BigInteger::longValueExact)
                        .orElseThrow(() -> refusal(rule, item)),
                schema("type", "integer", "minimum", least, "maximum", most));
    }

    /**
     * Returns the type of a count, which is a whole number from 1.
     *
     * @param most the largest allowed number
     */
    public static Literal<Integer> count(int most) {
        return whole(1, most).map(Long::intValue);
    }

    private static Optional<BigInteger> integer(Item item) {
        boolean isInteger = !item.isQuoted() && item.text().matches("[+-]?[0-9]{1,30}");
        return isInteger ? Optional.of(new BigInteger(item.text())) : Optional.empty();
    }

    private static boolean truth(Item item) {
        if (item.isQuoted() || !item.text().matches("true|false")) {
            throw refusal("true or false", item);
        }
        return item.text().equals("true");
    }

    /**
     * Returns the type of a duration such as 30s.
     *
     * @param least the shortest allowed duration
     * @param most the longest allowed duration
     */
    public static Literal<Duration> duration(Duration least, Duration most) {
        return new Literal<>(Literals::duration, pattern(DURATION.pattern())).checked(item -> {
            Duration value = duration(item);
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
                throw refusal("from " + Durations.text(least) + " to " + Durations.text(most), item);
            }
        });
    }

    private static Duration duration(Item item) {
        Matcher matcher = DURATION.matcher(item.text());
        if (!matcher.matches()) {
            throw refusal("a duration such as 500ms, 30s, 5m, 1h or 1d", item);
        }
        long unit = UNITS.getOrDefault(matcher.group(2), 1L);
        return Duration.ofMillis(Long.parseLong(matcher.group(1)) * unit);
    }

    private static Instant instant(Item item) {
        try {
            return OffsetDateTime.parse(item.text()).toInstant();
        } catch (DateTimeException e) {
            throw refusal("a time in ISO 8601 with Z or an offset, such as 2026-01-31T00:00:00Z", item);
        }
    }

    /**
     * Returns the type of the constants of an enum, whose names are written in lower case and with hyphens.
     *
     * @param choices the constants
     * @param <E> the enum
     */
    public static <E extends Enum<E>> Literal<E> choice(E[] choices) {
        List<String> names = Arrays.stream(choices).map(Spelled::of).toList();
        return choice(names, String.join(" | ", names)).map(name -> choices[names.indexOf(name)]);
    }

    /**
     * Returns the type of a choice between words.
     *
     * @param words the words, at least one
     */
    public static Literal<String> oneOf(String... words) {
        return choice(List.of(words), String.join(" or ", words));
    }

    /**
     * Returns the type of a choice between words.
     *
     * @param words the words, at least one
     * @param rule what the value must be, in words
     */
    public static Literal<String> choice(List<String> words, String rule) {
        return new Literal<>(
                item -> words.stream().filter(item.text()::equals).findFirst().orElseThrow(() -> refusal(rule, item)),
                schema("enum", words));
    }
}
