package dev.weir.operators.release;

import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.PagedRows;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What is kept from step to step of all keys of one query in one key group. All of them take every step together: keys whose totals
 * nothing was added to as well.
 *
 * <p>Where windows tumble a series is one step, so that nothing of it is written. Else bytes for each key: those of
 * {@link dev.weir.accountant.continual.CorrelatedNoise#words} for each number that is measured (80 for Gaussian noise with four buffers; a
 * count is one number, a mean two), a bit that says whether the key has paid for its series, 8 for each aggregate that is released as the
 * largest total so far, and, if exact values are revealed, 8 for each number.
 */
final class StepRows implements StatePart {

    private static final int BITS = Long.SIZE;

    private final StepRelease release;
    private final Randomness randomness;

    /** Whether steps belong together: only then is a series kept in state, and drawn for keys that are withheld. */
    private final boolean sharesNoise;

    /** How many words of noise are kept of a key. */
    private final int kept;

    private final int rows;
    private final int width;
    private final LastReleases last;

    /** What draws the span that {@link #moveTo} has moved to. */
    private StepDraws draws;

    private long[] words;
    private long[] charged;
    private long[] exact;
    private long[] largest;
    private long taken;
    private long spanEnd;

    /** Series that have not begun. */
    StepRows(StepRelease release, int rows) {
        this.release = release;
        this.draws = release.draws(0);
        this.randomness = release.randomness();
        this.sharesNoise = release.window().sharesNoise();
        this.kept = draws.words();
        if (sharesNoise != (kept > 0)) {
            throw new IllegalStateException(
                    "steps must belong together exactly if words of noise are kept, had " + kept);
        }
        this.rows = rows;
        this.width = release.width();
        this.last = new LastReleases(release.query(), rows);
        this.words = new long[Math.multiplyExact(rows, kept)];
        this.charged = new long[(rows + BITS - 1) / BITS];
        this.exact = new long[release.reveals() ? Math.multiplyExact(rows, width) : 0];
        this.largest = new long[Math.multiplyExact(rows, release.processing().words())];
        Arrays.fill(largest, NumberProcessing.NOTHING_YET);
    }

    /**
     * Moves to the step that ends at {@code end}, which {@link #step} then takes: starts the series anew where
     * they are reset. Where the schedule begins between two resets, the steps before it are taken here, without records.
     *
     * @return the number of the step, as {@link dev.weir.operators.time.Window#step} counts; above the last step if the series have ended
     */
    long moveTo(long end) {
        if (release.window().spanEnd(end) != spanEnd) {
            beginSpan(release.window().spanEnd(end));
        }
        draws = release.draws(end);
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
            step(null, new StepCharges());
        }
    }

    /**
     * Takes the step of every key: of one that is withheld only where later steps need it.
     *
     * @param added what the step adds to the totals, by the rows of keys; null: nothing
     * @return the noisy totals of all keys, row by row
     */
    long[] step(@Nullable PagedRows added, StepCharges charges) {
        long[] noisy = new long[Math.multiplyExact(rows, width)];
        for (int row = 0; row < rows; row++) {
            long[] found = added == null ? null : added.find(row);
            long[] amounts = found == null ? release.nothing() : found;
            int from = found == null || added == null ? 0 : added.at(row);
            if (exact.length > 0) {
                addExact(row, amounts, from);
            }
            if (sharesNoise || !charges.isWithheld(row)) {
                draw(row, amounts, from, noisy);
            }
        }
        return noisy;
    }

    private void draw(int row, long[] amounts, int from, long[] noisy) {
        int to = row * width;
        last.recall(row, noisy, to);
        draws.draw(words, row * kept, amounts, from, noisy, to, randomness);
        last.keep(row, noisy, to);
    }

    /** Adds what is measured of what a step adds: where a series has several steps, what is measured is linear. */
    private void addExact(int row, long[] amounts, int from) {
        long[] measured = new long[width];
        draws.measure(amounts, from, measured);
        for (int i = 0; i < width; i++) {
            exact[row * width + i] = Math.addExact(exact[row * width + i], measured[i]);
        }
    }

    /** Forgets what is exact where a step was the last of its series. All else is kept until the next series begins. */
    void finish(long end) {
        if (end == spanEnd) {
            Arrays.fill(exact, 0);
        }
    }

    /** Makes of the noisy totals of all keys what is released of them. */
    void raise(long[] noisy) {
        release.processing().raiseAll(noisy, largest);
    }

    /** The exact totals of all keys, row by row. */
    long[] exact() {
        return exact.clone();
    }

    /** Whether series have begun that begin at a time or behind it, epoch milliseconds. */
    boolean hasBegunFrom(long time) {
        return sharesNoise && taken > 0 && release.window().spanStart(spanEnd) >= time;
    }

    /** The first row from {@code from} on whose key has not paid for its series; the number of rows if there is none. */
    int nextUncharged(int from) {
        int row = from;
        while (row < rows) {
            long uncharged = ~charged[row / BITS] >>> row;
            if (uncharged != 0) {
                return Math.min(rows, row + Long.numberOfTrailingZeros(uncharged));
            }
            row = (row / BITS + 1) * BITS;
        }
        return rows;
    }

    /** Notes that a key has paid for its series. */
    void setCharged(int row) {
        charged[row / BITS] |= 1L << row;
    }

    @Override
    public View view() {
        View released = last.view();
        View series = series();
        return out -> {
            released.write(out);
            if (sharesNoise) {
                series.write(out);
            }
        };
    }

    private View series() {
        long[] viewedWords = words;
        long[] viewedCharged = charged;
        long[] viewedExact = exact;
        long[] viewedLargest = largest;
        long viewedTaken = taken;
        long viewedSpanEnd = spanEnd;
        return out -> {
            out.writeLong(viewedSpanEnd);
            out.writeLong(viewedTaken);
            DataFields.writeLongs(viewedWords, out);
            DataFields.writeLongs(viewedCharged, out);
            DataFields.writeLongs(viewedExact, out);
            writeLargest(viewedLargest, out);
        };
    }

    /** Nothing where no total is released as the largest so far. */
    private static void writeLargest(long[] viewed, DataOutput out) throws IOException {
        if (viewed.length > 0) {
            DataFields.writeLongs(viewed, out);
        }
    }

    @Override
    public void copyArrays() {
        last.copyArrays();
        words = words.clone();
        charged = charged.clone();
        exact = exact.clone();
        largest = largest.clone();
    }

    @Override
    public void read(DataInput in) throws IOException {
        last.read(in);
        if (sharesNoise) {
            readSeries(in);
        }
    }

    /** Reads series of the same keys. Exact totals that are revealed from now on begin where the state has none. */
    private void readSeries(DataInput in) throws IOException {
        spanEnd = in.readLong();
        taken = in.readLong();
        words = DataFields.readLongs(in);
        charged = DataFields.readLongs(in);
        long[] revealed = DataFields.readLongs(in);
        System.arraycopy(revealed, 0, exact, 0, Math.min(revealed.length, exact.length));
        largest = largest.length > 0 ? DataFields.readLongs(in) : largest;
    }
}
