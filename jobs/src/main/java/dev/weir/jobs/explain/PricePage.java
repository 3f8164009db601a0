package dev.weir.jobs.explain;

import dev.weir.accountant.calendar.PeriodCalendar;
import dev.weir.accountant.privacy.Amount;
import dev.weir.jobs.output.TitledValues;
import dev.weir.operators.query.KeyAccountTerms;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Durations;

/**
 * States in a card what a query costs: the price of a record for its unit, and the charges to a key's account.
 *
 * @param priced the query
 */
record PricePage(PricedQuery priced) {

    /** Adds the lines and fields to the part of the card about the query. */
    void addTo(TitledValues page) {
        price(page);
        keyAccount(page);
    }

    private void price(TitledValues page) {
        Amount share = priced.price().share();
        String currency = share.currency().words();
        String price = ComposedPeriods.rounded(priced.recordPrice());
        String all = ComposedPeriods.rounded(share.value());
        page.line("mechanism", "%s", priced.mechanism())
                .line("price", "%s %s a full-size record, of %s", currency, price, all)
                .line("affords", "%d full-size records %s", priced.affords(), priced.affordsWords())
                .field("mechanism", priced.mechanism())
                .field("currency", currency)
                .field("share", share.value().stripTrailingZeros())
                .field("price", priced.recordPrice())
                .field("contributions", priced.price().contributions())
                .field("affords", priced.affords())
                .field("in-one-cell", inOneCell());
    }

    /**
     * The cost of two records of one unit in one cell, in full-size records. In a series, two records under one key
     * cost at most this.
     */
    private TitledValues inOneCell() {
        return new TitledValues()
                .field("records", 2)
                .field("contributions", priced.price().isGaussian() ? 4 : 2);
    }

    private void keyAccount(TitledValues page) {
        KeyAccountTerms terms = priced.query().keyAccount();
        if (terms == null) {
            return;
        }
        Amount limit = terms.limit();
        Amount cost = priced.releaseCost();
        PeriodCalendar calendar = terms.periods().calendar();
        String per = calendar == null
                ? Durations.text(terms.periods().millis())
                : calendar.period().calendar();
        long releases = limit.femto() / Math.max(1, cost.femto());
        String each = priced.keyCharge().words() + " of one key at " + ComposedPeriods.rounded(cost.value()) + " each";
        String of = limit.currency().words() + " of " + CardNumbers.plain(limit.value());
        page.line("key account", "%s every %s: %d %s", of, per, releases, each)
                .field(
                        "key-account",
                        new TitledValues()
                                .field("limit", limit.value().stripTrailingZeros())
                                .field("per", per)
                                .field("release", cost.value().stripTrailingZeros())
                                .field("releases", releases)
                                .field("for", priced.keyCharge().each()));
    }
}
