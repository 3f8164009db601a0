package dev.weir.operators.aggregate.solved;

import dev.weir.operators.aggregate.Block;
import dev.weir.operators.aggregate.Estimate;
import java.util.Optional;

/**
 * A block that rows of levels can have: each of its numbers is estimated from all levels by itself, and released values follow from the estimates as
 * they do from noisy numbers. All its numbers have noise of one scale.
 */
public interface SolvedBlock extends Block {

    @Override
    default Optional<String> refusedWithLevels() {
        return Optional.empty();
    }

    /**
     * The released value of a row.
     *
     * @param row the estimates of the measured numbers at the row's node
     */
    Estimate estimate(SolvedRow row);
}
