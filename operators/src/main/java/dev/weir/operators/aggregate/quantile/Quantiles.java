package dev.weir.operators.aggregate.quantile;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.accountant.mechanism.Norm;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.move.BinMove;
import dev.weir.operators.aggregate.move.BlockMove;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Quantiles, medians, largest and smallest values of a field. Any number of them are computed from one tree of noisy
 * counts.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. The totals of a cell are the
 * counts of the leaves. The measured numbers are the counts of all nodes of the {@link CountTree} to which these leaves
 * belong. Sensitivity: a record adds 1 to one node of each of h levels, so its l1 size and its squared l2 size are h.
 * Mechanism and charge: every node has noise of the same scale, and a record is charged the growth of the size of what
 * its unit has added to the nodes: {@link dev.weir.accountant.mechanism.BlockGrowth}. Everything that is computed from
 * the noisy nodes is post-processing. Source: Hay, Rastogi, Miklau and Suciu (2010).
 *
 * <p><b>Error.</b> With probability 0.95 the error of a rank is at most {@link CountTree#rankError95}, whatever the
 * data. An extreme ignores as many records as this error is for q = 0.
 *
 * <p>State: 8 bytes for each leaf, key and open window. One random number is drawn for each node of the tree.
 *
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param values the values that may be released: the leaves
 * @param statistics the statistics that are released, at least one
 * @param noise the tree and its errors, prepared for the query's noise; null until the query is priced
 */
public record Quantiles(
        BigDecimal weight,
        ValueGrid values,
        List<OrderStatistic> statistics,
        @Nullable TreeNoise noise) implements LeafBlock {

    private static final int QUANTILES = 9;

    /** @throws IllegalArgumentException if the weight is not above 0, or nothing is released */
    public Quantiles {
        Block.requirePositive(weight);
        statistics = List.copyOf(statistics);
        if (statistics.isEmpty()) {
            throw new IllegalArgumentException("a tree must be asked for something");
        }
    }

    /**
     * Returns the quantiles of a query that is not priced yet.
     *
     * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
     * @param values the values that may be released: the leaves
     * @param statistics the order statistics that are released, at least one
     * @throws IllegalArgumentException if the weight is not above 0, or nothing is released
     */
    public static Quantiles of(BigDecimal weight, ValueGrid values, List<OrderStatistic> statistics) {
        return new Quantiles(weight, values, statistics, null);
    }

    @Override
    public Quantiles preparedFor(Norm norm) {
        return new Quantiles(weight, values, statistics, TreeNoise.of(norm, values.leaves(), statistics));
    }

    private TreeNoise prepared() {
        return Objects.requireNonNull(noise, "a tree must be prepared for its noise");
    }

    /**
     * The encoding for a fingerprint. It contains the shape of the tree once the tree is prepared, because the shape
     * depends on the noise.
     */
    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, QUANTILES).put(2, weight).put(3, values.identity());
        statistics.forEach(statistic -> fields.put(4, statistic.identity()));
        return noise == null
                ? fields
                : fields.put(5, noise.tree().branching()).put(6, noise.tree().levels());
    }

    @Override
    public Quantiles weighing(BigDecimal other) {
        return new Quantiles(other, values, statistics, noise);
    }

    @Override
    public BigInteger fullSize(Norm norm) {
        CountTree tree = noise == null ? CountTree.of(norm, values.leaves()) : noise.tree();
        return BigInteger.valueOf(tree.levels());
    }

    @Override
    public BlockMove move(Norm norm) {
        return new BinMove(prepared().tree().levels());
    }

    @Override
    public int measured() {
        return prepared().tree().nodes();
    }

    /**
     * Measures all nodes. Every node is the sum of the leaves below it; the leaves beyond the last value stay empty.
     */
    @Override
    public void measure(long[] totals, int at, long[] measured, int to) {
        CountTree tree = prepared().tree();
        int node = to + tree.nodes() - tree.leaves();
        System.arraycopy(totals, at, measured, node, coordinates());
        Arrays.fill(measured, node + coordinates(), node + tree.leaves(), 0);
        int child = node + tree.leaves() - 1;
        for (int parent = node - 1; parent >= to; parent--) {
            long sum = 0;
            for (int i = 0; i < tree.branching(); i++) {
                sum = Math.addExact(sum, measured[child--]);
            }
            measured[parent] = sum;
        }
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise drawn) {
        TreeNoise tree = prepared();
        LeafCounts counts = LeafCounts.of(tree.tree(), measured, at);
        List<Estimate> estimates = new ArrayList<>();
        for (OrderStatistic statistic : statistics) {
            estimates.add(new Estimate(statistic.name(), fields(statistic, counts, tree, stddevs[at])));
        }
        return estimates;
    }

    private Map<String, @Nullable Object> fields(
            OrderStatistic statistic, LeafCounts counts, TreeNoise tree, double stddev) {
        return switch (statistic.kind()) {
            case QUANTILES -> quantiles(statistic, counts, tree, stddev);
            case MEDIAN -> median(statistic, counts, tree, stddev);
            case MAX, MIN -> extreme(statistic, counts, tree.ignored() * stddev);
        };
    }

    private Map<String, @Nullable Object> quantiles(
            OrderStatistic statistic, LeafCounts counts, TreeNoise tree, double stddev) {
        List<Object> quantiles = new ArrayList<>();
        Map<String, @Nullable Object> errors = new LinkedHashMap<>();
        for (BigDecimal q : statistic.at()) {
            double error = tree.rank(q) * stddev;
            Map<String, @Nullable Object> quantile = new LinkedHashMap<>();
            quantile.put("q", q);
            quantile.put("value", valueAt(counts, q, 0));
            quantile.put("interval", interval(counts, q, error));
            quantiles.add(quantile);
            errors.put(q.toPlainString(), Estimate.printed(error));
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("quantiles", quantiles);
        fields.put("count", count(counts, tree, stddev));
        fields.put("rank_error95", errors);
        return fields;
    }

    private Map<String, @Nullable Object> median(
            OrderStatistic statistic, LeafCounts counts, TreeNoise tree, double stddev) {
        BigDecimal half = statistic.at().get(0);
        double error = tree.rank(half) * stddev;
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("value", valueAt(counts, half, 0));
        fields.put("interval", interval(counts, half, error));
        fields.put("count", count(counts, tree, stddev));
        fields.put("rank_error95", Estimate.printed(error));
        return fields;
    }

    private static Map<String, @Nullable Object> count(LeafCounts counts, TreeNoise tree, double stddev) {
        return Estimate.number(Estimate.decimal(counts.total()), Estimate.printed(tree.count() * stddev));
    }

    private @Nullable BigDecimal valueAt(LeafCounts counts, BigDecimal q, double more) {
        return counts.isKnown() ? value(counts.leafOf(q.doubleValue() * counts.total() + more)) : null;
    }

    private BigDecimal value(int leaf) {
        return values.value(Math.min(leaf, values.leaves() - 1));
    }

    private @Nullable List<@Nullable BigDecimal> interval(LeafCounts counts, BigDecimal q, double error) {
        return counts.isKnown() ? Arrays.asList(valueAt(counts, q, -error), valueAt(counts, q, error)) : null;
    }

    /**
     * Returns the fields of an extreme: the outermost value such that more records are at or beyond it than noise alone
     * can produce.
     */
    private Map<String, @Nullable Object> extreme(OrderStatistic statistic, LeafCounts counts, double ignored) {
        BigDecimal value = null;
        if (counts.isKnown()) {
            value = value(
                    statistic.kind() == OrderStatistic.Kind.MAX
                            ? counts.lastBelow(ignored)
                            : counts.firstAbove(ignored));
        }
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("value", value);
        fields.put("ignores", Estimate.printed(ignored));
        return fields;
    }

    /**
     * The accuracy of each node, in records. Only {@code error95} is about the released value: it is the largest error
     * of a rank, or the number of records that an extreme ignores.
     */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise drawn) {
        return statistics.stream().map(statistic -> accuracy(statistic, drawn)).toList();
    }

    private Accuracy accuracy(OrderStatistic statistic, AdditiveNoise drawn) {
        TreeNoise tree = prepared();
        Map<String, Object> derived = new LinkedHashMap<>();
        derived.put("leaves", values.leaves());
        derived.put("count", Map.of("stddev", tree.count() * drawn.stddev()));
        double error = tree.ignored() * drawn.stddev();
        if (statistic.at().isEmpty()) {
            derived.put("ignores", error);
        } else {
            Map<String, Object> ranks = ranks(statistic, tree, drawn);
            derived.put("rank_error95", ranks);
            error = ranks.values().stream()
                    .mapToDouble(Double.class::cast)
                    .max()
                    .orElse(error);
        }
        BigDecimal levels = BigDecimal.valueOf(tree.tree().levels());
        BigDecimal size = drawn.norm() == Norm.L1 ? levels : levels.sqrt(MathContext.DECIMAL64);
        Accuracy node = accuracy(drawn, BigDecimal.ONE, size, derived).get(0);
        return new Accuracy(statistic.name(), node.sensitivity(), node.scale(), node.stddev(), error, node.more());
    }

    private static Map<String, Object> ranks(OrderStatistic statistic, TreeNoise tree, AdditiveNoise drawn) {
        Map<String, Object> ranks = new LinkedHashMap<>();
        statistic.at().forEach(q -> ranks.put(q.toPlainString(), tree.rank(q) * drawn.stddev()));
        return ranks;
    }

    @Override
    public List<Expectation> expectations() {
        TreeNoise tree = prepared();
        return statistics.stream()
                .map(statistic -> statistic.expectation(
                        values, (q, drawn) -> tree.rank(q) * drawn.stddev(), drawn -> tree.ignored() * drawn.stddev()))
                .toList();
    }
}
