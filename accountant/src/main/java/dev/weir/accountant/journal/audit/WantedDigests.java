package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the entries whose digests a reading remembers: those that a restored state can be compared with. A
 * ledger of years has too many digests to keep them all.
 *
 * @param pipeline the pipeline whose batches are wanted
 * @param batches the numbers of the batches whose digests are wanted
 * @param entry the number of the domain entry that is wanted; 0 for none
 * @param vouched the tip up to which an owner that starts again knows its chain: it has written nothing after this tip
 * but batches that it still holds and writes again; null where nobody states this
 */
public record WantedDigests(
        String pipeline,
        Set<Long> batches,
        long entry,
        @Nullable ChainTip vouched) {

    /** Remembers no digest. */
    public static final WantedDigests NOTHING = new WantedDigests("", Set.of(), 0, null);

    public WantedDigests {
        batches = Set.copyOf(batches);
    }

    /**
     * The digests that a reader wants that vouches for nothing.
     *
     * @param pipeline the pipeline whose batches are wanted
     * @param batches the numbers of the wanted batches
     * @param entry the number of the domain entry that is wanted; 0 for none
     */
    public WantedDigests(String pipeline, Set<Long> batches, long entry) {
        this(pipeline, batches, entry, null);
    }

    /**
     * These digests, wanted by an owner that starts again.
     *
     * @param tip the tip up to which it knows its chain
     */
    public WantedDigests vouching(ChainTip tip) {
        return new WantedDigests(pipeline, batches, entry, tip);
    }

    /** Whether an owner states that no record of a pipeline is missing after a tip of its chain. */
    boolean vouchesFor(String name, ChainTip tip) {
        return pipeline.equals(name) && tip.equals(vouched);
    }
}
