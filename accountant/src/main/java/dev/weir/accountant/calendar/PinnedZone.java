package dev.weir.accountant.calendar;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A time zone with the rules that it had when the pipeline was built. The rules travel with the plan, so that no worker asks its own
 * Java platform, whose rules may be older or newer.
 *
 * <p>The <em>boundary</em> of a date is the first instant whose local date is that date or a later one. A date lasts from its
 * boundary to that of the next one. What belongs to a date is decided by instants alone: where a clock is put back over midnight,
 * local dates repeat, and boundaries do not.
 */
public final class PinnedZone implements Serializable {

    private static final long serialVersionUID = 1L;

    /** A time before every change of any zone's clocks. */
    private static final Instant FIRST = Instant.parse("1500-01-01T00:00:00Z");

    private static final Instant LAST = Instant.parse("2100-01-01T00:00:00Z");

    private final String id;
    private final ZoneRules rules;
    private final byte[] digest;
    private final int mostForward;
    private final int mostBack;

    private PinnedZone(String id, ZoneRules rules) {
        this.id = id;
        this.rules = rules;
        CanonicalWriter content = new CanonicalWriter();
        int offset = rules.getOffset(FIRST).getTotalSeconds();
        content.number(offset);
        int forward = 0;
        int back = 0;
        Instant before = FIRST;
        for (ZoneOffsetTransition next = rules.nextTransition(FIRST);
                next != null && next.getInstant().isBefore(LAST);
                next = rules.nextTransition(next.getInstant())) {
            if (!next.getInstant().isAfter(before)) {
                throw new DateTimeException("rules of a zone must be in the order of their times");
            }
            before = next.getInstant();
            int change = next.getOffsetAfter().getTotalSeconds() - offset;
            offset += change;
            forward = Math.max(forward, change);
            back = Math.max(back, -change);
            content.number(next.getInstant().getEpochSecond()).number(offset);
        }
        rules.getTransitionRules().forEach(rule -> ZoneRulesBytes.write(rule, content));
        this.digest = sha256(content.bytes());
        this.mostForward = forward;
        this.mostBack = back;
    }

    private static byte[] sha256(byte[] content) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(content);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /**
     * A zone with the rules of this Java platform.
     *
     * @param id the id of a zone, such as {@code Europe/Berlin}, or {@code UTC}
     * @throws IllegalArgumentException if there is no such zone
     */
    public static PinnedZone of(String id) {
        try {
            return new PinnedZone(id, ZoneId.of(id).getRules());
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("zone must be a zone of the tz database, such as Europe/Berlin", e);
        }
    }

    /**
     * A zone with rules of its own.
     *
     * @param id what the zone is called
     * @param rules its rules
     * @throws DateTimeException if changes of the zone's clocks are not in the order of their times
     */
    public static PinnedZone of(String id, ZoneRules rules) {
        return new PinnedZone(id, rules);
    }

    /**
     * A zone with the rules that {@link #bytes} has written.
     *
     * @param id what the zone is called
     * @param rules the bytes of its rules
     * @throws CanonicalReader.Malformed if the bytes are not those of rules
     */
    public static PinnedZone read(String id, byte[] rules) {
        try {
            return new PinnedZone(id, ZoneRulesBytes.read(rules));
        } catch (DateTimeException e) {
            throw (CanonicalReader.Malformed) new CanonicalReader.Malformed().initCause(e);
        }
    }

    /** Whether the zone's clocks have always shown UTC, and always will. */
    public boolean isUtc() {
        return rules.isFixedOffset() && rules.getOffset(Instant.EPOCH).equals(ZoneOffset.UTC);
    }

    /** The rules of the zone, all of them, in canonical bytes: some hundred to some thousand. */
    public byte[] bytes() {
        return ZoneRulesBytes.of(rules);
    }

    /**
     * The first instant at which the clocks of two zones differ, up to the year 2100.
     *
     * @param other the other zone, usually the same one by other rules
     * @return the instant; empty if they differ nowhere
     */
    public Optional<Instant> differsFrom(PinnedZone other) {
        return Stream.concat(changes(), other.changes())
                .sorted()
                .filter(time -> !rules.getOffset(time).equals(other.rules.getOffset(time)))
                .findFirst();
    }

    /**
     * Says from when on the clocks of two zones differ: {@code from 2027-03-28T01:00:00Z on}.
     *
     * @param other the other zone, usually the same one by other rules
     */
    public String difference(PinnedZone other) {
        return differsFrom(other)
                .map(time -> "from " + time + " on")
                .orElse("after the year 2099, or in their wording alone");
    }

    /** A time before all changes, and all changes up to the year 2100. */
    private Stream<Instant> changes() {
        return Stream.iterate(FIRST, time -> time.isBefore(LAST), time -> {
            ZoneOffsetTransition next = rules.nextTransition(time);
            return next == null ? LAST : next.getInstant();
        });
    }

    /** The id of the zone. */
    public String id() {
        return id;
    }

    /** The rules of the zone. */
    public ZoneRules rules() {
        return rules;
    }

    /**
     * SHA-256 of the zone's first offset, of the instant and the new offset of every change of it up to the year 2100, and of the rules by
     * which it changes every year after that: 32 bytes.
     */
    public byte[] digest() {
        return digest.clone();
    }

    /** The {@link #digest} as 64 hexadecimal digits. */
    public String digestText() {
        return HexFormat.of().formatHex(digest);
    }

    /** The most milliseconds by which a clock of the zone is ever put forward at once, up to the year 2100. */
    public long mostForwardMillis() {
        return mostForward * 1000L;
    }

    /** The most milliseconds by which a clock of the zone is ever put back at once, up to the year 2100. */
    public long mostBackMillis() {
        return mostBack * 1000L;
    }

    /**
     * The boundary of a date. A date that the zone leaves out has the boundary of the next one.
     *
     * @param date the date
     * @return epoch milliseconds, at the ends of the range of a long saturated
     */
    public long boundary(LocalDate date) {
        LocalDateTime midnight = date.atStartOfDay();
        ZoneOffsetTransition transition = rules.getTransition(midnight);
        if (transition != null && transition.isGap()) {
            return millis(transition.getInstant().getEpochSecond());
        }
        // where midnight is there twice, the first of the two
        ZoneOffset offset = rules.getValidOffsets(midnight).get(0);
        return millis(midnight.toEpochSecond(offset));
    }

    /**
     * The last date whose boundary is at a time or before it.
     *
     * @param time epoch milliseconds
     */
    public LocalDate dateAt(long time) {
        Instant instant = Instant.ofEpochMilli(time);
        LocalDate date = LocalDateTime.ofEpochSecond(instant.getEpochSecond(), 0, rules.getOffset(instant))
                .toLocalDate();
        // after a clock was put back over midnight, a later date has begun already
        date = date.plusDays(2);
        while (boundary(date) > time) {
            date = date.minusDays(1);
        }
        return date;
    }

    private static long millis(long seconds) {
        long most = Long.MAX_VALUE / 1000;
        return seconds > most ? Long.MAX_VALUE : seconds < -most ? Long.MIN_VALUE : seconds * 1000;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PinnedZone zone && id.equals(zone.id) && Arrays.equals(digest, zone.digest);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        return id;
    }
}
