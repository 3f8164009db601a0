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
 * The description of a query in the state that was written under it.
 *
 * @param name the query's name
 * @param fingerprint the {@link Fingerprint} of the query
 * @param share the part of a unit's budget that the query was granted
 * @param limit the number of parts into which its unit account divides the share
 * @param meaning the meaning of its releases; null in state of builds that did not keep it
 */
record QueryIdentity(
        String name,
        String fingerprint,
        Amount share,
        BigInteger limit,
        @Nullable QueryMeaning meaning) {

    /** The identity of a present query. */
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
     * Whether a present query is this one, so that its open cells are kept if it has the same prices. The meaning is
     * compared where state has it, because the combined fingerprint changes when the field of the units' ids gets
     * another name, and when the budget is raised.
     */
    boolean continuesAs(QueryIdentity today) {
        boolean isSame = meaning == null ? fingerprint.equals(today.fingerprint) : meaning.equals(today.meaning);
        return isSame && name.equals(today.name) && limit.equals(today.limit);
    }

    /** Whether a present query has the same meaning under the same version, at its first price. */
    boolean isSameVersionOf(QueryIdentity today) {
        QueryMeaning known = meaning;
        QueryMeaning own = today.meaning;
        return known != null
                && own != null
                && name.equals(today.name)
                && known.version() == own.version()
                && known.cells().equals(own.cells());
    }

    /** This identity with a meaning that is kept elsewhere in state. */
    QueryIdentity meaning(@Nullable QueryMeaning kept) {
        return new QueryIdentity(name, fingerprint, share, limit, kept);
    }

    /** The encoding of everything except the meaning. */
    String encode() {
        return String.join(
                " ", fingerprint, share.currency().name(), Long.toString(share.femto()), limit.toString(), name);
    }

    /** Decodes what {@link #encode} has written, without a meaning. */
    static QueryIdentity decode(String line) {
        List<String> words = List.of(line.split(" ", 5));
        Amount share = new Amount(Currency.valueOf(words.get(1)), Long.parseLong(words.get(2)));
        return new QueryIdentity(words.get(4), words.get(0), share, new BigInteger(words.get(3)), null);
    }
}
