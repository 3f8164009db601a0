package dev.weir.operators.state;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Everything that sets a price or a cell, hashed: a change of it is another query, whatever its version says. */
final class Fingerprint {

    private final MessageDigest digest;

    private Fingerprint() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    static String of(PricedQuery priced) {
        Query query = priced.query();
        Fingerprint print = new Fingerprint();
        print.add(query.name(), query.version(), query.reads(), query.window(), query.bounds());
        print.add(priced.price(), query.aggregates().size(), query.keys().size());
        for (Aggregate aggregate : query.aggregates()) {
            print.add(aggregate);
        }
        for (String key : query.keys()) {
            print.add(key);
        }
        return HexFormat.of().formatHex(print.digest.digest());
    }

    /** Each part with its length in front, so that no two lists of parts look alike. */
    private void add(Object... parts) {
        for (Object part : parts) {
            byte[] bytes = part.toString().getBytes(StandardCharsets.UTF_8);
            digest.update((bytes.length + ":").getBytes(StandardCharsets.UTF_8));
            digest.update(bytes);
        }
    }
}
