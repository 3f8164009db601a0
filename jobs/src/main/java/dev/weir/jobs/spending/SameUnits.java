package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitName;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Decides which earlier replays have spent on the same privacy units as the replay that is asked for. Only the losses
 * of these replays are added up.
 *
 * <p>Two replays have the same units if the kind of the unit, its periods, the field of the ids and the form of the ids are equal. A
 * field under its former name is equal if {@code source.unit-was} states that name, now or in an earlier replay, whose
 * line keeps it. A line without a field is about other units, except for the unit {@code event}, which has no field.
 */
final class SameUnits {

    private final ReplaySpending asked;
    private final Set<String> names = new HashSet<>();

    /**
     * Collects the present and former names of the field of the ids.
     *
     * @param earlier all replays of the domain before the one that is asked for
     */
    SameUnits(List<ReplaySpending> earlier, ReplaySpending asked) {
        this.asked = asked;
        names.add(asked.unitName().name());
        List<UnitName> renamed = Stream.concat(earlier.stream(), Stream.of(asked))
                .map(ReplaySpending::unitName)
                .filter(unit -> !unit.former().isEmpty())
                .toList();
        boolean isGrown = true;
        while (isGrown) {
            isGrown = false;
            for (UnitName unit : renamed) {
                isGrown |= isNamed(unit) && names.addAll(List.of(unit.name(), unit.former()));
            }
        }
        names.remove("");
    }

    private boolean isNamed(UnitName unit) {
        return names.contains(unit.name()) || names.contains(unit.former());
    }

    /** Whether a replay has spent on the same units as the replay that is asked for. */
    boolean areThoseOf(ReplaySpending spent) {
        PrivacyUnit kind = asked.periods().unit();
        return spent.equals(asked) || (hasSamePeriods(spent) && (kind.isEvent() || hasSameIds(spent)));
    }

    /**
     * Whether the units are of one kind and in one zone, whose rules may have changed since if they give both replays the same periods:
     * the clocks of the zone differ nowhere, or only after the end of both.
     */
    private boolean hasSamePeriods(ReplaySpending spent) {
        PrivacyUnit own = asked.periods().unit();
        PrivacyUnit other = spent.periods().unit();
        if (own.equals(other) || !own.isNamedAs(other)) {
            return own.equals(other);
        }
        Instant end = Instant.ofEpochMilli(
                Math.max(asked.periods().until(), spent.periods().until()));
        return own.zone()
                .differsFrom(other.zone())
                .filter(from -> !from.isAfter(end))
                .isEmpty();
    }

    private boolean hasSameIds(ReplaySpending spent) {
        UnitName ids = spent.unitName();
        return ids.form() == asked.unitName().form() && names.contains(ids.name());
    }
}
