package dev.weir.calculator.local;

import dev.weir.accountant.local.SubsetResponse;
import dev.weir.accountant.local.SupportRates;
import dev.weir.accountant.privacy.Rounding;
import dev.weir.calculator.question.Answer;
import dev.weir.calculator.question.Arguments;
import dev.weir.calculator.question.Kind;
import dev.weir.calculator.question.Option;
import dev.weir.calculator.question.Range;
import java.math.BigDecimal;
import java.util.List;

/** What many reports of one person tell where the first report of each value is remembered. */
final class LongitudinalReports {

    private static final String RAPPOR = "rappor";
    private static final String SYMMETRIC = "memoized-unary-symmetric";
    private static final String OPTIMIZED = "memoized-unary-optimized-then-symmetric";
    private static final String RESPONSE = "memoized-response";

    static final Option<String> SCHEME = Option.choice(
            "scheme", "instead of a mechanism, how reports are remembered", RAPPOR, SYMMETRIC, OPTIMIZED, RESPONSE);

    private static final Range RATE = new Range("above 0 and below 1", rate -> rate > 0 && rate < 1);
    private static final Option<Double> F = Option.number("f", "with rappor, the part of stored bits that are random")
            .in(RATE);
    private static final Option<Double> P_IRR = Option.number(
                    "p_irr", "with rappor, how often a stored 0 is reported as 1")
            .in(RATE);
    private static final Option<Double> Q_IRR =
            Option.number("q_irr", "with rappor, how often a stored 1 is reported as 1, above p_irr and below 1");
    private static final Option<BigDecimal> PERMANENT = Option.of(
            "epsilon_permanent", Kind.DECIMAL, "with other schemes, of all reports of a value, from 1e-9 to 16");
    private static final Option<Double> FIRST =
            Option.number("epsilon_first_report", "with two rounds that are no rappor, of one report");
    private static final Option<Long> REMEMBERED = Option.whole(
                    "values_remembered", "with a scheme, how many values a person has")
            .in(Range.atLeast(1))
            .or(1L);

    static final List<Option<?>> OPTIONS = List.of(SCHEME, F, P_IRR, Q_IRR, PERMANENT, FIRST, REMEMBERED);

    static final List<String> COLUMNS = List.of(
            "epsilon_permanent",
            "epsilon_first_report",
            "p1",
            "q1",
            "p2",
            "q2",
            "p_total",
            "q_total",
            "variance_of_count_n1_f0",
            "epsilon_all_values");

    private LongitudinalReports() {}

    static Answer answer(Arguments arguments, int options) {
        String scheme = arguments.get(SCHEME);
        return switch (scheme) {
            case RAPPOR -> rounds(rappor(arguments), arguments);
            case RESPONSE -> response(SubsetResponse.single(options, permanent(arguments)), arguments);
            default -> rounds(memoized(scheme, arguments), arguments);
        };
    }

    private static BigDecimal permanent(Arguments arguments) {
        return arguments.get(PERMANENT, Range.between(1e-9, 16));
    }

    private static TwoRounds rappor(Arguments arguments) {
        double zero = arguments.get(P_IRR);
        Range above = new Range("above p_irr and below 1", rate -> rate > zero && rate < 1);
        return TwoRounds.rappor(arguments.get(F), zero, arguments.get(Q_IRR, above));
    }

    private static TwoRounds memoized(String scheme, Arguments arguments) {
        double permanent = permanent(arguments).doubleValue();
        Range within = new Range("at least 1e-9, at most epsilon_permanent", e -> e >= 1e-9 && e <= permanent);
        double first = arguments.get(FIRST, within);
        return scheme.equals(SYMMETRIC) ? TwoRounds.symmetric(permanent, first) : TwoRounds.optimized(permanent, first);
    }

    private static Answer rounds(TwoRounds rounds, Arguments arguments) {
        TwoRounds.Round both = rounds.both();
        double q = both.zero();
        double permanent = rounds.stored().loss();
        return new Answer()
                .with("epsilon_permanent", permanent)
                .with("epsilon_first_report", both.loss())
                .with("p1", rounds.stored().one())
                .with("q1", rounds.stored().zero())
                .with("p2", rounds.sent().one())
                .with("q2", rounds.sent().zero())
                .with("p_total", both.one())
                .with("q_total", q)
                .with("variance_of_count_n1_f0", q * (1 - q) / both.gap() / both.gap())
                .with("epsilon_all_values", all(permanent, arguments));
    }

    /** What is stored is sent as it is: there is no second round. */
    private static Answer response(SubsetResponse response, Arguments arguments) {
        SupportRates rates = response.rates();
        double loss = response.epsilon();
        return new Answer()
                .with("epsilon_permanent", loss)
                .with("epsilon_first_report", loss)
                .with("p1", rates.own())
                .with("q1", rates.other())
                .with("p2", 1.0)
                .with("q2", 0.0)
                .with("p_total", rates.own())
                .with("q_total", rates.other())
                .with("variance_of_count_n1_f0", rates.variance(0, 1))
                .with("epsilon_all_values", all(loss, arguments));
    }

    private static double all(double loss, Arguments arguments) {
        return Rounding.productUp(loss, arguments.get(REMEMBERED).doubleValue());
    }
}
