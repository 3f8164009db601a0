package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.PrivacyUnit;

/**
 * How a privacy unit is spoken of.
 *
 * @param whose contribution is hidden
 * @param hides what is hidden
 * @param without the records that the figures are compared without
 * @param period one of its periods; empty where it has none
 * @param each behind a number that counts in each period
 */
record UnitWords(String whose, String hides, String without, String period, String each) {

    /** The words for a unit. */
    static UnitWords of(PrivacyUnit unit) {
        return switch (unit) {
            case USER ->
                new UnitWords(
                        "one user, for ever",
                        "everything that one user ever does",
                        "without that user's records",
                        "",
                        " in all");
            case USER_PER_DAY -> perPeriod("day", " a day");
            case USER_PER_HOUR -> perPeriod("hour", " an hour");
            case EVENT -> new UnitWords("one record", "each single record", "without that record", "", " in all");
        };
    }

    private static UnitWords perPeriod(String period, String each) {
        return new UnitWords(
                "one user in one UTC " + period,
                "whatever one user does in one UTC " + period,
                "without that user's records of the " + period,
                period,
                each);
    }
}
