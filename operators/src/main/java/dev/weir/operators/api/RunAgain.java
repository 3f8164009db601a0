package dev.weir.operators.api;

import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.Ledger;

/**
 * The switch of those who develop a job: {@code -Dweir.again=true} lets it run once more over the same records, without its state. Its
 * ledger would refuse that, so the run gets another one beside the checkpoints, and says what that costs.
 *
 * <p><b>Guarantee.</b> A ledger knows what its own run has spent. Every run draws its own noise, so whoever sees the releases of n
 * runs sees each unit's budget spent n times, by composition. The line that is printed names n: it counts the ledgers that jobs of
 * the domain have opened beside these checkpoints, hence at least the runs that have released anything with them.
 */
final class RunAgain {

    private static final String SWITCH = "weir.again";

    /** What a refused job can do about it. */
    static final String HINT =
            "; while you develop, -D" + SWITCH + "=true runs it again and spends the budget once more";

    private RunAgain() {}

    /**
     * Where a job keeps its ledger that has not said where.
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

    /** What a run costs that is not the first. */
    static String line(String domain, int run) {
        return SWITCH + ": run " + run + " of domain " + domain
                + ". All runs beside these checkpoints together spend the budget " + run
                + " times: show nobody the releases of more than one";
    }
}
