package dev.weir.jobs.audit;

import dev.weir.testing.scenario.Scenario;
import java.math.BigDecimal;
import java.util.List;

/**
 * What one teacher, the canary, does in every question of a world, and what the others do.
 *
 * <p>Counts and threshold may be lower by the same number without changing the law of a label: the largest noisy number stays the largest,
 * and the check compares the same difference. So two others stand for all teachers.
 *
 * @param name short
 * @param description what the canary does, as a phrase
 * @param others the numbers of the labels that others vote for, each by another teacher
 * @param with the number of the canary's label in worlds with the canary
 * @param without the number of its label in the other worlds; {@link #UNREADABLE} if it has none
 * @param threshold in votes of these counts: what a check compares with
 */
record VoteScenario(
        String name, String description, List<Integer> others, int with, int without, BigDecimal threshold) {

    /** The number of a label that cannot be read. */
    static final int UNREADABLE = -1;

    /** The threshold, in sigmas of the check, that is passed all but always. */
    private static final BigDecimal SURE = BigDecimal.valueOf(-8);

    /**
     * The scenarios of a mechanism.
     *
     * @param checkSigma the sigma of its check; 0 if it has none
     */
    static List<VoteScenario> all(BigDecimal checkSigma) {
        BigDecimal passed = checkSigma.multiply(SURE);
        VoteScenario tie = new VoteScenario(
                "tie", "its label decides between two, on every question", List.of(0, 1), 0, 1, passed);
        VoteScenario unread =
                new VoteScenario("unreadable", "its labels cannot be read", List.of(0, 1), 0, UNREADABLE, passed);
        VoteScenario check = new VoteScenario(
                "check", "its label decides whether teachers agree", List.of(0), 0, 1, new BigDecimal("1.5"));
        return checkSigma.signum() == 0 ? List.of(tie, unread) : List.of(tie, unread, check);
    }

    /** Whether outcomes show most of what the canary may lose. */
    boolean showsMost() {
        return name.equals("tie");
    }

    /** How many votes a question has. */
    int votes() {
        return others.size() + 1;
    }

    /** This scenario as a row of a report. */
    Scenario row() {
        return new Scenario(name, description, List.of());
    }
}
