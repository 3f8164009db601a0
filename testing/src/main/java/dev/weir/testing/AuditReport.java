package dev.weir.testing;

import dev.weir.testing.statistic.Independence;
import dev.weir.testing.statistic.SharedDraws;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of an audit.
 *
 * @param trials how many worlds there were
 * @param findings one for each scenario and what was looked at
 * @param independence one test for each scenario of whether the worlds are independent
 * @param shared the scenarios' tests that found worlds which repeat each other
 * @param contexts how many contexts have a value
 * @param secondValues how many copies differ from an earlier one of the same context
 * @param inconclusive the names of queries in which twice the &epsilon; would not have been found in any scenario, or nothing was
 *     published that differs, or the only canary was not seen
 * @param isPure whether the functions of the queries have given every record the same result, called twice and in another order; true
 *     where there are none
 */
public record AuditReport(
        int trials,
        List<Finding> findings,
        List<Independence> independence,
        List<SharedDraws> shared,
        long contexts,
        long secondValues,
        List<String> inconclusive,
        boolean isPure) {

    /** Takes copies of the lists. */
    public AuditReport {
        findings = List.copyOf(findings);
        independence = List.copyOf(independence);
        shared = List.copyOf(shared);
        inconclusive = List.copyOf(inconclusive);
    }

    /** What the audit says. */
    public enum Verdict {
        /** Nothing was found above what may be lost. */
        NOTHING_FOUND(0),
        /** More is lost than may be. */
        VIOLATED(1),
        /** Nothing was found, and twice the loss would not have been found either. */
        INCONCLUSIVE(2);

        private final int exitCode;

        Verdict(int exitCode) {
            this.exitCode = exitCode;
        }

        /** The exit code of a command that says so. */
        public int exitCode() {
            return exitCode;
        }
    }

    /** What the audit says. */
    public Verdict verdict() {
        if (!faults().isEmpty()) {
            return Verdict.VIOLATED;
        }
        return inconclusive.isEmpty() ? Verdict.NOTHING_FOUND : Verdict.INCONCLUSIVE;
    }

    /**
     * Requires that nothing was found, and that twice the loss would have been found: the last line of a test.
     *
     * @throws AssertionError if the verdict is another one; its message says why
     */
    public void requireNothingFound() {
        switch (verdict()) {
            case NOTHING_FOUND -> {}
            case VIOLATED -> throw new AssertionError(String.join("; ", faults()));
            case INCONCLUSIVE ->
                throw new AssertionError("twice the loss would not have been found in "
                        + String.join(", ", inconclusive)
                        + ": use more trials, and look whether the canary's records are counted");
        }
    }

    /** What is wrong, one sentence each. */
    public List<String> faults() {
        List<String> faults = new ArrayList<>();
        findings.stream().filter(Finding::isViolated).map(AuditReport::fault).forEach(faults::add);
        if (!isPure) {
            faults.add(
                    "a function of a query gives a record another result when it is called again or in another order,"
                            + " so one person's records decide about others'");
        }
        if (secondValues > 0) {
            faults.add(secondValues + " rows were published with another value than before under the same id");
        }
        independence.stream()
                .filter(test -> !test.holds())
                .map(test -> "worlds are not independent: noise is shared by keys, as " + test.column() + " shows")
                .forEach(faults::add);
        shared.stream()
                .map(test -> "worlds repeat each other: " + test.pairs() + " pairs agree in every window of "
                        + test.key() + ", so keys share noise")
                .forEach(faults::add);
        return faults;
    }

    private static String fault(Finding finding) {
        return "more is lost than may be in scenario '" + finding.scenario() + "', " + finding.queries() + ": "
                + finding.description() + "; of single numbers most by " + finding.by();
    }
}
