package dev.weir.operators.publish;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the log what a start has changed that is not refused. No other class of the operators logs anything: what is told here are
 * names of configuration, and numbers of keys, and no record has been read when it is told.
 */
final class ToldChanges {

    private static final Logger LOG = LoggerFactory.getLogger(ToldChanges.class);

    private ToldChanges() {}

    /**
     * Writes one line for each change.
     *
     * @param who the pipeline or the domain that was started
     */
    static void log(String who, List<String> changes) {
        changes.forEach(change -> LOG.warn("{}: {}", who, change));
    }
}
