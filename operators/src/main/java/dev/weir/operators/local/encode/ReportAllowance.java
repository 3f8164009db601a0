package dev.weir.operators.local.encode;

import dev.weir.accountant.privacy.PrivacyUnit;
import java.io.Serializable;

/**
 * How many reports of a person are sent in a period, and how many of them are drawn.
 *
 * @param unit one person in one of the periods that the allowance is for: an hour or a day
 * @param reports how many reports a period allows, at least 1
 * @param remember how many reports of a period are drawn at most, after which values that were seen repeat their report and
 *     others the last one ({@link dev.weir.accountant.local.client.Memo}); 0 if every report is drawn
 */
public record ReportAllowance(PrivacyUnit unit, int reports, int remember) implements Serializable {

    /** The most reports of a period. */
    public static final int MOST = 1_000_000;

    /** @throws IllegalArgumentException if the unit has no periods, or a number is out of range */
    public ReportAllowance {
        if (!unit.isPeriodic()) {
            throw new IllegalArgumentException("per must be a period, was " + unit.words());
        }
        requireWithin("reports", reports, 1);
        requireWithin("remember", remember, 0);
    }

    private static void requireWithin(String name, int value, int least) {
        if (value < least || value > MOST) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + MOST + ", was " + value);
        }
    }

    /** How many reports of a period are drawn at most. */
    public int draws() {
        return remember == 0 ? reports : Math.min(reports, remember);
    }

    /** The length of a period in milliseconds. */
    public long periodMillis() {
        return unit.periodEnd(0);
    }
}
