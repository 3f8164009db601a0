package dev.weir.jobs.archive;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest at the end of an archive, over all bytes before it. It finds damage; what the records say is for their chains. */
final class ArchiveDigest {

    private ArchiveDigest() {}

    static MessageDigest begin() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
