package dev.weir.operators.aggregate;

import dev.weir.operators.aggregate.sample.NumberMeasure;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.List;

/**
 * Counts records.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param postProcessing the post-processing of a noisy count before it is released
 */
public record Count(String name, BigDecimal weight, PostProcessing postProcessing) implements Counting {

    private static final int COUNT = 1;

    /** @throws IllegalArgumentException if the weight is not above 0 */
    public Count {
        Sum.requireWeight(weight);
    }

    /**
     * Creates a count without post-processing.
     *
     * @param name the name of the released value
     * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
     * @throws IllegalArgumentException if the weight is not above 0
     */
    public Count(String name, BigDecimal weight) {
        this(name, weight, PostProcessing.NONE);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields = new TaggedFields().put(1, COUNT).put(2, name).put(3, weight);
        return postProcessing.putInto(fields, 4);
    }

    @Override
    public Count weighing(BigDecimal other) {
        return new Count(name, other, postProcessing);
    }

    @Override
    public Count processed(PostProcessing other) {
        return new Count(name, weight, other);
    }

    @Override
    public Sum.Range unitRange() {
        return Sum.Range.ALL;
    }

    @Override
    public boolean onlyGrows() {
        return true;
    }

    @Override
    public long largestTotal(long records) {
        return records;
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(Sample::size));
    }
}
