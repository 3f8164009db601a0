package dev.weir.jobs.explain;

import dev.weir.accountant.continual.plan.NaiveErrors;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.PricedQuery.StepErrors;
import dev.weir.operators.time.Schedule;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What a card for people says of a running total or a sliding window beside what it says of any query. */
final class SeriesText {

    private static final MathContext SHORT = new MathContext(4);

    private final PricedQuery priced;
    private final StepErrors errors;
    private final SeriesAccuracies accuracies;
    private final List<String> lines = new ArrayList<>();

    private SeriesText(PricedQuery priced, StepErrors errors, Schedule schedule) {
        this.priced = priced;
        this.errors = errors;
        this.accuracies = SeriesAccuracies.stated(priced, errors, schedule);
    }

    /**
     * The lines behind the table of values.
     *
     * @param errors of the query
     * @param schedule which windows are released, as far as it is known
     */
    static List<String> lines(PricedQuery priced, StepErrors errors, Schedule schedule) {
        SeriesText text = new SeriesText(priced, errors, schedule);
        text.write();
        return text.lines;
    }

    private void write() {
        line("  errors        of %s; each row has the stddev of its own", errors.planned());
        List<String> names = accuracies.names();
        for (int value = 0; value < names.size(); value++) {
            write(value);
        }
        line("  other ways    noise drawn for each step and added up, each total noised anew, a binary tree");
        line("  %-16s %14s %14s %14s %14s", "stddev", "this", "added up", "anew", "binary tree");
        for (int value = 0; value < names.size(); value++) {
            others(value);
        }
    }

    private void write(int value) {
        String name = accuracies.names().get(value);
        line(
                "  band          %s%s: within %s at step %d; with 95 %%, all of steps 1 to %d of one key are within theirs at once",
                name,
                accuracies.isNumber(value) ? "" : ", each number of it by itself",
                number(accuracies.releasedHalfWidth(value, accuracies.steps())),
                accuracies.steps(),
                accuracies.steps());
        String processing = CardWording.postProcessing(accuracies.postProcessing(value));
        if (!processing.isEmpty()) {
            line("  released      %s: %s; stddev is that before", name, processing);
        }
    }

    /** Our error, and those of noise on each step that is added up, of each total noised anew, and of a binary tree. */
    private void others(int value) {
        NaiveErrors others = accuracies.others(value);
        line(
                "  %-16s %14s %14s %14s %14s",
                accuracies.names().get(value),
                number(priced.accuracies().get(value).stddev()),
                number(others.increments()),
                number(others.recomputed()),
                number(others.binaryTree()));
    }

    private static String number(double value) {
        return new BigDecimal(value).round(SHORT).stripTrailingZeros().toPlainString();
    }

    private void line(String format, Object... values) {
        lines.add(String.format(Locale.ROOT, format, values));
    }
}
