package dev.weir.operators.publish;

import dev.weir.operators.ledger.LedgerAccess;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what a start has found and does not refuse. No other class of the operators logs anything. The lines contain
 * names of configuration and numbers of keys, and are written before any record is read.
 */
final class StartLog {

    private static final Logger LOG = LoggerFactory.getLogger(StartLog.class);

    private StartLog() {}

    /**
     * Writes one line for each change.
     *
     * @param who the pipeline or domain that was started
     */
    static void changes(String who, List<String> changes) {
        changes.forEach(change -> LOG.warn("{}: {}", who, change));
    }

    /**
     * Warns that a ledger knew nothing of a domain: another place is another ledger, hence another budget, and only
     * people can know of it.
     */
    static void firstStart(String domain, LedgerAccess access) {
        LOG.warn(
                "THIS IS THE FIRST START OF DOMAIN {}: nothing counts as spent yet, and its ledger is in {} from now on. If the same"
                        + " records were released before, with the ledger in another place, stop this job and name that place:"
                        + " these losses add.",
                domain,
                access.place());
    }
}
