package dev.weir.operators.admit;

import java.util.Arrays;
import java.util.function.Consumer;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.util.MathUtils;

/**
 * Packs admitted records into batches, one for each key group of the gate, and sends the batches in turn: on average one batch for every
 * {@value #SLOTS_PER_BATCH} slots read. The number of slots is public. A full batch is sent before its turn. This changes when its records
 * leave, and not what is counted. All records of a unit go through the same batch and keep their order. Batches are sent in turn and not
 * all at once, so that the receiver works while this subtask fills further batches.
 *
 * <p>Records wait in this buffer. The operator must call {@link #sendAll} before it passes on a watermark, an idle status or a barrier, and
 * before it ends. Then no checkpoint has to contain waiting records, and no window closes before they reach the gate.
 *
 * <p>Memory: for each waiting record 32 bytes, 8 for each word of its contributions, and the bytes of an id that is longer than 16. A batch
 * is full at {@value #BYTES} bytes divided by the number of key groups, but never below {@value #LEAST_BYTES} bytes.
 */
public final class BatchBuffer {

    /**
     * How many slots are read for each batch that is sent in its turn. If records are spread evenly over key groups, a batch holds at most
     * about this many records.
     */
    private static final int SLOTS_PER_BATCH = 64;

    /**
     * How many batches are sent together, if the gate has that many key groups. Sending them together takes fewer wake-ups of the receiver.
     */
    private static final int BATCHES_PER_RUN = 16;

    private static final int SAMPLES = 1000;

    private static final int BYTES = 1 << 21;
    private static final int LEAST_BYTES = 256;

    private final int groups;
    private final boolean isPowerOfTwo;
    private final int fullBytes;
    private final Consumer<ContributionBatch> out;
    private final ContributionBatch[] batches;
    private final int run;
    private int slots;
    private int next;

    /**
     * Creates an empty buffer.
     *
     * @param groups how many key groups the gate has, which is its maximum parallelism; at least 1
     * @param out sends a batch, which is reused as soon as {@code out} returns
     */
    public BatchBuffer(int groups, Consumer<ContributionBatch> out) {
        this.groups = groups;
        this.run = Math.min(BATCHES_PER_RUN, groups);
        this.isPowerOfTwo = Integer.bitCount(groups) == 1;
        this.fullBytes = Math.max(LEAST_BYTES, BYTES / groups);
        this.out = out;
        this.batches = new ContributionBatch[groups];
        Arrays.setAll(batches, group -> new ContributionBatch());
        for (ContributionBatch batch : batches) {
            batch.clear(groups);
        }
        requireFlinksGroups();
    }

    /**
     * Checks on samples that {@link #group} computes the same groups as Flink. Otherwise a unit's account would be split between two key
     * groups.
     */
    private void requireFlinksGroups() {
        for (int sample = 0; sample < SAMPLES; sample++) {
            int route = sample * 0x9E3779B9;
            if (group(route) != KeyGroupRangeAssignment.computeKeyGroupForKeyHash(route, groups)) {
                throw new IllegalStateException("key groups must be told apart as Flink does");
            }
        }
    }

    /**
     * Counts a slot that was read, whatever the outcome of its record, and sends the next batches when it is their
     * turn.
     */
    public void slotRead() {
        slots++;
        if (slots == SLOTS_PER_BATCH * run) {
            slots = 0;
            for (int left = run; left > 0; left--) {
                sendNext();
            }
        }
    }

    private void sendNext() {
        if (batches[next].size() > 0) {
            send(batches[next]);
        }
        next = next + 1 == groups ? 0 : next + 1;
    }

    /**
     * Packs a copy of a record, and sends the batch if the record fills it.
     *
     * @param record an admitted record with at least one contribution
     */
    public void add(AdmittedRecord record) {
        ContributionBatch batch = batches[group(record.route())];
        batch.add(record);
        if (batch.size() >= fullBytes) {
            send(batch);
        }
    }

    /**
     * The key group of a route, as {@link KeyGroupRangeAssignment#computeKeyGroupForKeyHash} computes it, but without that function's
     * unpredictable branch and, if the number of groups is a power of two, without its division. The branch and the division together took
     * a tenth of admission's time.
     */
    int group(int route) {
        int mixed = Integer.rotateLeft(Integer.rotateLeft(route * 0xcc9e2d51, 15) * 0x1b873593, 13) * 5 + 0xe6546b64;
        int hash = Math.abs(MathUtils.bitMix(mixed ^ Integer.BYTES)) & Integer.MAX_VALUE;
        return isPowerOfTwo ? hash & groups - 1 : hash % groups;
    }

    /** Sends every batch that holds a record. */
    public void sendAll() {
        for (ContributionBatch batch : batches) {
            if (batch.size() > 0) {
                send(batch);
            }
        }
    }

    private void send(ContributionBatch batch) {
        out.accept(batch);
        batch.clear(groups);
    }
}
