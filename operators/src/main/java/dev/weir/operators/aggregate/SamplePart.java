package dev.weir.operators.aggregate;

import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.util.List;

/** The part of an aggregate that says how far its released values are from the true values of a sample. */
public interface SamplePart {

    /** The measures of the released values, one for each name, in the order of {@link Aggregate#names}. */
    List<ValueMeasure<?>> measures();
}
