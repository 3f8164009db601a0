package dev.weir.accountant.journal.chain;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.accountant.canonical.CanonicalWriter;
import dev.weir.accountant.privacy.Require;
import java.io.Serializable;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * A SHA-256 digest (FIPS 180-4) as a value.
 *
 * @param first the first eight bytes, big-endian
 * @param second the next eight bytes
 * @param third the eight bytes after the first sixteen
 * @param fourth the last eight bytes
 */
public record ChainHash(long first, long second, long third, long fourth) implements Serializable {

    /** The number of bytes of a digest. */
    public static final int BYTES = 32;

    /**
     * Returns a digest as a value, without hashing again.
     *
     * @param bytes the {@value #BYTES} bytes of the digest
     * @throws IllegalArgumentException if {@code bytes} has another length
     */
    public static ChainHash of(byte[] bytes) {
        Require.that(bytes.length == BYTES, "length of a digest", BYTES + " bytes", bytes.length);
        CanonicalReader words = new CanonicalReader(bytes);
        return new ChainHash(words.number(), words.number(), words.number(), words.number());
    }

    /** The {@value #BYTES} bytes of the digest. */
    public byte[] bytes() {
        return new CanonicalWriter()
                .number(first)
                .number(second)
                .number(third)
                .number(fourth)
                .bytes();
    }

    /**
     * Computes the digest of bytes.
     *
     * @param content the bytes to digest
     */
    public static ChainHash digest(byte[] content) {
        return of(sha256().digest(content));
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Returns the digest as 64 hexadecimal digits. */
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes());
    }
}
