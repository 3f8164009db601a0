package dev.weir.operators.aggregate.top;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Accuracy;
import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.expect.Expectation;
import dev.weir.operators.aggregate.histogram.Histogram;
import dev.weir.operators.aggregate.solved.SolvedBlock;
import dev.weir.operators.aggregate.solved.SolvedRow;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Counts of records by their text, one count for each declared text. A record with any other text is not counted and costs nothing.
 *
 * <p><b>Guarantee.</b> Neighbours: all records of one unit are replaced by empty slots. Sensitivity: a record adds 1 to at most one count,
 * so its l1 size and its squared l2 size are at most 1. Mechanism and charge: every count has noise of the same scale, and a record is
 * charged the growth of the size of its unit's sum of vectors: {@link dev.weir.accountant.mechanism.BlockGrowth}. Source: derived here.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param candidates the declared texts, without a limit on the records of a unit
 */
public record TextHistogram(String name, BigDecimal weight, Candidates candidates)
        implements CandidateBlock, SolvedBlock {

    private static final int TEXT_HISTOGRAM = 17;

    /** @throws IllegalArgumentException if the weight is not above 0, or votes are limited */
    public TextHistogram {
        Block.requirePositive(weight);
        if (candidates.isLimited()) {
            throw new IllegalArgumentException("records of a unit that a histogram counts must not be limited by text");
        }
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, TEXT_HISTOGRAM).put(2, name).put(3, weight);
        return candidates.putInto(fields, 4, 5);
    }

    @Override
    public TextHistogram weighing(BigDecimal other) {
        return new TextHistogram(name, other, candidates);
    }

    @Override
    public List<Estimate> estimate(long[] measured, double[] stddevs, int at, @Nullable AdditiveNoise noise) {
        return List.of(estimate(counts(measured, at), stddevs[at]));
    }

    @Override
    public Optional<String> refusedWithLevels() {
        return Optional.empty();
    }

    /** Every count adds up over levels by itself. */
    @Override
    public Estimate estimate(SolvedRow row) {
        return estimate(row.values(BigDecimal.ONE), row.stddev());
    }

    private Estimate estimate(List<BigDecimal> counts, double stddev) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("values", candidates.texts());
        fields.put("counts", counts);
        fields.put("stddev", Estimate.printed(stddev));
        return new Estimate(name, fields);
    }

    /** The accuracy of one count, then the error that at least one count exceeds with probability 0.05. */
    @Override
    public List<Accuracy> accuracy(AdditiveNoise noise) {
        Map<String, Object> all = Map.of("error95-all-bins", Histogram.errorOfAll(noise, coordinates()));
        return accuracy(noise, BigDecimal.ONE, BigDecimal.ONE, all);
    }

    @Override
    public List<Expectation> expectations() {
        return List.of(Expectation.ofNumber(name, "of one text", AdditiveNoise::stddev));
    }
}
