package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.PreparedMechanism;
import dev.weir.accountant.mechanism.Selection;
import dev.weir.accountant.noise.Randomness;
import dev.weir.accountant.privacy.Ratio;
import dev.weir.accountant.selection.Draw;
import dev.weir.accountant.selection.Exponents;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.selection.SelectionBlock;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Up to three quantiles of a field; a median, a largest and a smallest value also count as quantiles. Each is selected
 * by a separate draw with an equal part of the price. In a cell with fewer than some 1000 records, a selected median is
 * more accurate than one that is computed from a tree. It is released without an interval and without a count.
 *
 * <p><b>Guarantee.</b> The guarantee is that of {@link SelectionBlock}, with the scores and spans of {@link RankScore}.
 * Source: derived in {@link SelectionBlock} and {@link RankScore}.
 *
 * <p><b>Error.</b> With probability 0.95, the rank of the released leaf is within {@link Selection#scoreError95} of the
 * requested rank, not counting the records of the leaf itself. An extreme ignores that number of records, rounded up,
 * so that it stays within the existing values. In a cell without records every leaf is equally likely.
 *
 * <p>State: 8 bytes for each leaf, key and open window. For each quantile at most as many coins are drawn as there are
 * leaves.
 *
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param values the values that may be released: the candidates
 * @param statistics the statistics that are released, with one to three quantiles in all
 */
public record SelectedQuantiles(BigDecimal weight, ValueGrid values, List<OrderStatistic> statistics)
        implements SelectionBlock, LeafBlock {

    private static final int SELECTED_QUANTILES = 10;
    private static final int MOST = 3;

    /** The measured number for a quantile of a cell without records. */
    private static final int NONE = -1;

    /** @throws IllegalArgumentException if the weight is not above 0, or the number of quantiles is not 1 to 3 */
    public SelectedQuantiles {
        Block.requirePositive(weight);
        statistics = List.copyOf(statistics);
        int asked = scores(statistics).size();
        if (asked < 1 || asked > MOST) {
            throw new IllegalArgumentException(
                    "method must be tree for more than 3 quantiles of an entry, were " + asked);
        }
    }

    private static List<RankScore> scores(List<OrderStatistic> statistics) {
        return statistics.stream()
                .flatMap(statistic -> statistic.at().isEmpty()
                        ? Stream.of(new RankScore(
                                statistic,
                                statistic.kind() == OrderStatistic.Kind.MAX ? BigDecimal.ONE : BigDecimal.ZERO))
                        : statistic.at().stream().map(q -> new RankScore(statistic, q)))
                .toList();
    }

    private List<RankScore> scores() {
        return scores(statistics);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, SELECTED_QUANTILES).put(2, weight).put(3, values.identity());
        statistics.forEach(statistic -> fields.put(4, statistic.identity()));
        return fields;
    }

    @Override
    public SelectedQuantiles weighing(BigDecimal other) {
        return new SelectedQuantiles(other, values, statistics);
    }

    /** How many numbers are released: one leaf for each quantile. */
    @Override
    public int measured() {
        return scores().size();
    }

    @Override
    public Selection selection(AdditiveNoise noise) {
        return Selection.of(noise, Ratio.ONE);
    }

    /** Returns the selection of one quantile, with its part of the price. */
    private Selection selection(AdditiveNoise noise, RankScore score) {
        return Selection.of(noise, score.span()).withPart(Ratio.of(1, measured()));
    }

    private double error95(AdditiveNoise noise, RankScore score) {
        return selection(noise, score).scoreError95(values.leaves());
    }

    private static long ignored(double error) {
        return (long) Math.ceil(error);
    }

    @Override
    public PreparedMechanism prepare(AdditiveNoise noise) {
        List<Prepared> prepared = scores().stream()
                .map(score -> new Prepared(score, selection(noise, score), ignored(error95(noise, score))))
                .toList();
        int leaves = values.leaves();
        return (totals, at, released, to, randomness) -> {
            for (int i = 0; i < prepared.size(); i++) {
                released[to + i] = prepared.get(i).draw(prepared.get(i).scores(totals, at, leaves), randomness);
            }
        };
    }

    /** The prepared draw of one quantile. The temperature is for scores in parts of a record. */
    private record Prepared(RankScore score, Draw draw, Ratio temperature, long ignored) {

        Prepared(RankScore score, Selection selection, long ignored) {
            this(score, selection.draw(), selection.temperature().dividedBy(Ratio.of(score.parts(), 1)), ignored);
        }

        long[] scores(long[] totals, int at, int leaves) {
            return score.of(totals, at, leaves, ignored);
        }

        int draw(long[] scores, Randomness randomness) {
            return draw.from(Exponents.of(scores, temperature), randomness);
        }
    }

    /**
     * Measures for each quantile the first of the leaves with the best score: the exact quantile, or the largest or
     * smallest value with records. In a cell without records this is {@link #NONE}.
     */
    @Override
    public void measure(long[] totals, int at, long[] measured, int to) {
        boolean isEmpty = true;
        for (int i = 0; i < values.leaves(); i++) {
            isEmpty &= totals[at + i] == 0;
        }
        List<RankScore> scores = scores();
        for (int i = 0; i < scores.size(); i++) {
            measured[to + i] = isEmpty ? NONE : best(scores.get(i).of(totals, at, values.leaves(), 0));
        }
    }

    private static int best(long[] scores) {
        int best = 0;
        for (int i = 1; i < scores.length; i++) {
            best = scores[i] > scores[best] ? i : best;
        }
        return best;
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        List<RankScore> scores = scores();
        List<Estimate> estimates = new ArrayList<>();
        int next = at;
        for (OrderStatistic statistic : statistics) {
            List<Selected> selected = new ArrayList<>();
            for (RankScore score : scores.stream()
                    .filter(each -> each.statistic().equals(statistic))
                    .toList()) {
                selected.add(
                        new Selected(score.q(), value(measured[next++]), noise == null ? 0 : error95(noise, score)));
            }
            estimates.add(new Estimate(statistic.name(), fields(statistic, selected)));
        }
        return estimates;
    }

    /** A quantile, its value, and the error of its rank, in records, that is exceeded with probability 0.05. */
    private record Selected(BigDecimal q, @Nullable BigDecimal value, double error) {}

    private @Nullable BigDecimal value(long leaf) {
        return leaf == NONE ? null : values.value((int) Math.max(0, Math.min(values.leaves() - 1, leaf)));
    }

    private static Map<String, @Nullable Object> fields(OrderStatistic statistic, List<Selected> selected) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        if (statistic.kind() != OrderStatistic.Kind.QUANTILES) {
            Selected one = selected.get(0);
            fields.put("value", one.value());
            fields.put(
                    statistic.at().isEmpty() ? "ignores" : "rank_error95",
                    statistic.at().isEmpty() ? (double) ignored(one.error()) : Estimate.printed(one.error()));
            return fields;
        }
        List<Object> quantiles = new ArrayList<>();
        Map<String, @Nullable Object> errors = new LinkedHashMap<>();
        for (Selected each : selected) {
            Map<String, @Nullable Object> quantile = new LinkedHashMap<>();
            quantile.put("q", each.q());
            quantile.put("value", each.value());
            quantiles.add(quantile);
            errors.put(each.q().toPlainString(), Estimate.printed(each.error()));
        }
        fields.put("quantiles", quantiles);
        fields.put("rank_error95", errors);
        return fields;
    }

    /**
     * The accuracy of the scores, in records; for a statistic with several quantiles, the accuracy of the worst one.
     */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        return statistics.stream().map(statistic -> accuracy(statistic, noise)).toList();
    }

    private Accuracy accuracy(OrderStatistic statistic, AdditiveNoise noise) {
        List<RankScore> own = scores().stream()
                .filter(each -> each.statistic().equals(statistic))
                .toList();
        Map<String, Object> errors = new LinkedHashMap<>();
        own.forEach(score -> errors.put(score.q().toPlainString(), error95(noise, score)));
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("leaves", values.leaves());
        double widest =
                own.stream().mapToDouble(score -> error95(noise, score)).max().orElseThrow();
        if (statistic.at().isEmpty()) {
            derived.put("ignores", ignored(widest));
        } else {
            derived.put("rank_error95", errors);
        }
        RankScore coldest =
                own.stream().max((a, b) -> a.span().compareTo(b.span())).orElseThrow();
        return accuracy(statistic.name(), selection(noise, coldest), widest, derived);
    }

    @Override
    public List<Expectation> expectations() {
        return statistics.stream()
                .map(statistic -> statistic.expectation(
                        values,
                        (q, noise) -> error95(noise, new RankScore(statistic, q)),
                        noise -> ignored(
                                error95(noise, scores(List.of(statistic)).get(0)))))
                .toList();
    }
}
