package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * A mechanism turns the exact integers of one cell's block into integers that may be published, and knows the privacy
 * event of this release. Records are charged by {@link RecordCost} when they arrive; tests compare these charges with
 * the event and its cost.
 *
 * <p>A variant defines what it releases (noisy coordinates, or the index of a drawn coordinate), the privacy event of
 * moving the block by a given size, and the accuracy of the release. Only the aggregate that the block belongs to knows
 * the meaning of the released integers.
 *
 * <p>A mechanism is a value and part of the plan. The sampler is built from it where noise is needed.
 */
public sealed interface Mechanism extends Serializable permits AdditiveNoise, Selection {

    /** The norm that measures how far one privacy unit moves the block. */
    Norm norm();

    /**
     * The privacy event of one release for a unit that moves the block by {@code size}: a bound for every such move,
     * rounded up where doubles round.
     *
     * @param size the size of the move, in {@link #norm} of grid steps, at least 1
     */
    SingleEvent event(BigInteger size);

    /**
     * The price of {@link #event} in the currency of the account, computed exactly and then rounded up to whole steps.
     *
     * @param size the size of the move, in {@link #norm} of grid steps, at least 0
     */
    Amount cost(BigInteger size);

    /** The name of the mechanism in the literature. */
    String label();
}
