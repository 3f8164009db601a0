package dev.weir.jobs.config.query;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.BudgetReader;
import dev.weir.operators.query.KeyAccountTerms;
import java.time.Duration;
import java.util.Optional;

/** Reads the account of each key, where a query has one. */
final class KeyAccountReader {

    private final Section query;
    private final Optional<KeyAccountTerms> terms;

    KeyAccountReader(Section query) {
        this.query = query;
        this.terms = query.has("key-account") ? terms(query.optionalSection("key-account")) : Optional.empty();
    }

    private static Optional<KeyAccountTerms> terms(Section section) {
        Optional<Amount> limit = BudgetReader.account(section.section("budget"));
        Period period = section.required("per", Literals.choice(Period.values()), Period.DAY);
        section.finish();
        return limit.map(amount -> new KeyAccountTerms(amount, period.duration.toMillis()));
    }

    /** The terms, unless there are none or a problem says what is wrong with them. */
    Optional<KeyAccountTerms> terms() {
        return terms;
    }

    /** Notes that keys and units do not count in the same currency. */
    void checkCurrency(Currency currency) {
        if (terms.isPresent() && terms.get().limit().currency() != currency) {
            String rule = currency == Currency.EPSILON
                    ? "must be in epsilon alone, as privacy.budget is"
                    : "must be in epsilon and delta, or in rho, as privacy.budget is";
            query.optionalSection("key-account").problem("budget", rule);
        }
    }

    /** How long a key account lasts. */
    private enum Period {
        HOUR(Duration.ofHours(1)),
        DAY(Duration.ofDays(1));

        private final Duration duration;

        Period(Duration duration) {
            this.duration = duration;
        }
    }
}
