package dev.weir.operators.release;

import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The series of all keys of one query in one key group. All of them take every step together: keys whose totals nothing was
 * added to as well.
 *
 * <p>Bytes for each key: those of {@link dev.weir.accountant.continual.CorrelatedNoise#words} for each number that is measured (80 for
 * Gaussian noise with four buffers; a count is one number, a mean two), a bit that says whether the key has paid for its series, 8 for
 * each aggregate that is released as the largest total so far, and, if exact values are revealed, 8 for each number.
 */
final class SeriesRows implements SeriesRelease.Payments {

    private static final int BITS = Long.SIZE;

    private final SeriesRelease release;
    private final int rows;
    private long[] words;
    private long[] charged;
    private long[] exact;
    private long[] largest;
    private long taken;
    private long spanEnd;

    /** Series that have not begun. */
    SeriesRows(SeriesRelease release, int rows) {
        this.release = release;
        this.rows = rows;
        this.words = new long[Math.multiplyExact(rows, release.words())];
        this.charged = new long[(rows + BITS - 1) / BITS];
        this.exact = new long[release.reveals() ? Math.multiplyExact(rows, release.width()) : 0];
        this.largest = new long[Math.multiplyExact(rows, release.processing().words())];
        Arrays.fill(largest, NumberProcessing.NOTHING_YET);
    }

    /**
     * Moves to the step that ends at {@code end}, which {@link #step} then takes: starts the series anew where
     * they are reset. Where the schedule begins between two resets, the steps before it are taken here, without records.
     *
     * @return the number of the step, from 1; above the last step if the series have ended
     */
    long moveTo(long end) {
        if (release.window().spanEnd(end) != spanEnd) {
            beginSpan(release.window().spanEnd(end));
        }
        long step = release.window().step(end, taken);
        if (step <= release.lastStep()) {
            skipTo(step);
            taken = step;
        }
        return step;
    }

    /** Every key begins a series anew. */
    private void beginSpan(long end) {
        spanEnd = end;
        taken = 0;
        Arrays.fill(words, 0);
        Arrays.fill(charged, 0);
        Arrays.fill(exact, 0);
        Arrays.fill(largest, NumberProcessing.NOTHING_YET);
    }

    /** Takes the steps before {@code step} to which no contribution belongs. */
    private void skipTo(long step) {
        for (long before = taken + 1; before < step; before++) {
            step(null);
        }
    }

    /**
     * Takes the step of every key.
     *
     * @param added what the step adds to the totals, by the rows of keys; null: nothing
     * @return the noisy totals of all keys, row by row
     */
    long[] step(@Nullable PagedRows added) {
        int width = release.width();
        long[] noisy = new long[Math.multiplyExact(rows, width)];
        for (int row = 0; row < rows; row++) {
            long[] amounts = added == null ? null : added.find(row);
            int from = added == null ? 0 : added.at(row);
            release.step(words, row * release.words(), amounts, from, noisy, row * width);
        }
        if (release.reveals() && added != null) {
            addExact(added);
        }
        return noisy;
    }

    private void addExact(PagedRows added) {
        int width = release.width();
        added.forEachNonZero((row, amounts, from) -> release.addExact(amounts, from, exact, row * width));
    }

    /** Makes of the noisy totals of all keys what is released of them. */
    void raise(long[] noisy) {
        release.processing().raiseAll(noisy, largest);
    }

    /** The exact totals of all keys, row by row. */
    long[] exact() {
        return exact.clone();
    }

    @Override
    public boolean isCharged(int row) {
        return (charged[row / BITS] >>> row & 1) != 0;
    }

    @Override
    public void setCharged(int row) {
        charged[row / BITS] |= 1L << row;
    }

    /** The series as they are now; {@link #copyArrays} must be called before any of them takes a step. */
    Releaser.Part view() {
        long[] viewedWords = words;
        long[] viewedCharged = charged;
        long[] viewedExact = exact;
        long[] viewedLargest = largest;
        long viewedTaken = taken;
        long viewedSpanEnd = spanEnd;
        return out -> {
            out.writeLong(viewedSpanEnd);
            out.writeLong(viewedTaken);
            Longs.write(viewedWords, out);
            Longs.write(viewedCharged, out);
            Longs.write(viewedExact, out);
            writeLargest(viewedLargest, out);
        };
    }

    /** Nothing where no total is released as the largest so far. */
    private static void writeLargest(long[] viewed, DataOutput out) throws IOException {
        if (viewed.length > 0) {
            Longs.write(viewed, out);
        }
    }

    /** Replaces the arrays that {@link #view} has handed out by copies. */
    void copyArrays() {
        words = words.clone();
        charged = charged.clone();
        exact = exact.clone();
        largest = largest.clone();
    }

    /** Reads series of the same keys. Exact totals that are revealed from now on begin where the state has none. */
    void read(DataInput in) throws IOException {
        spanEnd = in.readLong();
        taken = in.readLong();
        words = Longs.read(in);
        charged = Longs.read(in);
        long[] kept = Longs.read(in);
        System.arraycopy(kept, 0, exact, 0, Math.min(kept.length, exact.length));
        largest = largest.length > 0 ? Longs.read(in) : largest;
    }
}
