package dev.weir.accountant.local.client;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;

/**
 * The id of a mechanism and of what its numbers stand for, by which a server knows reports that it must not mix with its
 * own: the first 6 bytes of SHA-256 over lines of UTF-8, as base64url. It finds mistakes, and proves nothing about a sender.
 */
final class MechanismId {

    private static final int BYTES = 6;

    private MechanismId() {}

    /** The id of lines without line breaks, which are joined by one line feed. */
    static String of(Iterable<String> lines) {
        byte[] digest = sha256().digest(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(digest, BYTES));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
