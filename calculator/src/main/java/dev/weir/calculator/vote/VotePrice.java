package dev.weir.calculator.vote;

import dev.weir.accountant.compose.convert.GaussianCurve;
import dev.weir.accountant.compose.convert.ZcdpConversion;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.accountant.vote.exact.CheckedPrice;
import dev.weir.accountant.vote.exact.InteractiveGnMax;
import dev.weir.accountant.vote.exact.RenyiPrice;
import dev.weir.accountant.vote.exact.Votes;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import java.util.List;

/** The price of one vote at a R&eacute;nyi order, and of many votes at a &delta;. */
final class VotePrice {

    static final List<String> COLUMNS = List.of(
            "log_q",
            "log_q_threshold",
            "pr_answered",
            "rdp_data_independent",
            "rdp_threshold_data_independent",
            "rdp_threshold",
            "rdp",
            "data_dependent_bound_used",
            "epsilon_mironov2017",
            "epsilon_cks2020",
            "epsilon_exact_gaussian_composition",
            "epsilon_theorem1_2017",
            "epsilon_kov15");

    private VotePrice() {}

    static Answer answer(Arguments arguments) {
        String mechanism = arguments.get(VoteOptions.MECHANISM);
        if (!arguments.has(VoteOptions.VOTES) && !arguments.has(VoteOptions.ANSWERED)) {
            throw VoteOptions.VOTES.invalid("must be given, or votes_answered");
        }
        Answer answer = new Answer();
        if (arguments.has(VoteOptions.VOTES)) {
            one(mechanism, arguments, answer);
        }
        if (arguments.has(VoteOptions.ANSWERED)) {
            all(mechanism, arguments, answer);
        }
        return answer;
    }

    private static void one(String mechanism, Arguments arguments, Answer answer) {
        Votes votes = VoteOptions.votes(arguments);
        double order = arguments.get(VoteOptions.ORDER);
        switch (mechanism) {
            case VoteOptions.LNMAX -> plain(VoteOptions.lnmax(arguments).price(votes, order), answer);
            case VoteOptions.GNMAX ->
                plain(VoteOptions.gnmax(arguments).price(votes, VoteOptions.step(arguments), order), answer);
            case VoteOptions.CONFIDENT ->
                checked(VoteOptions.confident(arguments).price(votes, order), answer);
            default ->
                checked(
                        new InteractiveGnMax(VoteOptions.confident(arguments))
                                .price(votes, arguments.get(VoteOptions.BASELINE), order),
                        answer);
        }
    }

    private static void plain(RenyiPrice price, Answer answer) {
        answer.with("log_q", price.logMiss())
                .with("rdp_data_independent", price.dataIndependent())
                .with("rdp", price.dataDependent())
                .with("data_dependent_bound_used", price.usesData());
    }

    private static void checked(CheckedPrice price, Answer answer) {
        answer.with("log_q", price.answer().logMiss())
                .with("log_q_threshold", price.check().logMiss())
                .with("pr_answered", price.answered())
                .with("rdp_data_independent", price.expectedDataIndependent())
                .with("rdp_threshold_data_independent", price.check().dataIndependent())
                .with("rdp_threshold", price.check().dataDependent())
                .with("rdp", price.expectedDataDependent())
                .with("data_dependent_bound_used", price.usesData());
    }

    private static void all(String mechanism, Arguments arguments, Answer answer) {
        double delta = arguments.get(VoteOptions.DELTA);
        long answered = arguments.get(VoteOptions.ANSWERED);
        switch (mechanism) {
            case VoteOptions.LNMAX -> pure(VoteOptions.lnmax(arguments), answered, delta, answer);
            case VoteOptions.GNMAX -> concentrated(VoteOptions.gnmax(arguments).rho(answered), delta, answer);
            default ->
                concentrated(
                        VoteOptions.confident(arguments).rho(arguments.get(VoteOptions.CHECKED), answered),
                        delta,
                        answer);
        }
    }

    private static void pure(LnMax lnmax, long answered, double delta, Answer answer) {
        answer.with("epsilon_theorem1_2017", lnmax.simple(answered, delta).epsilon())
                .with("epsilon_kov15", lnmax.optimal(answered, delta).epsilon());
    }

    private static void concentrated(double rho, double delta, Answer answer) {
        double mu = Rounding.up(Math.sqrt(2 * rho));
        answer.with("epsilon_mironov2017", ZcdpConversion.simpleEpsilon(rho, delta))
                .with("epsilon_cks2020", ZcdpConversion.epsilon(rho, delta))
                .with("epsilon_exact_gaussian_composition", GaussianCurve.epsilon(mu, delta));
    }
}
