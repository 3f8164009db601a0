package dev.weir.operators.api;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;

/**
 * The switch {@code -Dweir.again=true} for the development of a job. It lets the job run once more over the same
 * records, without its state. The job's ledger would refuse that, so the run gets another ledger beside the
 * checkpoints, and prints the privacy cost.
 *
 * <p><b>Guarantee.</b> A ledger records only what its own run has spent. Every run draws new noise, so the releases of
 * n runs together spend each unit's budget n times, by composition. The printed line states n. It is the number of
 * ledgers that jobs of the domain have opened beside these checkpoints, so it is at least the number of runs that have
 * released anything with these ledgers.
 */
final class RunAgain {

    private static final String SWITCH = "weir.again";

    /** The remedy that a refused job prints. */
    static final String HINT =
            "; while you develop, -D" + SWITCH + "=true runs it again and spends the budget once more";

    private RunAgain() {}

    /**
     * Returns the ledger of a job for which no place was chosen.
     *
     * @param checkpoints the URI of the folder for the job's checkpoints
     * @param domain the name of the job's domain
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if no ledger can be kept there
     */
    static Ledger.Factory ledger(String checkpoints, String domain) {
        if (!Boolean.getBoolean(SWITCH)) {
            return DirectoryLedger.beside(checkpoints);
        }
        int run = DirectoryLedger.firstUnused(checkpoints, domain);
        if (run > 1) {
            System.err.println(line(domain, run));
        }
        return DirectoryLedger.beside(checkpoints, run);
    }

    /** Returns the line that states the privacy cost of a run after the first one. */
    static String line(String domain, int run) {
        return SWITCH + ": run " + run + " of domain " + domain
                + ". All runs beside these checkpoints together spend the budget " + run
                + " times: show nobody the releases of more than one";
    }
}
