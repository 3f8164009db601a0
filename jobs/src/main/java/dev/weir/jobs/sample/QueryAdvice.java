package dev.weir.jobs.sample;

import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/** Says which terms of one query would suit a sample. */
final class QueryAdvice {

    private static final double MOST = 0.95;
    private static final double NEARLY_ALL = 0.99;

    private final PricedQuery priced;
    private final QueryTally tally;
    private final boolean isPure;
    private final List<String> lines = new ArrayList<>();

    /**
     * @param number the query's place in the plan
     * @param isPure whether noise is in proportion to contributions, and not to their root
     */
    QueryAdvice(PricedQuery priced, int number, boolean isPure) {
        this.priced = priced;
        this.tally = new QueryTally(priced.query(), number);
        this.isPure = isPure;
    }

    QueryTally tally() {
        return tally;
    }

    /** @param hasOwners whether a unit has several records */
    List<String> lines(boolean hasOwners) {
        lines.clear();
        line("query %s", priced.query().name());
        if (tally.perAccount().isEmpty()) {
            line(
                    "  no record of the sample has a declared key: %d others have, under %d keys",
                    tally.undeclaredRecords(), tally.undeclaredKeys());
            return List.copyOf(lines);
        }
        if (hasOwners) {
            contributions();
            bounds();
        }
        keys();
        values();
        return List.copyOf(lines);
    }

    private void line(String format, Object... words) {
        lines.add(String.format(Locale.ROOT, format, words));
    }

    private void contributions() {
        Spread records = tally.perAccount();
        long now = priced.price().contributions();
        line(
                "  contributions    %d would keep %s of what bounds let through (full-size records); suits best: about %d, which would keep %s",
                now, part(kept(now)), best(), part(kept(best())));
        line(
                "                   records of a unit in its period: %s in half of all cases, up to %s in 95 %%, up to %s in 99 %%",
                number(records.quantile(0.5)), number(records.quantile(MOST)), number(records.quantile(NEARLY_ALL)));
    }

    private double kept(long contributions) {
        return tally.perAccount().sumUpTo((double) contributions)
                / tally.perAccount().sum();
    }

    /** Where what is lost and the noise of an ordinary total together are least. */
    private long best() {
        long most = (long) Math.max(1, tally.perAccount().quantile(1));
        return LongStream.rangeClosed(1, Math.min(most, 1000))
                .boxed()
                .min(Comparator.comparingDouble(this::error))
                .orElse(1L);
    }

    private double error(long contributions) {
        double now = priced.price().contributions();
        double growth = isPure ? contributions / now : Math.sqrt(contributions / now);
        double size = Math.max(1e-9, tally.totals(first()).quantile(0.5));
        return 1 - kept(contributions) + growth * accuracy(first()).stddev() / size;
    }

    /** The first count or sum: the largest error of a query is much like that of its other values. */
    private int first() {
        List<Aggregate> aggregates = priced.query().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i) instanceof Count || aggregates.get(i) instanceof Sum) {
                return i;
            }
        }
        return 0;
    }

    private Accuracy accuracy(int aggregate) {
        return priced.accuracies().get(Math.min(aggregate, priced.accuracies().size() - 1));
    }

    private void bounds() {
        line(
                "  bounds           keys of a unit in one window: up to %s in 95 %%, up to %s in 99 %%; records in one window of one key: up to %s, up to %s",
                number(tally.keysPerWindowUsed().quantile(MOST)),
                number(tally.keysPerWindowUsed().quantile(NEARLY_ALL)),
                number(tally.recordsPerCellUsed().quantile(MOST)),
                number(tally.recordsPerCellUsed().quantile(NEARLY_ALL)));
    }

    private void keys() {
        int declared = priced.query().keys().known().size();
        line(
                "  keys             %d declared, %d of them in the sample; %d records have %d keys that are not declared",
                declared, tally.keysWithRecords(), tally.undeclaredRecords(), tally.undeclaredKeys());
        double noise = accuracy(first()).stddev();
        line(
                "                   %d keys stand out of the noise of %s in an ordinary window (2x), %d do not",
                tally.keysAbove(first(), 2 * noise),
                accuracy(first()).name(),
                declared - tally.keysAbove(first(), 2 * noise));
        if (2 * tally.keysAbove(first(), 2 * noise) < declared) {
            line(
                    "                   most are lost in noise: with windows four times as long about %d would stand out; or join small keys, or release fewer values",
                    tally.keysAbove(first(), noise / 2));
        }
    }

    private void values() {
        List<Aggregate> aggregates = priced.query().aggregates();
        for (int i = 0; i < aggregates.size(); i++) {
            if (aggregates.get(i) instanceof Count || aggregates.get(i) instanceof Sum) {
                noise(i);
            }
            if (aggregates.get(i) instanceof Sum) {
                clamp(i);
            }
        }
    }

    private void noise(int aggregate) {
        double size = tally.totals(aggregate).quantile(0.5);
        double noise = accuracy(aggregate).stddev();
        line(
                "  %-16s noise is %s of an ordinary total before accounts are asked",
                accuracy(aggregate).name(), size == 0 ? "all" : number(noise / size) + "x");
    }

    private void clamp(int aggregate) {
        Spread values = tally.values(aggregate);
        String low = values.quantile(0.01) < 0 ? "-" + number(Spread.roundUp(-values.quantile(0.01))) : "0";
        line(
                "                   a clamp of [%s, %s] holds 90 %% of the values, [%s, %s] holds 95 %%, [%s, %s] holds 99 %%",
                low,
                number(Spread.roundUp(values.quantile(0.9))),
                low,
                number(Spread.roundUp(values.quantile(MOST))),
                low,
                number(Spread.roundUp(values.quantile(NEARLY_ALL))));
        Sum.Range clamp = ((Sum) priced.query().aggregates().get(aggregate)).clamp();
        if (clamp != null && clamp.low() == 0 && values.quantile(0) >= 0 && values.sum() > 0) {
            bestClamp(aggregate, accuracy(aggregate).sensitivity().doubleValue());
        }
    }

    /**
     * Says which upper end of a clamp from 0 up suits best: where what is cut off and the noise of an ordinary total together are least. Noise is in
     * proportion to the clamp.
     */
    private void bestClamp(int aggregate, double now) {
        Spread values = tally.values(aggregate);
        double size = Math.max(1e-9, tally.totals(aggregate).quantile(0.5));
        double noise = accuracy(aggregate).stddev() / size / now;
        double best = DoubleStream.iterate(0.5, part -> part <= 1, part -> part + 0.01)
                .map(part -> Spread.roundUp(values.quantile(part)))
                .filter(high -> high > 0)
                .boxed()
                .min(Comparator.comparingDouble(high -> 1 - values.sumUpTo(high) / values.sum() + high * noise))
                .orElse(now);
        line(
                "                   suits best: about [0, %s], which would keep %s of the sum; the noise would be %sx of what it is",
                number(best), part(values.sumUpTo(best) / values.sum()), number(best / now));
    }

    private static String part(double kept) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * kept);
    }

    private static String number(double value) {
        return new BigDecimal(value)
                .round(new MathContext(2))
                .stripTrailingZeros()
                .toPlainString();
    }
}
