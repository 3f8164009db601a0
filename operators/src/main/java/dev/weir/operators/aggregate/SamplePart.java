package dev.weir.operators.aggregate;

import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.util.List;

/** The part of an aggregate that says how far its released values are from what is true of a sample. */
public interface SamplePart {

    /** The measures of the released values, one for each of {@link Aggregate#names}, in their order. */
    List<ValueMeasure<?>> measures();
}
