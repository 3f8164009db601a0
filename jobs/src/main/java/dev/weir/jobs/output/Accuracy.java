package dev.weir.jobs.output;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;

/**
 * How far noise strays from one released value, in units of the value. Public: a function of configuration alone.
 *
 * @param name the value's name
 * @param sensitivity c: the most one record can add for a unit that has added nothing
 * @param scale the parameter of the law: scale b of Laplace noise, sigma of Gaussian noise
 * @param stddev the standard deviation of the law that is drawn from, above 0
 * @param error95 what the noise stays within with probability 0.95
 */
public record Accuracy(String name, BigDecimal sensitivity, double scale, double stddev, double error95) {

    /** The accuracy of aggregate number {@code index} of a query. */
    public static Accuracy of(PricedQuery priced, int index) {
        Aggregate aggregate = priced.query().aggregates().get(index);
        AdditiveNoise mechanism = priced.price().mechanism(index);
        double grid = aggregate.grid().doubleValue();
        return new Accuracy(
                aggregate.name(),
                aggregate.inValueUnits(aggregate.fullSize()),
                mechanism.scale() * grid,
                priced.stddev(index),
                mechanism.error(0.95) * grid);
    }
}
