package dev.weir.jobs.released;

import dev.weir.accountant.mechanism.AdditiveNoise;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.aggregate.Estimate;
import dev.weir.operators.aggregate.solved.SolvedNumbers;
import dev.weir.operators.query.BlockLayout;
import dev.weir.operators.query.PricedQuery;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a query's values. Which fields a value has is a function of the configuration: each aggregate is asked for the estimate
 * that it makes of made-up numbers, and the fields of that estimate become columns.
 */
final class ValueColumns {

    /** A made-up number that is large enough for every estimate to exist. */
    private static final long LARGE = 1_000_000;

    /** The digits of the largest number of steps, 2^62 and noise. */
    private static final int DIGITS_OF_STEPS = 20;
    /** Rows of levels are estimates, in millionths of a step. */
    private static final int DIGITS_OF_LEVELS = 6;

    private final PricedQuery priced;
    private final FieldColumns columns = new FieldColumns();

    private ValueColumns(PricedQuery priced) {
        this.priced = priced;
    }

    /**
     * Returns the columns of a query's values, in the order of the query. Two may have the same name.
     *
     * @param priced the query
     */
    static List<FlatColumn> of(PricedQuery priced) {
        ValueColumns all = new ValueColumns(priced);
        for (int i = 0; i < priced.query().aggregates().size(); i++) {
            if (!priced.query().aggregates().get(i).isHidden()) {
                all.add(i);
            }
        }
        return all.columns.all();
    }

    private void add(int index) {
        Aggregate aggregate = priced.query().aggregates().get(index);
        if (priced.levelNoise().isPresent() && aggregate.isNumber()) {
            columns.add(level(aggregate), exact(aggregate, DIGITS_OF_LEVELS));
        } else if (priced.levelNoise().isPresent()) {
            columns.add(blocks().get(index), FlatType.DOUBLE);
        } else {
            FlatType type = aggregate.isNumber() ? exact(aggregate, 0) : FlatType.DOUBLE;
            estimates(aggregate, index).forEach(estimate -> columns.add(estimate, type));
        }
    }

    /** The fields of an estimate that is made of rows of several levels. */
    private static Estimate level(Aggregate aggregate) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>(Estimate.number(BigDecimal.ONE, 1.0));
        if (aggregate.postProcessing().isRaw()) {
            fields.put("raw", BigDecimal.ONE);
        }
        return new Estimate(aggregate.names().get(0), fields);
    }

    /** Estimates that are made of rows of several levels, one for each aggregate. */
    private List<Estimate> blocks() {
        long[] numbers = new long[priced.releasedNumbers()];
        Arrays.fill(numbers, LARGE);
        return SolvedNumbers.estimates(
                priced.query().aggregates(), numbers, priced.price().norm());
    }

    private List<Estimate> estimates(Aggregate aggregate, int index) {
        try {
            return estimates(aggregate, index, LARGE);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            // the numbers of a selection are those of its candidates, of which there is at least one
            return estimates(aggregate, index, 0);
        }
    }

    private List<Estimate> estimates(Aggregate aggregate, int index, long number) {
        BlockLayout layout = priced.query().layout();
        long[] measured = new long[layout.measured()];
        Arrays.fill(measured, number);
        List<AdditiveNoise> laws = priced.laws(1);
        AdditiveNoise law = laws.isEmpty() ? null : laws.get(index);
        return new ArrayList<>(aggregate.estimate(measured, priced.stddevs(1), layout.measuredAt(index), law));
    }

    /**
     * The type that holds every digit of a number: whole for counts, decimal with the digits of the grid for sums.
     *
     * @param further how many digits a value may have behind those of the grid
     */
    private static FlatType exact(Aggregate aggregate, int further) {
        if (aggregate.grids().isEmpty() && further == 0) {
            return FlatType.LONG;
        }
        BigDecimal grid = aggregate.grids().isEmpty()
                ? BigDecimal.ONE
                : aggregate.grids().get(0).stripTrailingZeros();
        int scale = Math.max(0, grid.scale()) + further;
        int whole = Math.max(0, grid.precision() - grid.scale());
        return scale + whole + DIGITS_OF_STEPS > FlatType.DIGITS ? FlatType.DOUBLE : FlatType.decimal(scale);
    }
}
