package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;

/**
 * The words by which a card describes a privacy unit.
 *
 * @param whose the person or record whose contribution is hidden
 * @param hides the contribution that is hidden
 * @param without the neighbouring stream with which the figures are compared, as in "without that record"
 * @param period the name of one period of the unit; empty if the unit has no periods
 * @param each the ending of a number that applies to each period, such as " a day"
 */
record UnitWords(String whose, String hides, String without, String period, String each) {

    /** Returns the words for a unit. */
    static UnitWords of(PrivacyUnit unit) {
        return switch (unit.kind()) {
            case USER ->
                new UnitWords(
                        "one user, for ever",
                        "everything that one user ever does",
                        "without that user's records",
                        "",
                        " in all");
            case USER_PER_DAY -> perPeriod("day", " a day", unit);
            case USER_PER_HOUR -> perPeriod("hour", " an hour", unit);
            case USER_PER_WEEK -> perPeriod("week", " a week", unit);
            case USER_PER_MONTH -> perPeriod("month", " a month", unit);
            case EVENT -> new UnitWords("one record", "each single record", "without that record", "", " in all");
        };
    }

    /**
     * The numbers of periods for which a card states what they come to together, from the lowest: one period and two longer times, which a
     * user may be there in. Thirty and 365 hours or days; the weeks that a month and a year meet; the months of one year and of ten.
     *
     * @param unit a unit with periods
     */
    static List<Integer> told(PrivacyUnit unit) {
        return switch (unit.kind()) {
            case USER_PER_WEEK -> List.of(1, 6, 54);
            case USER_PER_MONTH -> List.of(1, 12, 120);
            default -> List.of(1, 30, 365);
        };
    }

    private static UnitWords perPeriod(String period, String each, PrivacyUnit unit) {
        String one = unit.otherZone().map(zone -> period + " of " + zone).orElse("UTC " + period);
        return new UnitWords(
                "one user in one " + one,
                "whatever one user does in one " + one,
                "without that user's records of the " + period,
                period,
                each);
    }
}
