package dev.weir.operators.aggregate.quantile;

import dev.weir.operators.aggregate.bin.BinBlock;
import java.math.BigDecimal;
import java.util.List;

/** A block of one bin for each value that may be released, from which several statistics of the values are read. */
interface LeafBlock extends BinBlock {

    /** Which values may be released. */
    ValueGrid values();

    /** What is asked about them, at least one. */
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
    default int coordinates() {
        return values().leaves();
    }
}
