package dev.weir.jobs.config.query;

import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what a query may spend of the budget. */
public final class SpendReader {

    /** The part of the unit's budget. */
    public static final Field<BigDecimal> SHARE = Field.of(
            "share",
            Literals.DECIMAL.within("exclusiveMinimum", 0).within("maximum", 1),
            "of the unit's budget, above 0. Queries without one share evenly what the others leave; together at most 1");

    /** How many records the share affords. */
    public static final Field<Long> CONTRIBUTIONS = Field.of(
                    "contributions",
                    Literals.whole(1, 1_000_000_000_000L),
                    "how many full-size records of a unit, each in a cell of its own, the share affords. The noise is in proportion to it"
                            + " (`epsilon` alone) or to its square root (with `delta`, or `rho`); n records in one cell cost as much as n"
                            + " cells, or as n² with Gaussian noise. `1` where the unit is `event`")
            .required();

    /** The section. */
    public static final Field<Section> SPEND = Field.of(
                    "spend", MapType.of(Shape.of(SHARE, CONTRIBUTIONS)), "the price")
            .required();

    private final Section section;
    private final Spend spend;

    SpendReader(Section section) {
        this.section = section;
        Optional<BigDecimal> share = section.find(SHARE);
        long contributions = section.read(CONTRIBUTIONS, 1L);
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
     * @param sum the sum of the shares of all queries up to this one
     */
    void checkShares(BigDecimal sum) {
        boolean wasBelow = sum.subtract(share()).compareTo(BigDecimal.ONE) <= 0;
        if (sum.compareTo(BigDecimal.ONE) > 0 && wasBelow) {
            section.problem(SHARE, "shares must add up to at most 1, were " + sum.toPlainString());
        }
    }

    /** Notes that there is no share, where the explicit shares of the other queries add up to 1. */
    void requireShare() {
        if (spend.share() == null) {
            section.problem(SHARE, "must be given: the shares of the other queries leave nothing");
        }
    }

    /** Notes why the plan does not take this spending. */
    void noteRefusal(IllegalArgumentException refusal) {
        section.noteRefusal(refusal);
    }
}
