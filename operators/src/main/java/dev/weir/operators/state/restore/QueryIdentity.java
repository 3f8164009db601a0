package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.math.BigInteger;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The description of a query in a state that was written while the plan contained the query.
 *
 * @param name the query's name
 * @param fingerprint the {@link Fingerprint} of the query
 * @param share the part of a unit's budget that the query was granted
 * @param limit the number of parts into which its unit account divides the share
 * @param meaning the meaning of the query's releases; null in state of builds that did not keep meanings
 */
record QueryIdentity(
        String name,
        String fingerprint,
        Amount share,
        BigInteger limit,
        @Nullable QueryMeaning meaning) {

    /** Creates the identities of a plan's queries, in their order. All keys of every query are hashed, which takes a second for some million keys. */
    static List<QueryIdentity> of(Plan plan) {
        return IntStream.range(0, plan.queries().size())
                .mapToObj(query -> of(plan, query))
                .toList();
    }

    /** Creates the identity of a query of the present plan. */
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
     * Whether a present query is the same as this one, so that its open cells are kept if its prices are also the same.
     * If the state contains the meaning, meanings are compared and not fingerprints, because the combined fingerprint
     * changes when the field of the units' ids is renamed and when the budget is raised.
     */
    boolean continuesAs(QueryIdentity today) {
        boolean isSame = meaning == null ? fingerprint.equals(today.fingerprint) : meaning.equals(today.meaning);
        return isSame && name.equals(today.name) && limit.equals(today.limit);
    }

    /**
     * Whether a present query has the same name, the same version and, at its first price, the same {@link
     * QueryMeaning#cells cells}.
     */
    boolean isSameVersionOf(QueryIdentity today) {
        QueryMeaning known = meaning;
        QueryMeaning own = today.meaning;
        return known != null
                && own != null
                && name.equals(today.name)
                && known.version() == own.version()
                && known.cells().equals(own.cells());
    }

    /** This identity with a meaning, which state keeps separately. */
    QueryIdentity meaning(@Nullable QueryMeaning kept) {
        return new QueryIdentity(name, fingerprint, share, limit, kept);
    }

    /** The encoding of everything except the meaning. */
    String encode() {
        return String.join(
                " ", fingerprint, share.currency().name(), Long.toString(share.femto()), limit.toString(), name);
    }

    /** Decodes a text that {@link #encode} has returned. The result has no meaning. */
    static QueryIdentity decode(String line) {
        List<String> words = List.of(line.split(" ", 5));
        Amount share = new Amount(Currency.valueOf(words.get(1)), Long.parseLong(words.get(2)));
        return new QueryIdentity(words.get(4), words.get(0), share, new BigInteger(words.get(3)), null);
    }
}
