package dev.weir.operators.query;

import dev.weir.operators.keys.KeyName;
import java.io.Serializable;

/**
 * The permanent name of one release. No two values are released under the same id. The id is public, because it depends
 * only on configuration and schedule.
 *
 * <p>{@link #toString} returns {@code domain/query/version/key/window-end}, with the key as {@link KeyName#encoded}
 * writes it; {@link #parse} reads this text. Where a query releases several windows, which may end at the same time, the name of the window
 * stands before its end: {@code domain/query/version/key/window/window-end}.
 *
 * @param domain the ledger domain: not blank, without a slash
 * @param query the name of the query: not blank, without a slash
 * @param version the version of the query, at least 1
 * @param name the name of the key
 * @param window the name of the window, without a slash; empty if the query releases windows of one kind
 * @param windowEnd the exclusive end of the window, epoch milliseconds
 */
public record ReleaseId(String domain, String query, int version, KeyName name, String window, long windowEnd)
        implements Serializable {

    private static final int PARTS = 5;
    private static final String FORM =
            "a release id must be domain/query/version/key/window-end, with the name of the window before its end or without one";

    /** @throws IllegalArgumentException if domain, query or version is not as described */
    public ReleaseId {
        requireName("domain", domain);
        requireName("name of a query", query);
        requireVersion(version);
        if (!window.isEmpty()) {
            requireName("name of a window", window);
        }
    }

    /**
     * Creates the id of a release of a query whose windows have no names.
     *
     * @param domain the ledger domain: not blank, without a slash
     * @param query the name of the query: not blank, without a slash
     * @param version the version of the query, at least 1
     * @param name the name of the key
     * @param windowEnd the exclusive end of the window, epoch milliseconds
     * @throws IllegalArgumentException if domain, query or version is not as described
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public ReleaseId(String domain, String query, int version, KeyName name, long windowEnd) {
        this(domain, query, version, name, "", windowEnd);
    }

    /**
     * Creates the id of a release of a key with one attribute.
     *
     * @param domain the ledger domain: not blank, without a slash
     * @param query the name of the query: not blank, without a slash
     * @param version the version of the query, at least 1
     * @param key the text of the key
     * @param windowEnd the exclusive end of the window, epoch milliseconds
     * @throws IllegalArgumentException if domain, query or version is not as described
     */
    @SuppressWarnings("ParameterNumber") // the parameters are the components of the record
    public ReleaseId(String domain, String query, int version, String key, long windowEnd) {
        this(domain, query, version, KeyName.of(key), "", windowEnd);
    }

    /** The text of the key: of the only attribute, or of the encoded name if there are several attributes. */
    public String key() {
        return name.text();
    }

    /** Refuses a name that is blank or contains the separator of an id's parts. */
    static void requireName(String what, String name) {
        if (name.isBlank() || name.contains("/")) {
            throw new IllegalArgumentException(what + " must be a name without /, was \"" + name + "\"");
        }
    }

    static void requireVersion(int version) {
        if (version < 1) {
            throw new IllegalArgumentException("version must be >= 1, was " + version);
        }
    }

    /**
     * Reads an id.
     *
     * @param text a text that {@link #toString} has returned
     * @throws IllegalArgumentException if the text is not that of an id; the message quotes nothing of the text
     */
    public static ReleaseId parse(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length != PARTS && parts.length != PARTS + 1) {
            throw new IllegalArgumentException(FORM + ", had " + parts.length + " parts");
        }
        try {
            KeyName key = KeyName.parse(parts[3]);
            String window = parts.length == PARTS ? "" : parts[PARTS - 1];
            if (parts.length > PARTS && window.isBlank()) {
                throw unreadable();
            }
            long end = Long.parseLong(parts[parts.length - 1]);
            return new ReleaseId(parts[0], parts[1], Integer.parseInt(parts[2]), key, window, end);
        } catch (IllegalArgumentException e) {
            throw unreadable();
        }
    }

    /** The exception for parts that are not those of an id. It has no cause, because the message of the cause may quote a part. */
    private static IllegalArgumentException unreadable() {
        return new IllegalArgumentException(
                FORM + ": names that are not blank, a version from 1 on, a percent-encoded key, and"
                        + " a time in milliseconds");
    }

    /** The text of the id. */
    @Override
    public String toString() {
        String place = window.isEmpty() ? "" : window + "/";
        return domain + "/" + query + "/" + version + "/" + name.encoded() + "/" + place + windowEnd;
    }
}
