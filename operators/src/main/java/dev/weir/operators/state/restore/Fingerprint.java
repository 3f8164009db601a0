package dev.weir.operators.state.restore;

import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;

/**
 * Computes hashes of the meaning of a query. The meaning has these parts:
 *
 * <ul>
 *   <li>{@link #cells}: everything that determines a price or a cell. It must not change unless the version changes.
 *   <li>{@link #keys}: the keys of the query. They may change under the same version; open cells are then dropped. If a
 *       key takes all records that have no declared key, another list of keys gives it another meaning, and the keys
 *       belong to the first part as well.
 *   <li>Descriptive settings, such as the topic of releases, are in neither hash. The claim in the ledger contains
 *       them.
 * </ul>
 *
 * <p>The hashed bytes are a canonical encoding that names no class, so a fingerprint changes with the query and not
 * with the code. The noise of a cell follows from share, contributions and aggregates, so it has no field of its own.
 * The noise of a series has optimised parameters, and the hash contains the values with which noise is drawn. The
 * number of parts into which a unit account divides its share is not in the fingerprint but next to it, in {@link
 * QueryIdentity}.
 */
public final class Fingerprint {

    /**
     * The number of the encoding that combines name, version, cells and keys. States of earlier builds contain only the
     * hash of this encoding.
     */
    private static final int WHOLE = 1;

    /** The number of the encoding of everything that determines a price or a cell. */
    private static final int CELLS = 2;

    private Fingerprint() {}

    /**
     * The meaning of a query's releases under its version, at its first price. The meaning does not contain later price
     * steps, because the claims in the ledger contain them and a start must state the same steps.
     *
     * @param plan the plan
     * @param query the number of the query in the plan
     */
    public static QueryMeaning meaning(Plan plan, int query) {
        return meaning(plan.prices(query).get(0));
    }

    /**
     * The meaning of the releases of a query at one price under its version.
     *
     * @param priced the query and its price
     */
    public static QueryMeaning meaning(PricedQuery priced) {
        Query query = priced.query();
        return new QueryMeaning(
                query.version(),
                hash(cells(priced)),
                hash(keys(priced)),
                query.keys().ticking());
    }

    /** The SHA-256 of a query's combined encoding, in hexadecimal. */
    static String of(PricedQuery priced) {
        return hash(whole(priced));
    }

    private static String hash(TaggedFields fields) {
        return ChainHash.digest(fields.bytes()).toString();
    }

    private static TaggedFields whole(PricedQuery priced) {
        Query query = priced.query();
        TaggedFields begun =
                new TaggedFields().put(1, WHOLE).put(2, query.name()).put(3, query.version());
        TaggedFields fields =
                beforeNoise(priced, begun, query.reads().withUnit()).put(11, keys(priced));
        return withNoise(priced, fields);
    }

    /**
     * The encoding of everything that determines a price or a cell. The name of the units' ids is not part of it,
     * because the plan states that name once for all queries.
     */
    private static TaggedFields cells(PricedQuery priced) {
        TaggedFields begun = new TaggedFields().put(1, CELLS);
        TaggedFields fields = withNoise(
                priced, beforeNoise(priced, begun, priced.query().reads().words()));
        TaggedFields catchAll = priced.query().keys().catchAll();
        if (catchAll != null) {
            fields.put(13, catchAll);
        }
        TaggedFields shape = priced.query().keys().shape();
        return shape == null ? fields : fields.put(14, shape);
    }

    /** The encoding of the keys in their order. The order matters because state identifies a key by its index. */
    private static TaggedFields keys(PricedQuery priced) {
        return priced.query().keys().identity();
    }

    private static TaggedFields beforeNoise(PricedQuery priced, TaggedFields begun, String reads) {
        Query query = priced.query();
        TaggedFields fields = begun.put(4, reads)
                .put(5, query.window().identity())
                .put(6, query.bounds().identity())
                .put(7, number(priced.price().share().currency()))
                .put(8, priced.price().share().femto())
                .put(9, priced.price().contributions());
        for (Aggregate aggregate : query.aggregates()) {
            fields.put(10, aggregate.identity());
        }
        return fields;
    }

    private static TaggedFields withNoise(PricedQuery priced, TaggedFields fields) {
        TaggedFields noise = priced.identity();
        return noise == null ? fields : fields.put(12, noise);
    }

    private static long number(Currency currency) {
        return switch (currency) {
            case EPSILON -> 1;
            case RHO -> 2;
            case HALF_MU_SQUARED -> 3;
        };
    }
}
