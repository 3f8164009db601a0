package dev.weir.operators.release;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The texts and exact totals of the keys of one query in one key group, which nobody declared, and what of them is announced. */
interface DiscoveredTotals extends StatePart {

    /**
     * Adds amounts to the totals of a key in a window or step.
     *
     * @param text the text of the key as UTF-8, which admission has accepted
     * @param end the end of the window or step, epoch milliseconds
     * @param amounts the growth of the totals, and last the number of units that have touched the key since the previous call
     */
    void add(byte[] text, long end, long[] amounts);

    /**
     * Closes a window or step, and returns the keys that are released there, in the order of the bytes of their texts.
     *
     * @param end the end of the window or step, epoch milliseconds
     * @param revealed receives the exact numbers of all keys that units have touched, announced or not, for teaching and checking; null if they
     *     are not revealed
     */
    List<AnnouncedKey> close(long end, @Nullable List<AnnouncedKey> revealed);

    /** The number of the step that was closed last; 0 if every window has noise of its own. */
    long step();

    /** Drops the windows that end at or before a time, epoch milliseconds. */
    void drop(long closedUpTo);
}
