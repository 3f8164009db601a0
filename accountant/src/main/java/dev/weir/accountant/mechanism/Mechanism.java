package dev.weir.accountant.mechanism;

import dev.weir.accountant.compose.SingleEvent;
import dev.weir.accountant.privacy.Amount;
import java.io.Serializable;
import java.math.BigInteger;

/**
 * What turns the exact integers of one cell's block into integers that may be published, and the privacy event that
 * this causes, in one object. Records are charged by {@link RecordCost} as they come; the event and its cost are what
 * tests hold those charges against.
 *
 * <p>A variant says what it releases (noisy coordinates, or which of them was drawn), which event moving the block causes, and how accurate
 * the release is. What the released integers mean is known to the aggregate that the block belongs to, and to nothing
 * else.
 *
 * <p>A mechanism is a value and part of the plan. The object that draws is built from it where noise is needed: {@link
 * #prepare}.
 */
public sealed interface Mechanism extends Serializable permits AdditiveNoise, Selection {

    /** The norm in which it is counted how far one privacy unit moves the block. */
    Norm norm();

    /**
     * The event that one release is to a privacy unit that moves the block by {@code size}: a bound that holds of every
     * such move, rounded up where doubles round.
     *
     * @param size in {@link #norm} of grid steps, at least 1
     */
    SingleEvent event(BigInteger size);

    /**
     * What {@link #event} costs in the currency of the account, exactly and then rounded up into whole steps.
     *
     * @param size in {@link #norm} of grid steps, at least 0
     */
    Amount cost(BigInteger size);

    /** The name under which people know the mechanism. */
    String label();

    /**
     * The mechanism, ready to draw releases of blocks of {@code coordinates} integers. Building it may take
     * milliseconds, so it is built once and kept.
     *
     * @param coordinates how many integers the exact block has, at least 1
     */
    PreparedMechanism prepare(int coordinates);
}
