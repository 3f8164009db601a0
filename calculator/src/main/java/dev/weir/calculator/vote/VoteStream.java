package dev.weir.calculator.vote;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.vote.exact.StreamLoss;
import dev.weir.accountant.vote.exact.VoteRule;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.util.List;

/** What the votes of several questions cost together. {@code rho_charged} and the ceiling are public if the outcomes are. */
final class VoteStream {

    static final List<String> COLUMNS = List.of(
            "asked",
            "answered",
            "rho_charged",
            "rdp_data_independent",
            "rdp_data_dependent",
            "rdp_data_dependent_any_outcome",
            "epsilon_ceiling_exact",
            "epsilon_data_dependent_private");

    private VoteStream() {}

    static Answer answer(VoteText.Several votes, Arguments arguments) {
        String mechanism = arguments.get(VoteOptions.MECHANISM);
        double order = arguments.get(VoteOptions.ORDER);
        double delta = arguments.get(VoteOptions.DELTA);
        StreamLoss loss = new StreamLoss(rule(mechanism, arguments), order);
        for (VoteText.Asked question : votes.questions()) {
            requireTeachers(question.votes(), arguments);
            if (mechanism.equals(VoteOptions.GNMAX) && !question.isAnswered()) {
                throw VoteOptions.VOTES.invalid("must all be answered, because gnmax has no check");
            }
            loss.add(question.votes(), compared(mechanism, question.votes(), arguments), question.isAnswered());
        }
        double mu = Rounding.up(Math.sqrt(2 * loss.rho()));
        return new Answer()
                .with("asked", loss.asked())
                .with("answered", loss.answered())
                .with("rho_charged", loss.rho())
                .with("rdp_data_independent", loss.dataIndependent())
                .with("rdp_data_dependent", loss.realised())
                .with("rdp_data_dependent_any_outcome", loss.anyOutcome())
                .with("epsilon_ceiling_exact", GaussianCurve.epsilon(mu, delta))
                .with("epsilon_data_dependent_private", RenyiConversion.epsilon(order, loss.realised(), delta));
    }

    private static VoteRule rule(String mechanism, Arguments arguments) {
        double step = VoteOptions.step(arguments);
        return switch (mechanism) {
            case VoteOptions.LNMAX ->
                throw VoteOptions.MECHANISM.invalid(
                        "must be one with Gaussian noise for several questions, was " + VoteOptions.LNMAX);
            case VoteOptions.GNMAX ->
                VoteRule.plain(VoteOptions.gnmax(arguments).sigma(), step);
            default -> VoteRule.checked(VoteOptions.confident(arguments), step);
        };
    }

    static double compared(String mechanism, Votes votes, Arguments arguments) {
        return mechanism.equals(VoteOptions.INTERACTIVE)
                ? votes.highestSurplus(arguments.get(VoteOptions.BASELINE))
                : votes.highest();
    }

    /** Votes may be fewer than teachers, because some abstain. */
    private static void requireTeachers(Votes votes, Arguments arguments) {
        int teachers = arguments.find(VoteOptions.TEACHERS).orElse(Integer.MAX_VALUE);
        if (votes.total() > teachers) {
            throw VoteOptions.TEACHERS.invalid("must be at least as many as votes of each question");
        }
    }
}
