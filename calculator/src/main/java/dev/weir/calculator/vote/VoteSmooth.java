package dev.weir.calculator.vote;

import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.vote.exact.ConfidentGnMax;
import dev.weir.accountant.vote.exact.GnMax;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.accountant.vote.smooth.AnswerSensitivity;
import dev.weir.accountant.vote.smooth.CheckSensitivity;
import dev.weir.accountant.vote.smooth.DependenceLimit;
import dev.weir.accountant.vote.smooth.MonotoneLoss;
import dev.weir.accountant.vote.smooth.SanitisedPrice;
import dev.weir.accountant.vote.smooth.SmoothSensitivity;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.util.List;

/** The local and smooth sensitivity of what one answer or one check costs, and what publishing the cost with noise costs itself. */
final class VoteSmooth {

    static final List<String> COLUMNS = List.of(
            "rdp",
            "log_q0",
            "local_0",
            "local_1",
            "local_5",
            "local_plateau",
            "smooth_sensitivity",
            "release_cost_rdp",
            "release_stddev",
            "release_cost_rdp_exact",
            "conditions_hold");

    private VoteSmooth() {}

    static Answer answer(Arguments arguments) {
        double order = arguments.get(VoteOptions.ORDER);
        SanitisedPrice price =
                new SanitisedPrice(order, arguments.get(VoteOptions.BETA), arguments.get(VoteOptions.SIGMA_SS));
        if (arguments.get(VoteOptions.VOTES) instanceof VoteText.Top top) {
            return check(top, arguments, price);
        }
        return winner(VoteOptions.votes(arguments), arguments, price);
    }

    private static Answer check(VoteText.Top top, Arguments arguments, SanitisedPrice price) {
        double sigma = arguments.has(VoteOptions.CHECK_SIGMA)
                ? arguments.get(VoteOptions.CHECK_SIGMA)
                : arguments.get(VoteOptions.ANSWER_SIGMA);
        int teachers = top.teachers();
        CheckSensitivity check = new CheckSensitivity(
                new ConfidentGnMax(arguments.get(VoteOptions.THRESHOLD), sigma, sigma), teachers, price.order());
        Answer answer = new Answer().with("rdp", check.loss(top.most()));
        return rest(answer, check.of(top.most()), price).with("conditions_hold", true);
    }

    private static Answer winner(Votes votes, Arguments arguments, SanitisedPrice price) {
        double sigma = arguments.get(VoteOptions.ANSWER_SIGMA);
        double step = VoteOptions.step(arguments);
        int teachers = arguments.find(VoteOptions.TEACHERS).orElseGet(() -> Math.max(1, (int) votes.total()));
        AnswerSensitivity sensitivity = new AnswerSensitivity(sigma, price.order(), votes.classes(), step);
        Answer answer = new Answer()
                .with("rdp", new GnMax(sigma).price(votes, step, price.order()).dataDependent())
                .with("log_q0", DependenceLimit.logMiss(sigma, price.order()));
        return rest(answer, sensitivity.of(votes, teachers), price)
                .with(
                        "conditions_hold",
                        MonotoneLoss.of(sigma, price.order(), votes.classes()).holds());
    }

    private static Answer rest(Answer answer, SmoothSensitivity local, SanitisedPrice price) {
        double smooth = local.smooth(price.beta());
        return answer.with("local_0", local.at(0))
                .with("local_1", local.at(1))
                .with("local_5", local.at(5))
                .with("local_plateau", local.last())
                .with("smooth_sensitivity", smooth)
                .with("release_cost_rdp", price.theorem())
                .with("release_stddev", Rounding.productUp(smooth, price.sigma()))
                .with("release_cost_rdp_exact", price.exact());
    }
}
