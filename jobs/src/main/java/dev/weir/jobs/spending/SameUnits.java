package dev.weir.jobs.spending;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.encoding.UnitName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which replays have spent on the same privacy units as the one that is asked for. Losses add up to a sum for these alone.
 *
 * <p>Units are the same where their kind is, and the field of their ids and its form are. A field under its former name is the same if
 * {@code source.unit-was} says so, now or in an earlier replay, whose line keeps it. A line that names no field is about other units,
 * unless every record is one: then there is no field.
 */
final class SameUnits {

    private final ReplaySpending asked;
    private final Set<String> names = new HashSet<>();

    /**
     * The units of a replay.
     *
     * @param earlier all replays of the domain before it
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

    /** Whether a replay has spent on these units. */
    boolean areThoseOf(ReplaySpending spent) {
        PrivacyUnit kind = asked.periods().unit();
        return spent.equals(asked)
                || (spent.periods().unit() == kind && (kind == PrivacyUnit.EVENT || hasSameIds(spent)));
    }

    private boolean hasSameIds(ReplaySpending spent) {
        UnitName ids = spent.unitName();
        return ids.form() == asked.unitName().form() && names.contains(ids.name());
    }
}
