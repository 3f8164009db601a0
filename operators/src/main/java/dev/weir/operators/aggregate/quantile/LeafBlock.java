package dev.weir.operators.aggregate.quantile;

import dev.weir.operators.aggregate.bin.BinBlock;
import dev.weir.operators.aggregate.sample.ValueMeasure;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A block with one bin for each value that may be released. Several statistics (quantiles or extremes) are computed from its counts. */
interface LeafBlock extends BinBlock {

    /** The values that may be released. */
    ValueGrid values();

    /** The statistics that are released, at least one. */
    List<OrderStatistic> statistics();

    @Override
    default String name() {
        return statistics().get(0).name();
    }

    @Override
    default List<String> names() {
        return statistics().stream().map(OrderStatistic::name).toList();
    }

    @Override
    default void encode(BigDecimal[] read, int from, long[] words, int at) {
        words[at] = values().leafOf(read[from]);
    }

    @Override
    default void encode(long value, long[] words, int at) {
        words[at] = values().leafOf(value);
    }

    @Override
    default List<BigDecimal> grids() {
        return values().grids();
    }

    @Override
    default Optional<String> refusedWithLevels() {
        return Optional.of(
                "release must not hold quantiles, medians, smallest and largest values where the key has levels:"
                        + " those of a row do not follow from those of the rows below");
    }

    @Override
    default int coordinates() {
        return values().leaves();
    }

    @Override
    default List<ValueMeasure<?>> measures() {
        return statistics().stream()
                .<ValueMeasure<?>>map(statistic -> new RankMeasure(statistic, values()))
                .toList();
    }
}
