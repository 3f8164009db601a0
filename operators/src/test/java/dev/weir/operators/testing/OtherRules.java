package dev.weir.operators.testing;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/** Rules of a zone as a later tz database could have them. */
public final class OtherRules {

    private OtherRules() {}

    /**
     * The rules of a zone whose clocks are never changed any more from a time on.
     *
     * @param zone the id of the zone
     * @param from the time
     */
    public static ZoneRules withoutChangesFrom(String zone, Instant from) {
        ZoneRules rules = ZoneId.of(zone).getRules();
        List<ZoneOffsetTransition> kept = new ArrayList<>();
        for (ZoneOffsetTransition next = rules.nextTransition(Instant.MIN);
                next != null && next.getInstant().isBefore(from);
                next = rules.nextTransition(next.getInstant())) {
            kept.add(next);
        }
        ZoneOffset first = rules.getOffset(Instant.MIN);
        return ZoneRules.of(first, first, List.of(), kept, List.of());
    }
}
