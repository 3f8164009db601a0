package dev.weir.jobs.config.query;

import dev.weir.accountant.levels.plan.Favour;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.operators.query.Spend;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads how much of the budget a query may spend. */
public final class SpendReader {

    /** The field with the query's share of the unit's budget. */
    public static final Field<BigDecimal> SHARE = Field.of(
            "share",
            Literals.DECIMAL.within("exclusiveMinimum", 0).within("maximum", 1),
            "of the unit's budget, above 0. Queries without one share evenly what the others leave; together at most 1");

    /** The field with the number of full-size records of a unit that the share affords. */
    public static final Field<Long> CONTRIBUTIONS = Field.of(
                    "contributions",
                    Literals.whole(1, 1_000_000_000_000L),
                    "how many full-size records of a unit, each in a cell of its own, the share affords. The noise is in proportion to it"
                            + " (`epsilon` alone) or to its square root (with `delta`, or `rho`); n records in one cell cost as much as n"
                            + " cells, or as n² with Gaussian noise. `1` where the unit is `event`")
            .required();

    private static final Field<Long> PER_WINDOW = Field.of(
            "per-window",
            Literals.whole(1, 1_000_000_000_000L),
            "with [levels](keys.md#levels): how many of these records may share a window; by default `keys-per-window`, else all. It plans the"
                    + " noise only: who puts more into one window is charged what that costs, and stops earlier");
    private static final Field<Favour> FAVOUR = Field.of(
            "favour",
            Literals.choice(Favour.values()),
            "with levels: whose errors are made small, those of `levels` (the default), each level by the mean of its rows, or of all `rows`;"
                    + " `equal` gives each level the same part of the share");
    /** The section {@code spend} of a query. */
    public static final Field<Section> SPEND = Field.of(
                    "spend", MapType.of(Shape.of(SHARE, CONTRIBUTIONS, PER_WINDOW, FAVOUR)), "the price")
            .required();

    private final Section section;
    private final Spend spend;

    SpendReader(Section section) {
        this.section = section;
        Optional<BigDecimal> share = section.find(SHARE);
        long contributions = section.read(CONTRIBUTIONS, 1L);
        long perWindow = section.read(PER_WINDOW, 0L);
        Favour favour = section.read(FAVOUR, Favour.LEVELS);
        spend = spend(() -> new Spend(share.orElse(null), contributions, perWindow, favour));
        section.finish();
    }

    private Spend spend(Supplier<Spend> stated) {
        try {
            return stated.get();
        } catch (IllegalArgumentException e) {
            section.noteRefusal(e);
            return new Spend(null, 1);
        }
    }

    Spend spend() {
        return spend;
    }

    /** The share that the file states, or 0 if it states none. */
    BigDecimal share() {
        BigDecimal share = spend.share();
        return share == null ? BigDecimal.ZERO : share;
    }

    /**
     * Notes a problem if this query's share raises the sum of the shares above 1.
     *
     * @param sum the sum of the shares of all queries up to this one
     */
    void checkShares(BigDecimal sum) {
        boolean wasBelow = sum.subtract(share()).compareTo(BigDecimal.ONE) <= 0;
        if (sum.compareTo(BigDecimal.ONE) > 0 && wasBelow) {
            section.problem(SHARE, "shares must add up to at most 1, were " + sum.toPlainString());
        }
    }

    /**
     * Notes a problem if this query states no share. It is called if the stated shares of the other queries add up to
     * 1.
     */
    void requireShare() {
        if (spend.share() == null) {
            section.problem(SHARE, "must be given: the shares of the other queries leave nothing");
        }
    }

    /** Notes the reason why the plan refuses this spending. */
    void noteRefusal(IllegalArgumentException refusal) {
        section.noteRefusal(refusal);
    }
}
