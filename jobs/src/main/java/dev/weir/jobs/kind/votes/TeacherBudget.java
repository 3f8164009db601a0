package dev.weir.jobs.kind.votes;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.vote.VoteAccount;
import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Literals;
import dev.weir.jobs.config.grammar.MapType;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.grammar.Shape;
import dev.weir.jobs.config.section.BudgetReader;
import java.util.List;
import java.util.Optional;

/** Reads the section {@code privacy} of a file whose unit is a teacher. */
final class TeacherBudget {

    private static final double MEANINGLESS = 100;

    private static final Field<String> UNIT = Field.of(
                    "unit",
                    Literals.choice(List.of("teacher"), "teacher"),
                    "`teacher`: all labels of one teacher, for ever. A person in the shards of s teachers loses s times the mu")
            .required();

    /** Votes have Gaussian noise, so that a delta is always there, and no budget is pure. */
    private static final Shape SHAPE = Shape.of(
                    Field.of(
                                    "epsilon",
                                    BudgetReader.EPSILON.type(),
                                    "with `delta`. Above 10 there is a warning, above 100 an error")
                            .neededIf("one of the two"),
                    BudgetReader.RHO,
                    Field.of(
                                    "delta",
                                    BudgetReader.DELTA.type(),
                                    "from 1e-24 to below 1; above 1e-5 there is a warning. With `rho` it is what `rho` is reported at")
                            .required())
            .withOneOf(BudgetReader.EPSILON, BudgetReader.RHO);

    /** The field with the budget. */
    static final Field<Section> BUDGET = Field.of(
                    "budget",
                    MapType.of(SHAPE),
                    "what one teacher may lose to all questions together: `epsilon` and `delta`, or `rho` and `delta`")
            .required();

    /** The section {@code privacy} of a pipeline file. */
    static final Field<Section> PRIVACY = Field.of(
                    "privacy", MapType.of(Shape.of(UNIT, BUDGET)), "who is protected, and how well")
            .required();

    private TeacherBudget() {}

    /**
     * Reads the section. Empty if a problem has been noted.
     *
     * @param root the whole file
     * @param mechanism what a question costs, if it could be read
     */
    static Optional<Budget> read(Section root, Optional<VoteMechanism> mechanism) {
        Section section = root.section(PRIVACY);
        section.read(UNIT, "teacher");
        Section stated = section.section(BUDGET);
        int before = stated.problemsSoFar();
        Optional<Budget> budget = BudgetReader.budget(stated);
        if (stated.isSound(before)) {
            budget.ifPresent(given -> check(stated, given));
        }
        if (stated.isSound(before) && budget.isPresent() && mechanism.isPresent()) {
            boolean hasRoom = VoteAccount.of(mechanism.get(), budget.get()).hasRoom();
            require(section, hasRoom);
        }
        section.finish();
        return stated.isSound(before) ? budget : Optional.empty();
    }

    private static void require(Section section, boolean hasRoom) {
        if (!hasRoom) {
            section.problem(BUDGET, "must pay for at least one question that is asked and answered");
        }
    }

    private static void check(Section stated, Budget budget) {
        if (budget instanceof Budget.Pure) {
            stated.problem(BudgetReader.DELTA, "must be given: the noise of votes is Gaussian");
        } else if (BudgetReader.epsilon(budget) > MEANINGLESS) {
            stated.problem(
                    BudgetReader.size(budget),
                    "must be at most epsilon 100 for ever, was " + BudgetReader.statedEpsilon(budget));
        }
    }
}
