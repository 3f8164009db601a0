package dev.weir.operators.query;

import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** Turns the measured numbers of one query's cells into released values: post-processing, for one thread or many. */
public final class Estimator implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Aggregate> aggregates;
    private final BlockLayout layout;
    private final double[] stddevs;

    Estimator(PricedQuery priced) {
        aggregates = priced.query().aggregates();
        layout = new BlockLayout(aggregates);
        stddevs = priced.mechanisms().stream()
                .mapToDouble(mechanism -> mechanism.stddev())
                .toArray();
    }

    /** What noisy numbers say. */
    public List<Estimate> noisy(long[] measured) {
        return estimate(measured, 1);
    }

    /** What exact numbers say, which have no error: for teaching and checking. */
    public List<Estimate> exact(long[] measured) {
        return estimate(measured, 0);
    }

    private List<Estimate> estimate(long[] measured, int factor) {
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < stddevs.length; i++) {
            estimates.addAll(aggregates.get(i).estimate(measured, layout.measuredAt(i), factor * stddevs[i]));
        }
        return estimates;
    }
}
