package dev.weir.accountant.journal.chain;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.InvalidParameter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every claim on a domain's budget must fulfil. */
final class ClaimRules {

    private ClaimRules() {}

    /** Refuses queries of which two have the same name. */
    static void requireNamedOnce(List<String> queries) {
        Set<String> names = new HashSet<>();
        for (String query : queries) {
            if (!names.add(query)) {
                throw new InvalidParameter("query", "named once", query + " twice");
            }
        }
    }

    /**
     * Refuses steps of a share that are not later and larger than the one before.
     *
     * @param from the first period of each step
     * @param shares the share before each step, and last the share after all of them
     */
    static void requireGrowing(List<Long> from, List<Amount> shares) {
        for (int i = 0; i < from.size(); i++) {
            boolean isEarlier = i == from.size() - 1 || from.get(i) < from.get(i + 1);
            if (!isEarlier || shares.get(i + 1).compareTo(shares.get(i)) <= 0) {
                throw new InvalidParameter("step", "later and larger than the one before", from.get(i));
            }
        }
    }

    /**
     * Refuses queries of which only some have a meaning, or that have none although the topic is known.
     *
     * @param without how many queries have no meaning
     * @param queries how many queries there are
     */
    static void requireAllOrNone(long without, long queries, String topic) {
        if (without > 0 && (without < queries || !topic.isEmpty())) {
            throw new InvalidParameter("meaning", "that of every query or of none", without + " without");
        }
    }
}
