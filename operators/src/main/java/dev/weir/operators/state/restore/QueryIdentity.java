package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What state says about a query that it was written under.
 *
 * @param name the query's name
 * @param fingerprint the {@link Fingerprint} of the query
 * @param share the part of a unit's budget that the query was granted
 * @param limit into how many parts its unit account divides the share
 * @param meaning what its releases mean; null in state of builds that did not keep it
 */
record QueryIdentity(
        String name,
        String fingerprint,
        Amount share,
        BigInteger limit,
        @Nullable QueryMeaning meaning) {

    /** The identity of a query of today. */
    static QueryIdentity of(Plan plan, int query) {
        PricedQuery priced = plan.queries().get(query);
        return new QueryIdentity(
                priced.query().name(),
                Fingerprint.of(priced),
                priced.price().share(),
                priced.account().limit(),
                Fingerprint.meaning(plan, query));
    }

    /**
     * Whether a query of today is this one, so that its open cells are kept, if it has the same prices. By its meaning where state has it:
     * the fingerprint in one piece changes when the field of the units' ids gets another name, and when the budget is raised.
     */
    boolean continuesAs(QueryIdentity today) {
        boolean isSame = meaning == null ? fingerprint.equals(today.fingerprint) : meaning.equals(today.meaning);
        return isSame && name.equals(today.name) && limit.equals(today.limit);
    }

    /** Whether a query of today means the same under the same version, at its first price. */
    boolean isSameVersionOf(QueryIdentity today) {
        QueryMeaning known = meaning;
        QueryMeaning own = today.meaning;
        return known != null
                && own != null
                && name.equals(today.name)
                && known.version() == own.version()
                && known.cells().equals(own.cells());
    }

    /** The identity with a meaning that is kept elsewhere in state. */
    QueryIdentity meaning(@Nullable QueryMeaning kept) {
        return new QueryIdentity(name, fingerprint, share, limit, kept);
    }

    /** All but the meaning. */
    String encode() {
        return String.join(
                " ", fingerprint, share.currency().name(), Long.toString(share.femto()), limit.toString(), name);
    }

    /** What {@link #encode} has written; without a meaning. */
    static QueryIdentity decode(String line) {
        List<String> words = List.of(line.split(" ", 5));
        Amount share = new Amount(Currency.valueOf(words.get(1)), Long.parseLong(words.get(2)));
        return new QueryIdentity(words.get(4), words.get(0), share, new BigInteger(words.get(3)), null);
    }
}
