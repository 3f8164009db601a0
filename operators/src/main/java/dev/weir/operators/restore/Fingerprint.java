package dev.weir.operators.restore;

import dev.weir.accountant.privacy.Currency;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.identity.TaggedFields;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A hash of everything that determines a query's prices or cells. Two queries with different fingerprints are different
 * queries, whatever their versions say.
 *
 * <p>What is hashed is a canonical encoding that names no class, so a fingerprint changes with the query and not with the
 * code. The noise of a cell follows from share, contributions and aggregates, so it has no field of its own; the noise of a
 * series has parameters that are optimised, and they are hashed as they are drawn with. Into how many parts a unit
 * account divides its share is kept beside the fingerprint, in {@link QueryIdentity}.
 */
final class Fingerprint {

    /** The version of the encoding. Another version would give every query another fingerprint. */
    private static final int ENCODING = 1;

    private Fingerprint() {}

    /** The SHA-256 of a query's encoding, in hexadecimal. */
    static String of(PricedQuery priced) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(encoding(priced)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static byte[] encoding(PricedQuery priced) {
        Query query = priced.query();
        TaggedFields fields = new TaggedFields()
                .put(1, ENCODING)
                .put(2, query.name())
                .put(3, query.version())
                .put(4, query.reads())
                .put(5, query.window().identity())
                .put(6, query.bounds().identity())
                .put(7, number(priced.price().share().currency()))
                .put(8, priced.price().share().femto())
                .put(9, priced.price().contributions());
        for (Aggregate aggregate : query.aggregates()) {
            fields.put(10, aggregate.identity());
        }
        fields.put(11, query.keys().identity());
        TaggedFields noise = priced.identity();
        return noise == null ? fields.bytes() : fields.put(12, noise).bytes();
    }

    private static long number(Currency currency) {
        return switch (currency) {
            case EPSILON -> 1;
            case RHO -> 2;
            case HALF_MU_SQUARED -> 3;
        };
    }
}
