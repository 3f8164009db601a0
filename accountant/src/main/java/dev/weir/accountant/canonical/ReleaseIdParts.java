package dev.weir.accountant.canonical;

import java.util.Optional;

/**
 * The parts of the text of a release id, which is {@code domain/query/version/key/window-end}, or
 * {@code domain/query/version/key/window/window-end} if the query releases several windows.
 *
 * @param domain the ledger domain
 * @param query the name of the query
 * @param version the version of the query
 * @param key the encoded name of the key
 * @param window the name of the window; empty if it has none
 * @param windowEnd the end of the window, epoch milliseconds
 */
public record ReleaseIdParts(String domain, String query, String version, String key, String window, String windowEnd) {

    private static final int PARTS = 5;
    private static final int PARTS_WITH_WINDOW = 6;

    /**
     * Splits a text into the parts of a release id, without a look at what the parts are.
     *
     * @param text a text
     * @return the parts; no value if there are more or fewer
     */
    public static Optional<ReleaseIdParts> of(String text) {
        String[] parts = text.split("/", -1);
        return switch (parts.length) {
            case PARTS -> Optional.of(new ReleaseIdParts(parts[0], parts[1], parts[2], parts[3], "", parts[4]));
            case PARTS_WITH_WINDOW ->
                Optional.of(new ReleaseIdParts(parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]));
            default -> Optional.empty();
        };
    }

    /** The beginning of all release ids of the query and its version. */
    public String prefix() {
        return domain + "/" + query + "/" + version + "/";
    }
}
