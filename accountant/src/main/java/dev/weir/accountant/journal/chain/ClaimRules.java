package dev.weir.accountant.journal.chain;

import dev.weir.accountant.journal.chain.DomainEvent.QueryTerms;
import dev.weir.accountant.journal.chain.DomainEvent.ShareStep;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.InvalidParameter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What every claim on a domain's budget must fulfil. */
final class ClaimRules {

    private ClaimRules() {}

    /** Refuses queries of which two have the same name. */
    static void requireNamedOnce(List<QueryTerms> queries) {
        Set<String> names = new HashSet<>();
        for (QueryTerms terms : queries) {
            if (!names.add(terms.query())) {
                throw new InvalidParameter("query", "named once", terms.query() + " twice");
            }
        }
    }

    /** Refuses steps of a share that are not later and larger than the one before. */
    static void requireGrowing(List<ShareStep> steps, Amount share) {
        for (int i = 0; i < steps.size(); i++) {
            ShareStep step = steps.get(i);
            boolean isLast = i == steps.size() - 1;
            Amount next = isLast ? share : steps.get(i + 1).before();
            boolean isEarlier = isLast || step.from() < steps.get(i + 1).from();
            if (!isEarlier || next.compareTo(step.before()) <= 0) {
                throw new InvalidParameter("step", "later and larger than the one before", step.from());
            }
        }
    }

    /** Refuses queries of which only some have a meaning, or that have none although the topic is known. */
    static void requireAllOrNone(List<QueryTerms> queries, String topic) {
        long without = queries.stream().filter(terms -> terms.meaning() == null).count();
        if (without > 0 && (without < queries.size() || !topic.isEmpty())) {
            throw new InvalidParameter("meaning", "that of every query or of none", without + " without");
        }
    }
}
