package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.sample.ReleasedCell;
import dev.weir.operators.aggregate.sample.Sample;
import dev.weir.operators.aggregate.sample.SampledError;
import dev.weir.operators.aggregate.sample.ValueMeasure;

/**
 * Counts the records that bounds and accounts keep from a learner. The noise is compared in records, too: with the most by which one record
 * moves what is released.
 *
 * @param recordSteps the most by which one record moves what the noise is added to, in its grid steps
 * @param spread the length of the noise of all coefficients, in deviations of the noise of the price
 */
record LearnMeasure(long recordSteps, double spread) implements ValueMeasure<Integer> {

    @Override
    public Integer truth(Sample records) {
        return records.records().size();
    }

    /** The first total of a cell is the number of its records, because each record adds 1. */
    @Override
    public SampledError error(Integer truth, ReleasedCell cell) {
        return new SampledError(truth - cell.totals()[0], spread * cell.noise().stddev() / recordSteps, truth);
    }
}
