package dev.weir.jobs.votes;

import dev.weir.accountant.compose.convert.RenyiConversion;
import dev.weir.accountant.vote.exact.StreamLoss;
import dev.weir.jobs.output.TitledValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the votes of a file cost: for any votes, and for these. All of it but what is said to be public is as secret as the votes. */
public final class VoteReport {

    /** The first line of a report, and the first field of a report in JSON. */
    static final String WARNING =
            "private: exact figures of these votes, as secret as the votes; publish none, and choose nothing by them";

    /** The orders at which losses are stated; fixed, so that no order is chosen by the votes. */
    private static final List<Double> ORDERS = List.of(
            1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 24.0, 32.0, 48.0, 64.0, 96.0, 128.0, 256.0, 512.0);

    private static final String HEAD = String.format(
            Locale.ROOT, "%8s %14s %14s %14s %12s", "order", "any votes", "these, all", "these, given", "epsilon");

    private static final int WIDTH = 14;

    private final VoteFile file;

    /**
     * Creates a report.
     *
     * @param file the votes
     */
    public VoteReport(VoteFile file) {
        this.file = file;
    }

    /** The figures, for people and as JSON. */
    public TitledValues values() {
        TitledValues values = summary();
        List<TitledValues> orders = new ArrayList<>();
        for (double order : ORDERS) {
            orders.add(at(order, values.part()));
        }
        return values.field("orders", orders);
    }

    private TitledValues summary() {
        TitledValues values = new TitledValues(0, WIDTH)
                .field("private", WARNING)
                .field("teachers", file.teachers())
                .field("labels", file.labels())
                .field("asked", file.questions().size())
                .field("answered", file.answered())
                .text(WARNING)
                .line("votes", "%d teachers, %d labels", file.teachers(), file.labels())
                .line("questions", "%d asked, %d answered", file.questions().size(), file.answered());
        addCosts(values);
        return values.text("")
                .text("Renyi loss at fixed orders, for any votes, and for these: with the answers of all questions")
                .text("asked, which bounds the divergence from these very votes if the budget paid for every")
                .text("question that closed, and with those given alone, which is no bound. Epsilon: of the former.")
                .text("")
                .text(HEAD);
    }

    private void addCosts(TitledValues values) {
        double delta = file.promise().delta();
        double charged = FigureStatement.epsilon(file.rho(), delta);
        double budget = FigureStatement.epsilon(file.promise().rho(), delta);
        values.field("delta", delta)
                .field("rho-charged", file.rho())
                .field("epsilon-of-charged", charged)
                .field("epsilon-of-budget", budget)
                .line("charged", "rho %s, whatever the votes", FigureStatement.up(file.rho()))
                .line("", "epsilon %s at delta %s, of what this draw charged", FigureStatement.up(charged), delta)
                .line("promised", "epsilon %s at delta %s: the budget", FigureStatement.up(budget), delta);
    }

    private TitledValues at(double order, TitledValues values) {
        StreamLoss loss = new StreamLoss(file.rule(), order);
        file.questions().forEach(question -> loss.add(question.votes(), question.compared(), question.isAnswered()));
        double epsilon =
                RenyiConversion.epsilon(order, loss.anyOutcome(), file.promise().delta());
        return values.field("order", order)
                .field("rdp-data-independent", loss.dataIndependent())
                .field("rdp-data-dependent-any-outcome", loss.anyOutcome())
                .field("rdp-data-dependent-realised", loss.realised())
                .field("epsilon-any-outcome", epsilon)
                .text(String.format(
                        Locale.ROOT,
                        "%8s %14s %14s %14s %12s",
                        order,
                        FigureStatement.up(loss.dataIndependent()),
                        FigureStatement.up(loss.anyOutcome()),
                        FigureStatement.up(loss.realised()),
                        FigureStatement.up(epsilon)));
    }
}
