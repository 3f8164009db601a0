package dev.weir.operators.publish;

import dev.weir.operators.ledger.LedgerAccess;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log what a start has found that is not refused. No other class of the operators logs anything: what is told here are
 * names of configuration, and numbers of keys, and no record has been read when it is told.
 */
final class StartLog {

    private static final Logger LOG = LoggerFactory.getLogger(StartLog.class);

    private StartLog() {}

    /**
     * Writes one line for each change.
     *
     * @param who the pipeline or the domain that was started
     */
    static void changes(String who, List<String> changes) {
        changes.forEach(change -> LOG.warn("{}: {}", who, change));
    }

    /** Says that a ledger knew nothing of a domain: another place is another ledger, hence another budget, and only people know of it. */
    static void firstStart(String domain, LedgerAccess access) {
        LOG.warn(
                "THIS IS THE FIRST START OF DOMAIN {}: nothing counts as spent yet, and its ledger is in {} from now on. If the same"
                        + " records were released before, with the ledger in another place, stop this job and name that place:"
                        + " these losses add.",
                domain,
                access.place());
    }
}
