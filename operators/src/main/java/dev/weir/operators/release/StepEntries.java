package dev.weir.operators.release;

import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The state that all keys of one query in one key group keep from step to step. All keys take every step together,
 * including keys without records.
 *
 * <p>A series of tumbling windows is one step, so no state of a series is written. Otherwise each key has four parts:
 * the words of noise ({@link dev.weir.accountant.continual.CorrelatedNoise#words}) of each measured number (80 bytes
 * for Gaussian noise with four buffers; a count is one number, a mean two), and for a model of every step the number
 * that was drawn last, 8 bytes more; a bit that says whether the key has paid for its series; 8 bytes for each
 * aggregate that is released as the largest total so far; and, if exact values are revealed, 8 bytes for each number.
 */
final class StepEntries implements StatePart {

    private static final int BITS = Long.SIZE;

    private final StepRelease release;
    private final Randomness randomness;

    /**
     * Whether steps share noise. Only in that case a series is kept in state, and steps are drawn for withheld keys,
     * too.
     */
    private final boolean sharesNoise;

    /** The number of words of noise that are kept for a key. */
    private final int kept;

    private final KeyEntries keys;
    private final int entries;
    private final int width;
    private final LastReleases last;

    /** The sampler for the step that {@link #moveTo} has moved to. */
    private StepDraws draws;

    private long[] words;
    private long[] charged;
    private long[] exact;
    private long[] largest;
    private long taken;
    private long spanEnd;

    /** Creates the state of series that have not begun. */
    StepEntries(StepRelease release, KeyEntries keys) {
        this.release = release;
        this.draws = release.draws(0);
        this.randomness = release.randomness();
        this.sharesNoise = release.window().sharesNoise();
        this.kept = draws.words();
        if (sharesNoise != (kept > 0)) {
            throw new IllegalStateException(
                    "steps must belong together exactly if words of noise are kept, had " + kept);
        }
        this.keys = keys;
        this.entries = keys.size();
        this.width = release.width();
        this.last = new LastReleases(release.query(), entries);
        this.words = new long[Math.multiplyExact(entries, kept)];
        this.charged = new long[(entries + BITS - 1) / BITS];
        this.exact = new long[release.reveals() ? Math.multiplyExact(entries, width) : 0];
        this.largest = new long[Math.multiplyExact(entries, release.processing().words())];
        Arrays.fill(largest, NumberProcessing.NOTHING_YET);
    }

    /**
     * Moves to the step that ends at {@code end}, which {@link #step} then takes. If the series are reset before this
     * step, they restart. If the schedule begins between two resets, the steps before the schedule's beginning are
     * taken here, without records.
     *
     * @return the number of the step, as {@link dev.weir.operators.time.Window#step} counts it; above the number of the
     * last step if the series have ended
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

    /** Restarts the series of every key. */
    private void beginSpan(long end) {
        spanEnd = end;
        taken = 0;
        Arrays.fill(words, 0);
        Arrays.fill(charged, 0);
        Arrays.fill(exact, 0);
        Arrays.fill(largest, NumberProcessing.NOTHING_YET);
    }

    /** Takes the steps before {@code step} that have not been taken. They have no contributions. */
    private void skipTo(long step) {
        for (long before = taken + 1; before < step; before++) {
            step(null, new StepCharges());
        }
    }

    /**
     * Takes the step for every key. For a withheld key the step is drawn only if steps share noise, because later steps
     * then need it.
     *
     * @param added the totals of the step's cell, by the entries of keys; null if the cell received no sum
     * @return the noisy numbers of all keys, entry by entry
     */
    long[] step(@Nullable PagedEntries added, StepCharges charges) {
        long[] noisy = new long[Math.multiplyExact(entries, width)];
        for (int entry = 0; entry < entries; entry++) {
            long[] found = added == null ? null : added.find(entry);
            long[] amounts = found == null ? release.nothing() : found;
            int from = found == null || added == null ? 0 : added.at(entry);
            if (exact.length > 0) {
                addExact(entry, amounts, from);
            }
            if (sharesNoise || !charges.isWithheld(entry)) {
                draw(entry, amounts, from, noisy);
            }
        }
        return noisy;
    }

    private void draw(int entry, long[] amounts, int from, long[] noisy) {
        int to = entry * width;
        last.recall(entry, noisy, to);
        draws.at(keys.level(entry)).draw(words, entry * kept, amounts, from, noisy, to, randomness);
        last.keep(entry, noisy, to);
    }

    /**
     * Adds the exact measured numbers of a step, which is not drawn yet, to the sums over the earlier steps of its series.
     * This is correct because the measured numbers of a series with several steps are linear in the totals, or gradients at
     * models that have been released.
     */
    private void addExact(int entry, long[] amounts, int from) {
        long[] measured = new long[width];
        draws.measure(words, entry * kept, amounts, from, measured);
        for (int i = 0; i < width; i++) {
            exact[entry * width + i] = Math.addExact(exact[entry * width + i], measured[i]);
        }
    }

    /**
     * Forgets the exact totals if {@code end} is the end of the span, after which the series are reset. The other state is
     * kept until the next series begins.
     */
    void finish(long end) {
        if (end == spanEnd) {
            Arrays.fill(exact, 0);
        }
    }

    /** Applies the query's post-processing to the noisy numbers of all keys. */
    void raise(long[] noisy) {
        release.processing().raiseAll(noisy, largest);
    }

    /** The exact totals of all keys, entry by entry. */
    long[] exact() {
        return exact.clone();
    }

    /** Whether the present series start at or after {@code time} (epoch milliseconds) and have taken a step. */
    boolean hasBegunFrom(long time) {
        return sharesNoise && taken > 0 && release.window().spanStart(spanEnd) >= time;
    }

    /**
     * The first entry from {@code from} on whose key has not paid for its series; the number of entries if all have
     * paid.
     */
    int nextUncharged(int from) {
        int entry = from;
        while (entry < entries) {
            long uncharged = ~charged[entry / BITS] >>> entry;
            if (uncharged != 0) {
                return Math.min(entries, entry + Long.numberOfTrailingZeros(uncharged));
            }
            entry = (entry / BITS + 1) * BITS;
        }
        return entries;
    }

    /** Notes that a key has paid for its series. */
    void setCharged(int entry) {
        charged[entry / BITS] |= 1L << entry;
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

    /** Writes the largest totals; nothing if no total is released as the largest so far. */
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

    /**
     * Reads the series of the same keys. If exact totals were not revealed before, they begin at 0, because the state
     * does not contain them.
     */
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
