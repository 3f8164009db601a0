package dev.weir.jobs.config.grammar;

import dev.weir.accountant.privacy.Delta;
import dev.weir.jobs.config.yaml.Item;
import dev.weir.operators.identity.Spelled;
import dev.weir.operators.keys.WellFormedText;
import dev.weir.operators.time.Durations;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Reads single values of a pipeline file. Refusals are worded for a line that already names the field. */
public final class Literals {

    private static final Pattern DECIMAL = Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,3})?");
    private static final Pattern DURATION = Pattern.compile("([0-9]{1,9})(ms|s|m|h|d)");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,200}");
    private static final Map<String, Long> UNITS =
            Map.of("ms", 1L, "s", 1000L, "m", 60_000L, "h", 3_600_000L, "d", 86_400_000L);
    private static final BigDecimal LARGEST = BigDecimal.TEN.pow(18);
    private static final int MOST_DECIMALS = 30;
    private static final int LONGEST_LITERAL = 60;

    private Literals() {}

    public static IllegalArgumentException refusal(String rule, Item item) {
        String text = item.text();
        boolean longText = text.length() > LONGEST_LITERAL;
        String shown = longText ? text.substring(0, LONGEST_LITERAL) + "..." : text;
        return new IllegalArgumentException(
                "must be " + rule + ", was " + (item.isQuoted() ? "\"" + shown + "\"" : shown));
    }

    /** Any text that is not empty and that UTF-8 can hold. */
    public static String text(Item item) {
        String text = item.text();
        if (text.isEmpty() || !WellFormedText.isWellFormed(text)) {
            throw refusal("text of at least one character", item);
        }
        return text;
    }

    /** A name that can stand in paths and topics. */
    public static String name(Item item) {
        boolean dots = item.text().equals(".") || item.text().equals("..");
        if (dots || !NAME.matcher(item.text()).matches()) {
            throw refusal("1 to 200 of A-Z a-z 0-9 . _ -", item);
        }
        return item.text();
    }

    /** A decimal that is not quoted, exactly as written, of sizes that arithmetic stays quick with. */
    public static BigDecimal decimal(Item item) {
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
        return text.length() <= LONGEST_LITERAL && DECIMAL.matcher(text).matches();
    }

    public static BigDecimal positive(Item item) {
        BigDecimal value = decimal(item);
        if (value.signum() <= 0) {
            throw refusal("> 0", item);
        }
        return value;
    }

    /** A failure probability, rounded down to whole steps. */
    public static Delta delta(Item item) {
        BigDecimal value = positive(item);
        if (value.compareTo(BigDecimal.ONE) >= 0 || Delta.atMost(value).yocto().signum() == 0) {
            throw refusal("at least 1e-24 and below 1", item);
        }
        return Delta.atMost(value);
    }

    /** A whole number from {@code least} to {@code most}. */
    public static Function<Item, Long> whole(long least, long most) {
        String rule =
                most == Long.MAX_VALUE ? "a whole number >= " + least : "a whole number from " + least + " to " + most;
        BigInteger low = BigInteger.valueOf(least);
        BigInteger high = BigInteger.valueOf(most);
        return item -> integer(item)
                .filter(value -> value.compareTo(low) >= 0 && value.compareTo(high) <= 0)
                .map(BigInteger::longValueExact)
                .orElseThrow(() -> refusal(rule, item));
    }

    private static Optional<BigInteger> integer(Item item) {
        boolean isInteger = !item.isQuoted() && item.text().matches("[+-]?[0-9]{1,30}");
        return isInteger ? Optional.of(new BigInteger(item.text())) : Optional.empty();
    }

    public static boolean truth(Item item) {
        if (item.isQuoted() || !item.text().matches("true|false")) {
            throw refusal("true or false", item);
        }
        return item.text().equals("true");
    }

    /** A duration such as 30s, from {@code least} to {@code most}. */
    public static Function<Item, Duration> duration(Duration least, Duration most) {
        return item -> {
            Duration value = duration(item);
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
                throw refusal("from " + Durations.text(least) + " to " + Durations.text(most), item);
            }
            return value;
        };
    }

    private static Duration duration(Item item) {
        Matcher matcher = DURATION.matcher(item.text());
        if (!matcher.matches()) {
            throw refusal("a duration such as 500ms, 30s, 5m, 1h or 1d", item);
        }
        long unit = UNITS.getOrDefault(matcher.group(2), 1L);
        return Duration.ofMillis(Long.parseLong(matcher.group(1)) * unit);
    }

    public static Instant instant(Item item) {
        try {
            return OffsetDateTime.parse(item.text()).toInstant();
        } catch (DateTimeException e) {
            throw refusal("a time in ISO 8601 with Z or an offset, such as 2026-01-31T00:00:00Z", item);
        }
    }

    /** One of an enum's names, written small and with hyphens. */
    public static <E extends Enum<E>> Function<Item, E> choice(E[] choices) {
        String names = Arrays.stream(choices).map(Spelled::of).collect(Collectors.joining(" | "));
        return item -> Arrays.stream(choices)
                .filter(choice -> Spelled.of(choice).equals(item.text()))
                .findFirst()
                .orElseThrow(() -> refusal(names, item));
    }
}
