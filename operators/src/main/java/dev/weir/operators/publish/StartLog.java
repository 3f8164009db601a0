package dev.weir.operators.publish;

import dev.weir.operators.ledger.LedgerAccess;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs the findings of a start that are no reason to refuse it. No other class of the operators logs anything. The
 * lines contain names from the configuration and counts of keys, and depend on no record.
 */
final class StartLog {

    private static final Logger LOG = LoggerFactory.getLogger(StartLog.class);

    private StartLog() {}

    /**
     * Logs one warning for each change.
     *
     * @param who the name of the pipeline or domain that was started
     */
    static void changes(String who, List<String> changes) {
        changes.forEach(change -> LOG.warn("{}: {}", who, change));
    }

    /**
     * Warns that the ledger had no entry of a domain. The domain may already have a ledger in another place, which
     * would mean a second budget; no program can detect this, so people must.
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
