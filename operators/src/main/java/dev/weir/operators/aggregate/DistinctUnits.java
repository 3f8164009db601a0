package dev.weir.operators.aggregate;

import dev.weir.accountant.levels.NodeNumbers;
import dev.weir.operators.aggregate.sample.NumberMeasure;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import dev.weir.operators.encoding.TaggedFields;
import java.math.BigDecimal;
import java.util.List;

/**
 * Counts privacy units: a unit moves a cell by 1 with its first record there, and its further records cost nothing.
 *
 * <p>If the privacy unit is a user and day, a user who is active on seven days counts seven times in a window of a
 * week. A unit's contribution depends on its own records alone, so a user cannot be counted only once over several
 * days.
 *
 * @param name the name of the released value
 * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
 * @param postProcessing the post-processing of a noisy count before it is released
 */
public record DistinctUnits(String name, BigDecimal weight, PostProcessing postProcessing) implements Counting {

    /** The name of a count that announces keys and that no row states. */
    public static final String HIDDEN = "units (not released)";

    private static final int DISTINCT_UNITS = 8;
    private static final Sum.Range ONCE = new Sum.Range(0, 1);

    /** @throws IllegalArgumentException if the weight is not above 0 */
    public DistinctUnits {
        Sum.requireWeight(weight);
    }

    /**
     * Creates a count without post-processing.
     *
     * @param name the name of the released value
     * @param weight the part of the query's price, relative to the other aggregates' weights; above 0
     * @throws IllegalArgumentException if the weight is not above 0
     */
    public DistinctUnits(String name, BigDecimal weight) {
        this(name, weight, PostProcessing.NONE);
    }

    @Override
    public boolean isHidden() {
        return name.equals(HIDDEN);
    }

    @Override
    public TaggedFields identity() {
        TaggedFields fields =
                new TaggedFields().put(1, DISTINCT_UNITS).put(2, name).put(3, weight);
        return postProcessing.putInto(fields, 4);
    }

    @Override
    public DistinctUnits weighing(BigDecimal other) {
        return new DistinctUnits(name, other, postProcessing);
    }

    @Override
    public DistinctUnits processed(PostProcessing other) {
        return new DistinctUnits(name, weight, other);
    }

    @Override
    public Sum.Range unitRange() {
        return ONCE;
    }

    @Override
    public boolean onlyGrows() {
        return false;
    }

    /** A unit that has records under two keys is one unit of both together. */
    @Override
    public NodeNumbers nodeNumbers() {
        return NodeNumbers.OWN;
    }

    @Override
    public long largestTotal(long records) {
        return 1;
    }

    @Override
    public List<ValueMeasure<?>> measures() {
        return List.of(new NumberMeasure(Sample::units));
    }
}
