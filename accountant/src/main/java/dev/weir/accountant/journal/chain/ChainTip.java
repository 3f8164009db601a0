package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;

/**
 * The end of a hash chain: the number of its latest entry, and a digest of this entry and all entries before it.
 *
 * <p>Two chains with equal tips have equal entries, unless SHA-256 has a collision.
 *
 * @param sequence the number of the latest entry, counted from 1 on without gaps; 0 for a chain without entries
 * @param hash the digest of the latest entry and of the tip before it
 */
public record ChainTip(long sequence, ChainHash hash) implements CanonicalWriter.Fields, Serializable {

    /** The number of canonical bytes of a tip. */
    public static final int BYTES = Long.BYTES + ChainHash.BYTES;

    /** @throws dev.weir.accountant.privacy.InvalidParameter if {@code sequence} is out of range */
    public ChainTip {
        Require.atLeast("sequence", sequence, 0);
    }

    /**
     * Reads a tip that {@link #writeTo} has written.
     *
     * @param in the reader of the bytes
     * @throws CanonicalReader.Malformed if the bytes are not those of a tip
     */
    public static ChainTip read(CanonicalReader in) {
        long sequence = in.number();
        CanonicalReader.check(sequence >= 0);
        return new ChainTip(sequence, ChainHash.of(in.raw(ChainHash.BYTES)));
    }

    @Override
    public void writeTo(CanonicalWriter out) {
        out.number(sequence).raw(hash.bytes());
    }

    @Override
    public String toString() {
        return sequence + ":" + hash;
    }
}
