package dev.weir.operators.restore;

import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.PricedQuery;
import java.math.BigInteger;
import java.util.List;

/**
 * What state says about a query that it was written under.
 *
 * @param name the query's name
 * @param fingerprint the {@link Fingerprint} of the query
 * @param share the part of a unit's budget that the query was granted
 * @param limit into how many parts its unit account divides the share
 */
record QueryIdentity(String name, String fingerprint, Amount share, BigInteger limit) {

    /** The identity of a query of today. */
    static QueryIdentity of(PricedQuery priced) {
        return new QueryIdentity(
                priced.query().name(),
                Fingerprint.of(priced),
                priced.price().share(),
                priced.account().limit());
    }

    String encode() {
        return String.join(
                " ", fingerprint, share.currency().name(), Long.toString(share.femto()), limit.toString(), name);
    }

    static QueryIdentity decode(String line) {
        List<String> words = List.of(line.split(" ", 5));
        Amount share = new Amount(Currency.valueOf(words.get(1)), Long.parseLong(words.get(2)));
        return new QueryIdentity(words.get(4), words.get(0), share, new BigInteger(words.get(3)));
    }
}
