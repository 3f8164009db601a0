package dev.weir.operators.admit;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;

/**
 * Packs offers into parcels, one a key group, and sends them all every so many slots: the number of slots is public, so
 * what one unit offers does not decide when another's leave. A parcel that many offers of one key group would swell is
 * sent by itself before that. All offers of a unit go through the same parcel, so they keep their order.
 *
 * <p>Offers wait in here: whoever lets a watermark, an idle status or a barrier pass, or ends, must {@link #sendAll}
 * first. Then nothing here needs a checkpoint, and no window closes over a record that waits.
 *
 * <p>Bytes: some 50 an offer that waits, {@value #BYTES} at most in all, 256 at least a key group.
 */
public final class Parcels {

    /** So that a parcel holds some {@value} offers when it leaves. */
    private static final int SLOTS_A_GROUP = 32;

    private static final int BYTES = 1 << 21;
    private static final int LEAST_BYTES = 256;

    private final int groups;
    private final int full;
    private final Consumer<Parcel> out;
    private final Parcel[] parcels;
    private int slots;

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

    /** One more slot has been read, whatever came of it. */
    public void slot() {
        slots++;
        if (slots >= SLOTS_A_GROUP * groups) {
            sendAll();
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
        slots = 0;
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
