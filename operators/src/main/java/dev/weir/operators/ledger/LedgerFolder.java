package dev.weir.operators.ledger;

import dev.weir.operators.state.restore.StartRefused;
import java.io.Serializable;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A folder of ledgers, one for each domain.
 *
 * @param folder the folder's URI
 */
record LedgerFolder(String folder) implements Serializable {

    /**
     * Creates the folder object, if the folder's store can hold ledgers.
     *
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException around a {@link StartRefused}, if the store
     * cannot hold ledgers
     */
    static LedgerFolder at(String folder) {
        URI uri = URI.create(folder);
        if (!"file".equals(uri.getScheme()) || uri.getAuthority() != null || uri.getPath() == null) {
            throw new StartRefused(
                            StartRefused.Code.LEDGER_UNUSABLE,
                            "a ledger cannot be kept in " + folder + ": this store is not known to create a file only"
                                    + " if it is absent; keep the ledger in a local or shared folder (file:///...), or in a topic")
                    .asFailure();
        }
        return new LedgerFolder(folder);
    }

    /**
     * One of several folders of ledgers below a folder for checkpoints.
     *
     * @param checkpoints the URI of the folder for checkpoints
     * @param number the number of the folder, at least 1
     */
    static LedgerFolder beside(String checkpoints, int number) {
        return at((checkpoints.endsWith("/") ? checkpoints : checkpoints + "/") + "weir-ledger"
                + (number == 1 ? "" : "-" + number));
    }

    /** The folder of the ledger of a domain. */
    Path of(String domain) {
        return Path.of(URI.create(folder).getPath()).resolve(encoded(domain));
    }

    /** Encodes a name so that it can be the name of a file. */
    static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8)
                .replace(".", "%2E")
                .replace("*", "%2A");
    }

    @Override
    public String toString() {
        return "folder " + folder;
    }
}
