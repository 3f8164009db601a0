package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a query may spend of the budget. */
final class SpendReader {

    private static final long MOST_CONTRIBUTIONS = 1_000_000_000_000L;

    private final Section section;
    private final Spend spend;

    SpendReader(Section section) {
        this.section = section;
        Optional<BigDecimal> share = section.find("share", Literals::decimal);
        long contributions = section.required("contributions", Literals.whole(1, MOST_CONTRIBUTIONS), 1L);
        spend = spend(share.orElse(null), contributions);
        section.finish();
    }

    private Spend spend(@Nullable BigDecimal share, long contributions) {
        try {
            return new Spend(share, contributions);
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return new Spend(null, contributions);
        }
    }

    Spend spend() {
        return spend;
    }

    /** The explicit share, or 0. */
    BigDecimal share() {
        BigDecimal share = spend.share();
        return share == null ? BigDecimal.ZERO : share;
    }

    /**
     * Notes that the shares add up to more than 1, at the query whose share goes beyond it.
     *
     * @param sum of the shares of all queries up to this one
     */
    void checkShares(BigDecimal sum) {
        boolean wasBelow = sum.subtract(share()).compareTo(BigDecimal.ONE) <= 0;
        if (sum.compareTo(BigDecimal.ONE) > 0 && wasBelow) {
            section.problem("share", "shares must add up to at most 1, were " + sum.toPlainString());
        }
    }

    /** Notes that there is no share, where the explicit shares of the other queries add up to 1. */
    void requireShare() {
        if (spend.share() == null) {
            section.problem("share", "must be given: the shares of the other queries leave nothing");
        }
    }

    /** Notes why the plan does not take this spending. */
    void noteRefusal(IllegalArgumentException refusal) {
        section.noteRefusal(refusal);
    }
}
