package dev.weir.calculator.vote;

import dev.weir.accountant.vote.smooth.DependenceLimit;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Calculation;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Question;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calculation {@code vote}. What is asked for follows from the options that are given: the price of one vote at a R&eacute;nyi order, of many
 * votes at a &delta;, of several questions; how many answers fit in a budget; the law of the label; where the loss depends on votes; and the
 * sensitivity of that loss.
 */
public final class VoteCalculation {

    /** The question, with its formula. */
    public static final Calculation CALCULATION = new Calculation(
            Question.named(
                            "vote",
                            "What the winner of a noisy vote (PATE) costs, how many answers fit in a budget, and which label wins."
                                    + " What is computed from votes is as sensitive as they are, but for rdp_data_independent of"
                                    + " an unchecked vote, rho_charged and the epsilons that do not depend on them.")
                    .with(VoteOptions.all())
                    .answering(VoteCalculation::columns)
                    .example("--mechanism gnmax --votes \"180 40 30\" --answer-sigma 20 --order 8"),
            VoteCalculation::answer);

    private VoteCalculation() {}

    /** The columns of all answers that rows with these options may have. */
    private static List<String> columns(Set<Option<?>> given) {
        boolean hasVotes = given.contains(VoteOptions.VOTES);
        boolean hasOrder = given.contains(VoteOptions.ORDER);
        Set<String> columns = new LinkedHashSet<>();
        if (given.contains(VoteOptions.BUDGET) || given.contains(VoteOptions.EPSILON)) {
            columns.addAll(VoteBudget.COLUMNS);
        }
        if ((hasVotes && hasOrder) || given.contains(VoteOptions.ANSWERED)) {
            columns.addAll(VotePrice.COLUMNS);
        }
        if (hasVotes && hasOrder && given.contains(VoteOptions.DELTA)) {
            columns.addAll(VoteStream.COLUMNS);
        }
        if (given.contains(VoteOptions.BETA) || given.contains(VoteOptions.SIGMA_SS)) {
            columns.addAll(VoteSmooth.COLUMNS);
        }
        if (hasVotes && (!hasOrder || given.contains(VoteOptions.WINNER))) {
            columns.addAll(VoteWinner.COLUMNS);
        }
        if (hasOrder && !hasVotes) {
            columns.add("log_q0");
        }
        return List.copyOf(columns);
    }

    private static Answer answer(Arguments arguments) {
        if (arguments.has(VoteOptions.BUDGET) || arguments.has(VoteOptions.EPSILON)) {
            return VoteBudget.answer(arguments);
        }
        if (arguments.has(VoteOptions.BETA) || arguments.has(VoteOptions.SIGMA_SS)) {
            return VoteSmooth.answer(arguments);
        }
        if (!arguments.has(VoteOptions.VOTES)) {
            boolean isLimit = arguments.has(VoteOptions.LOG_Q0) || !arguments.has(VoteOptions.ANSWERED);
            return isLimit && arguments.has(VoteOptions.ORDER) ? limit(arguments) : VotePrice.answer(arguments);
        }
        if (arguments.get(VoteOptions.VOTES) instanceof VoteText.Several several) {
            return VoteStream.answer(several, arguments);
        }
        boolean isWinner = !arguments.has(VoteOptions.ORDER) && !arguments.has(VoteOptions.ANSWERED);
        return arguments.has(VoteOptions.WINNER) || isWinner
                ? VoteWinner.answer(arguments)
                : VotePrice.answer(arguments);
    }

    private static Answer limit(Arguments arguments) {
        if (!arguments.find(VoteOptions.MECHANISM).orElse(VoteOptions.GNMAX).equals(VoteOptions.GNMAX)) {
            throw VoteOptions.MECHANISM.invalid("must be gnmax, or votes must be given");
        }
        double sigma = arguments.get(VoteOptions.ANSWER_SIGMA);
        return new Answer().with("log_q0", DependenceLimit.logMiss(sigma, arguments.get(VoteOptions.ORDER)));
    }
}
