package dev.weir.accountant.calendar;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneOffsetTransitionRule;
import java.time.zone.ZoneOffsetTransitionRule.TimeDefinition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The canonical bytes of the rules of a zone: the first offset from UTC, every listed change of it, and the rules by which it changes
 * every year after that. They fix every boundary of the zone's dates. What a zone calls standard time is not part of them.
 */
final class ZoneRulesBytes {

    private static final int TRANSITION = 2 * Long.BYTES;
    private static final int YEARLY = 8 * Long.BYTES + Integer.BYTES;

    private ZoneRulesBytes() {}

    static byte[] of(ZoneRules rules) {
        List<ZoneOffsetTransition> transitions = rules.getTransitions();
        CanonicalWriter out = new CanonicalWriter()
                .number(rules.getOffset(Instant.MIN).getTotalSeconds())
                .count(transitions.size());
        for (ZoneOffsetTransition transition : transitions) {
            out.number(transition.getInstant().getEpochSecond())
                    .number(transition.getOffsetAfter().getTotalSeconds());
        }
        out.count(rules.getTransitionRules().size());
        rules.getTransitionRules().forEach(rule -> write(rule, out));
        return out.bytes();
    }

    static void write(ZoneOffsetTransitionRule rule, CanonicalWriter out) {
        DayOfWeek day = rule.getDayOfWeek();
        out.number(rule.getMonth().getValue())
                .number(rule.getDayOfMonthIndicator())
                .number(day == null ? 0 : day.getValue())
                .number(rule.isMidnightEndOfDay() ? 1 : 0)
                .number(rule.getLocalTime().toSecondOfDay())
                .text(rule.getTimeDefinition().name())
                .number(rule.getStandardOffset().getTotalSeconds())
                .number(rule.getOffsetBefore().getTotalSeconds())
                .number(rule.getOffsetAfter().getTotalSeconds());
    }

    /** @throws CanonicalReader.Malformed if the bytes are not those that {@link #of} returns for any rules */
    static ZoneRules read(byte[] bytes) {
        try {
            ZoneRules rules = read(new CanonicalReader(bytes));
            CanonicalReader.check(Arrays.equals(bytes, of(rules)));
            return rules;
        } catch (DateTimeException | ArithmeticException | IllegalArgumentException e) {
            throw (CanonicalReader.Malformed) new CanonicalReader.Malformed().initCause(e);
        }
    }

    private static ZoneRules read(CanonicalReader in) {
        ZoneOffset first = offset(in);
        List<ZoneOffsetTransition> transitions = new ArrayList<>();
        ZoneOffset before = first;
        long last = Long.MIN_VALUE;
        for (int left = in.count(TRANSITION); left > 0; left--) {
            long time = in.number();
            CanonicalReader.check(time > last);
            last = time;
            LocalDateTime local = LocalDateTime.ofEpochSecond(time, 0, before);
            ZoneOffset after = offset(in);
            transitions.add(ZoneOffsetTransition.of(local, before, after));
            before = after;
        }
        List<ZoneOffsetTransitionRule> yearly = new ArrayList<>();
        for (int left = in.count(YEARLY); left > 0; left--) {
            yearly.add(rule(in));
        }
        in.end();
        return ZoneRules.of(first, first, List.of(), transitions, yearly);
    }

    private static ZoneOffsetTransitionRule rule(CanonicalReader in) {
        Month month = Month.of(small(in));
        int indicator = small(in);
        int day = small(in);
        boolean isEndOfDay = small(in) == 1;
        return ZoneOffsetTransitionRule.of(
                month,
                indicator,
                day == 0 ? null : DayOfWeek.of(day),
                LocalTime.ofSecondOfDay(small(in)),
                isEndOfDay,
                TimeDefinition.valueOf(in.text()),
                offset(in),
                offset(in),
                offset(in));
    }

    private static ZoneOffset offset(CanonicalReader in) {
        return ZoneOffset.ofTotalSeconds(small(in));
    }

    private static int small(CanonicalReader in) {
        return Math.toIntExact(in.number());
    }
}
