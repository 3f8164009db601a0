package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which digests a reading is to remember: those that a restored state can be compared with. A ledger of years has too
 * many to keep them all.
 *
 * @param pipeline the pipeline whose batches are wanted
 * @param batches their numbers
 * @param entry the number of the domain entry that is wanted; 0 for none
 * @param vouched up to where the pipeline's chain has come, where an owner that starts again says that it has written nothing behind it
 *     but what it holds still and writes again; null where nobody says so
 */
public record WantedDigests(
        String pipeline,
        Set<Long> batches,
        long entry,
        @Nullable ChainTip vouched) {

    /** Nothing is to be remembered. */
    public static final WantedDigests NOTHING = new WantedDigests("", Set.of(), 0, null);

    public WantedDigests {
        batches = Set.copyOf(batches);
    }

    /** What a reader wants that vouches for nothing. */
    public WantedDigests(String pipeline, Set<Long> batches, long entry) {
        this(pipeline, batches, entry, null);
    }

    /**
     * These digests, wanted by an owner that starts again.
     *
     * @param tip up to where its chain has come, as far as it knows
     */
    public WantedDigests vouching(ChainTip tip) {
        return new WantedDigests(pipeline, batches, entry, tip);
    }

    /** Whether an owner says that nothing of a pipeline is missing behind a tip of its chain. */
    boolean vouchesFor(String name, ChainTip tip) {
        return pipeline.equals(name) && tip.equals(vouched);
    }
}
