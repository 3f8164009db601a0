package dev.weir.accountant.journal.audit;

import dev.weir.accountant.journal.chain.ChainTip;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the entries whose digests a reading remembers, because these digests can be compared with a restored state. A ledger of
 * several years has too many digests to keep all of them.
 *
 * @param pipeline the pipeline whose batches are wanted
 * @param batches the numbers of the batches whose digests are wanted
 * @param entry the number of the domain entry that is wanted; 0 for none
 * @param vouched the tip up to which an owner that starts again knows its chain. After this tip the owner has written only batches that it
 *     still has and will write again. Null if the reader is not such an owner
 */
public record WantedDigests(
        String pipeline,
        Set<Long> batches,
        long entry,
        @Nullable ChainTip vouched) {

    /** A request to remember no digest. */
    public static final WantedDigests NOTHING = new WantedDigests("", Set.of(), 0, null);

    public WantedDigests {
        batches = Set.copyOf(batches);
    }

    /**
     * Creates a request of a reader that does not vouch for a tip.
     *
     * @param pipeline the pipeline whose batches are wanted
     * @param batches the numbers of the wanted batches
     * @param entry the number of the domain entry that is wanted; 0 for none
     */
    public WantedDigests(String pipeline, Set<Long> batches, long entry) {
        this(pipeline, batches, entry, null);
    }

    /**
     * Returns this request as that of an owner that starts again.
     *
     * @param tip the tip up to which the owner knows its chain
     */
    public WantedDigests vouching(ChainTip tip) {
        return new WantedDigests(pipeline, batches, entry, tip);
    }

    /** Whether an owner states that no record of a pipeline is missing after a tip of its chain. */
    boolean vouchesFor(String name, ChainTip tip) {
        return pipeline.equals(name) && tip.equals(vouched);
    }
}
