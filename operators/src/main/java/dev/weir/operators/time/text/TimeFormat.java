package dev.weir.operators.time.text;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.operators.encoding.TaggedFields;
import java.io.Serializable;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How the times of records are written.
 *
 * @param form {@link #STANDARD}'s form, which is the empty text; {@code iso} for ISO 8601; {@code seconds}, {@code milliseconds} or {@code
 *     microseconds} since the epoch; or a pattern of {@link java.time.format.DateTimeFormatter} such as {@code dd.MM.uuuu HH:mm}
 * @param zone the zone of times without an offset from UTC, see {@link LocalTimes}; null if such a text is no time
 */
public record TimeFormat(String form, @Nullable PinnedZone zone) implements Serializable {

    /** The numbers since the epoch, each with the power of ten by which it is multiplied to become milliseconds. */
    private static final Map<String, Integer> EPOCH = Map.of("seconds", 3, "milliseconds", 0, "microseconds", -3);

    /** ISO 8601 with {@code Z} or an offset, or whole epoch milliseconds. */
    public static final TimeFormat STANDARD = new TimeFormat("", null);

    private static final String ISO = "iso";

    /**
     * Creates a format.
     *
     * @throws IllegalArgumentException if the form is none, it needs a zone and has none, or it has a zone that it does not need. The
     *     message says the rule, and that of a zone begins with {@code zone}
     */
    public TimeFormat {
        if (EPOCH.containsKey(form)) {
            require(zone == null, "zone must be left out where times are numbers since the epoch");
        } else if (!form.isEmpty() && !form.equals(ISO)) {
            TimePattern.formatter(form);
            require(zone != null || !needsZone(form), "zone must be given where times have no offset from UTC");
        }
    }

    /**
     * Whether no time of a form tells its offset from UTC, so that a zone must be given.
     *
     * @param form the form; empty for the standard one
     */
    public static boolean needsZone(String form) {
        boolean isPattern = !form.isEmpty() && !form.equals(ISO) && !EPOCH.containsKey(form);
        return isPattern && !TimePattern.mayHaveOffset(form);
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    /**
     * A format whose times tell their offsets from UTC, or are numbers since the epoch.
     *
     * @param form the form
     * @throws IllegalArgumentException if there is no such form, or its times have no offsets
     */
    public static TimeFormat of(String form) {
        return new TimeFormat(form, null);
    }

    /**
     * A format whose times may be local ones.
     *
     * @param form the form
     * @param zone the id of a zone, such as {@code Europe/Berlin}; its rules are those of this Java platform
     * @throws IllegalArgumentException if there is no such form or zone, or the form's times are numbers since the epoch
     */
    public static TimeFormat of(String form, String zone) {
        return new TimeFormat(form, PinnedZone.of(zone));
    }

    /**
     * Checks a form alone, without its zone.
     *
     * @param form the form; not empty
     * @throws IllegalArgumentException if there is no such form, with the rule
     */
    public static void requireForm(String form) {
        if (!form.equals(ISO) && !EPOCH.containsKey(form)) {
            TimePattern.formatter(form);
        }
    }

    /** Returns a reader of such times, for use by one thread. */
    public TimeReader reader() {
        Integer power = EPOCH.get(form);
        if (power != null) {
            return new EpochTime(power);
        }
        LocalTimes local = zone == null ? null : new LocalTimes(zone);
        if (!form.isEmpty() && !form.equals(ISO)) {
            return new PatternTime(TimePattern.formatter(form), local);
        }
        if (local != null) {
            return new EventTime.Local(local, form.isEmpty());
        }
        return form.isEmpty() ? EventTime::parse : EventTime::parseIso;
    }

    /**
     * The format in words. Two formats that are not equal have different words, and a zone with other rules has another digest in them.
     */
    public String words() {
        String written = form.isEmpty() ? "standard" : form;
        return zone == null ? written : written + " in " + zone.id() + " " + zone.digestText();
    }

    /** The encoding of the format, with the rules of its zone: another content is another meaning of every record. */
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, form);
        return zone == null ? fields : fields.put(2, zone.id()).put(3, zone.digest());
    }
}
