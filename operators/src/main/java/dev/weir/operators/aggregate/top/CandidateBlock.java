package dev.weir.operators.aggregate.top;

import dev.weir.operators.aggregate.bin.BinBlock;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * A block with one bin for each candidate. The number that is read from a record is the number of a candidate, or
 * negative if the record's text is not a candidate.
 */
interface CandidateBlock extends BinBlock {

    /** The candidates that may be voted for. */
    Candidates candidates();

    @Override
    default boolean isClamped() {
        return false;
    }

    @Override
    default void encode(BigDecimal[] values, int from, long[] words, int at) {
        words[at] = candidates().known(values[from].longValueExact());
    }

    @Override
    default void encode(long value, long[] words, int at) {
        words[at] = candidates().known(value);
    }

    @Override
    default Optional<String> refusedWithLevels() {
        return Optional.of("release must hold neither top nor choose where the key has levels:"
                + " what is most frequent in a row does not follow from the rows below");
    }

    @Override
    default int coordinates() {
        return candidates().count();
    }
}
