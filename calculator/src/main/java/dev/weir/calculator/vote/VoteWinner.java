package dev.weir.calculator.vote;

import dev.weir.accountant.compose.normal.NormalTail;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.accountant.vote.law.WinnerLaw;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** The probability that a vote is answered, and by which label. */
final class VoteWinner {

    static final List<String> COLUMNS = List.of("pr_answered", "pr_label", "check_sum");

    private static final int MOST_CLASSES = 10_000;

    private VoteWinner() {}

    static Answer answer(Arguments arguments) {
        String mechanism = arguments.get(VoteOptions.MECHANISM);
        Votes votes = VoteOptions.votes(arguments);
        if (votes.classes() > MOST_CLASSES) {
            throw VoteOptions.VOTES.invalid("must be for at most " + MOST_CLASSES + " classes, was " + votes.classes());
        }
        double answered = answered(mechanism, votes, arguments);
        double[] labels = Arrays.stream(law(mechanism, votes, arguments))
                .map(probability -> probability * answered)
                .toArray();
        return new Answer()
                .with("pr_answered", answered)
                .with(
                        "pr_label",
                        Arrays.stream(labels).mapToObj(String::valueOf).collect(Collectors.joining(" ")))
                .with("check_sum", 1 - answered + Arrays.stream(labels).sum());
    }

    private static double[] law(String mechanism, Votes votes, Arguments arguments) {
        if (mechanism.equals(VoteOptions.LNMAX)) {
            return WinnerLaw.laplace(votes, arguments.get(VoteOptions.LNMAX_GAMMA));
        }
        double sigma = arguments.get(VoteOptions.ANSWER_SIGMA);
        return arguments
                .find(VoteOptions.GRID_BITS)
                .map(bits -> WinnerLaw.onGrid(votes, sigma, bits))
                .orElseGet(() -> WinnerLaw.gaussian(votes, sigma));
    }

    private static double answered(String mechanism, Votes votes, Arguments arguments) {
        if (mechanism.equals(VoteOptions.LNMAX) || mechanism.equals(VoteOptions.GNMAX)) {
            return 1;
        }
        ConfidentGnMax check = VoteOptions.confident(arguments);
        double compared = VoteStream.compared(mechanism, votes, arguments);
        return arguments
                .find(VoteOptions.GRID_BITS)
                .map(bits -> WinnerLaw.passes(compared, check.threshold(), check.checkSigma(), bits))
                .orElseGet(() -> NormalTail.of((check.threshold() - compared) / check.checkSigma()));
    }
}
