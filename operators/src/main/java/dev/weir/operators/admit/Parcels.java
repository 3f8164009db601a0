package dev.weir.operators.admit;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Packs offers into parcels, one a key group, and sends each when it is full. All offers of a unit go through the same
 * parcel, so they keep their order.
 *
 * <p>Offers wait in here: whoever lets a watermark, an idle status or a barrier pass, or ends, must {@link #sendAll}
 * first. Then nothing here needs a checkpoint, and no window closes over a record that waits.
 *
 * <p>Bytes: some {@value #BYTES} in all, 256 at least a key group, and once as much in Flink's buffers.
 */
public final class Parcels {

    private static final int BYTES = 1 << 18;
    private static final int LEAST_BYTES = 256;

    private final int groups;
    private final int full;
    private final Consumer<Parcel> out;
    private final Parcel[] parcels;

    /**
     * No offers.
     *
     * @param groups how many key groups the receiver has: its maximum parallelism
     * @param out sends a parcel, which is used again when it returns
     */
    public Parcels(int groups, Consumer<Parcel> out) {
        this.groups = groups;
        this.full = Math.max(LEAST_BYTES, BYTES / groups);
        this.out = out;
        this.parcels = new Parcel[groups];
        Arrays.setAll(parcels, group -> new Parcel());
        for (Parcel parcel : parcels) {
            parcel.clear(groups);
        }
    }

    /** Packs a copy of an offer, and sends the parcel that this fills. */
    public void add(Offer offer) {
        Parcel parcel = parcels[KeyGroupRangeAssignment.computeKeyGroupForKeyHash(offer.route(), groups)];
        parcel.add(offer);
        if (parcel.size() >= full) {
            send(parcel);
        }
    }

    /** Sends all that waits. */
    public void sendAll() {
        for (Parcel parcel : parcels) {
            if (parcel.size() > 0) {
                send(parcel);
            }
        }
    }

    private void send(Parcel parcel) {
        out.accept(parcel);
        parcel.clear(groups);
    }
}
