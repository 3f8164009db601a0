package dev.weir.accountant.journal;

import java.util.HashSet;
import java.util.Set;

/**
 * What a start wants.
 *
 * @param request by whom, and at which share
 * @param state what was restored
 * @param check what must hold
 * @param expected the numbers of ownerships, one of which must be the latest; empty if it need not be one's own
 */
record StartTerms(StartRequest request, JournalState state, StartCheck check, Set<Long> expected) {

    /** The same where the latest ownership may also be one's own that was written without a known outcome. */
    StartTerms orOwner(long number) {
        if (expected.isEmpty()) {
            return this;
        }
        Set<Long> more = new HashSet<>(expected);
        more.add(number);
        return new StartTerms(request, state, check, Set.copyOf(more));
    }
}
