package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.vote.VotePrices;
import java.util.function.LongPredicate;

/**
 * How many questions a budget pays for.
 *
 * @param prices the prices of a check and of an answer
 * @param budget the most that one teacher may lose
 */
record VoteAffords(VotePrices prices, Amount budget) {

    private static final long MOST = 1L << 40;

    /** How many questions are asked if all of them are answered. */
    long answered() {
        return largest(asked -> prices.fit(asked, asked, budget));
    }

    /** How many questions are asked if none of them is answered, at most 2<sup>40</sup>: the next one would need room for an answer. */
    long unanswered() {
        return largest(asked -> prices.fit(asked, 1, budget));
    }

    /** The largest number that holds; the numbers that hold come first. */
    private static long largest(LongPredicate holds) {
        long low = 0;
        long high = MOST;
        while (low < high) {
            long middle = low + (high - low + 1) / 2;
            if (holds.test(middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
