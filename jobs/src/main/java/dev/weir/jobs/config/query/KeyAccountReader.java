package dev.weir.jobs.config.query;

import dev.weir.accountant.account.AccountPeriods;
import dev.weir.accountant.calendar.CalendarPeriod;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.operators.query.KeyAccountTerms;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the terms of a query's key accounts, if the query has any. */
public final class KeyAccountReader {

    /** The field with the budget of a key account, which limits what is published about one key. */
    public static final Field<Section> BUDGET = Field.of(
                    "budget",
                    MapType.of(BudgetReader.SHAPE),
                    "of the key account: `epsilon`, `epsilon` and `delta`, or `rho`, in the currency of `privacy.budget`")
            .required("with it");

    private static final Field<Period> PER = Field.of(
                    "per",
                    Literals.choice(Period.values()),
                    "`hour`, `day`, `week` or `month`: how long the account lasts; but for hours in `privacy.zone`")
            .required("with it");

    /** The section {@code key-account} of a query. */
    public static final Field<Section> KEY_ACCOUNT = Field.of(
            "key-account",
            MapType.of(Shape.of(BUDGET, PER)),
            "an optional limit on what is published about one key; a running total or a sliding window pays once for its whole series");

    private final Section query;
    private final Optional<KeyAccountTerms> terms;

    /**
     * Reads the terms.
     *
     * @param query the section of the query
     * @param zone the zone of the unit's periods
     */
    KeyAccountReader(Section query, PinnedZone zone) {
        this.query = query;
        this.terms = query.find(KEY_ACCOUNT).flatMap(section -> terms(section, zone));
    }

    private static Optional<KeyAccountTerms> terms(Section section, PinnedZone zone) {
        Optional<Amount> limit = BudgetReader.account(section.section(BUDGET));
        Period period = section.read(PER, Period.DAY);
        section.finish();
        return limit.map(amount -> new KeyAccountTerms(amount, period.in(zone)));
    }

    /** The terms; empty if the query has no key account, or if a problem has been noted. */
    Optional<KeyAccountTerms> terms() {
        return terms;
    }

    /** Notes a problem if the budget of keys has another currency than the budget of units. */
    void checkCurrency(Currency currency) {
        if (terms.isPresent() && terms.get().limit().currency() != currency) {
            String rule = currency == Currency.EPSILON
                    ? "must be in epsilon alone, as privacy.budget is"
                    : "must be in epsilon and delta, or in rho, as privacy.budget is";
            query.section(KEY_ACCOUNT).problem(BUDGET, rule);
        }
    }

    /** The time that a key account lasts. */
    private enum Period {
        HOUR(null),
        DAY(CalendarPeriod.DAY),
        WEEK(CalendarPeriod.WEEK),
        MONTH(CalendarPeriod.MONTH);

        private final @Nullable CalendarPeriod dates;

        Period(@Nullable CalendarPeriod dates) {
            this.dates = dates;
        }

        AccountPeriods in(PinnedZone zone) {
            return dates == null
                    ? AccountPeriods.ofMillis(Duration.ofHours(1).toMillis())
                    : AccountPeriods.of(dates, zone);
        }
    }
}
