package dev.weir.operators.api;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;

/**
 * The switch {@code -Dweir.again=true} for the development of a job. It lets the job run once more over the same
 * records, without its state. The job's ledger would refuse that, so the run gets another ledger beside the
 * checkpoints, and prints the privacy cost.
 *
 * <p><b>Guarantee.</b> A ledger knows what its own run has spent. Every run draws its own noise, so whoever sees the
 * releases of n runs sees each unit's budget spent n times, by composition. The line that is printed names n: it counts
 * the ledgers that jobs of the domain have opened beside these checkpoints, hence at least the runs that have released
 * anything with them.
 */
final class RunAgain {

    private static final String SWITCH = "weir.again";

    /** What a refused job prints as a remedy. */
    static final String HINT =
            "; while you develop, -D" + SWITCH + "=true runs it again and spends the budget once more";

    private RunAgain() {}

    /**
     * The ledger of a job that has not chosen a place.
     *
     * @param checkpoints the URI of the folder for its checkpoints
     * @param domain the name of its domain
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

    /** The line that states the privacy cost of a run that is not the first. */
    static String line(String domain, int run) {
        return SWITCH + ": run " + run + " of domain " + domain
                + ". All runs beside these checkpoints together spend the budget " + run
                + " times: show nobody the releases of more than one";
    }
}
