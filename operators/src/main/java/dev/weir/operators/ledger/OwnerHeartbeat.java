package dev.weir.operators.ledger;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of a pipeline's owner: a short text that the owner rewrites every half second. Somebody who reads it
 * twice sees different texts if the owner lives, so that no two machines' clocks are compared.
 *
 * <p>The text begins with the number of the ownership, and a later one has a higher number. An owner reads the text
 * before it rewrites it. If a later owner's is there and changes, it has been replaced: it writes nothing more and says
 * so. A later owner's text that does not change for five seconds is left from a ledger that has lost its end, where
 * numbers were higher. An earlier owner may have overwritten a later one's text once, so another owner's text is not
 * taken for the silence of the later owner.
 *
 * <p>A start in one process looks twice. No text is written twice. If the first look has watched a text for long enough
 * and the text is still there, it has not changed since, and the second look does not wait again.
 */
public final class OwnerHeartbeat implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long LOOK_MILLIS = 250;
    private static final int SILENT_BEATS = 10;

    /** For how many milliseconds this process has watched each text without a change: one text for each dead owner. */
    private static final Map<String, Long> UNCHANGED = new ConcurrentHashMap<>();

    private final Store store;
    private final String session = UUID.randomUUID().toString();
    private volatile @Nullable Thread thread;
    private long beats;
    private String later = "";
    private int silentBeats;
    private volatile long owner;
    private volatile Runnable replaced = () -> {};

    /**
     * The heartbeat of one pipeline, which does not change yet.
     *
     * @param store the place of the text: one for each pipeline
     */
    public OwnerHeartbeat(Store store) {
        this.store = store;
    }

    /** A place for a text that every start of the pipeline can read. */
    public interface Store {

        /** The text; an empty one if there is none. */
        String read() throws IOException, InterruptedException;

        /**
         * Replaces the text, as a whole.
         *
         * @param text the new text, not empty
         * @throws IOException if it cannot be written
         */
        void write(String text) throws IOException, InterruptedException;

        /** Removes the text. */
        void remove() throws IOException, InterruptedException;
    }

    /**
     * Starts to change the text.
     *
     * @param number the number of the ownership
     * @param whenReplaced is called while a later owner rewrites the text, by this thread or the one that rewrites the
     * text
     * @throws IOException if the text cannot be written now
     */
    public void start(long number, Runnable whenReplaced) throws IOException, InterruptedException {
        owner = number;
        replaced = whenReplaced;
        beat();
        if (thread == null) {
            Thread beating = new Thread(this::beatOn, "weir-ledger-heartbeat");
            beating.setDaemon(true);
            beating.start();
            thread = beating;
        }
    }

    private void beatOn() {
        try {
            while (true) {
                Thread.sleep(BEAT_MILLIS);
                tryBeat();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tryBeat() throws InterruptedException {
        try {
            beat();
        } catch (IOException e) {
            // the next beat tries again; an owner that cannot be seen is fenced, which is safe
        }
    }

    private void beat() throws IOException, InterruptedException {
        if (!isWritten()) {
            replaced.run();
        }
    }

    /** Rewrites the text, unless a later owner's is there; false if a later owner rewrites it. */
    private synchronized boolean isWritten() throws IOException, InterruptedException {
        if (owner < 0) {
            return true;
        }
        String seen = store.read();
        if (number(seen) > owner) {
            boolean isFirst = later.isEmpty();
            silentBeats = seen.equals(later) ? silentBeats + 1 : 0;
            later = seen;
            if (silentBeats < SILENT_BEATS) {
                return isFirst || silentBeats > 0;
            }
        }
        later = "";
        beats++;
        store.write(owner + " " + session + " " + beats);
        return true;
    }

    /** The number of the ownership that a text is about; -1 if it is about none. */
    private static long number(String text) {
        int end = text.indexOf(' ');
        try {
            return end < 0 ? -1 : Long.parseLong(text.substring(0, end));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /**
     * Whether an owner's text changes.
     *
     * @param number the number of the ownership
     * @param silenceMillis how long to look, in milliseconds, before the owner counts as dead; there is no wait if this
     * process has looked that long before and the text is unchanged
     * @throws IOException if the text cannot be read
     */
    public boolean isHeard(long number, long silenceMillis) throws IOException, InterruptedException {
        String begin = store.read();
        if (number(begin) == number && UNCHANGED.getOrDefault(begin, -1L) >= silenceMillis) {
            return false;
        }
        String first = "";
        String now = begin;
        for (long waited = 0; mayStillShow(number, now) && waited < silenceMillis; waited += LOOK_MILLIS) {
            if (number(now) == number) {
                first = first.isEmpty() ? now : first;
                if (!now.equals(first)) {
                    return true;
                }
            }
            Thread.sleep(LOOK_MILLIS);
            now = store.read();
        }
        if (number(now) == number && now.equals(begin)) {
            UNCHANGED.merge(now, silenceMillis, Math::max);
        }
        return number(now) == number && !first.isEmpty() && !now.equals(first);
    }

    private static boolean mayStillShow(long number, String text) {
        return !text.isEmpty() && number(text) <= number;
    }

    /** Stops, and removes the text unless a later owner's is there. Does nothing if nothing has been started. */
    @Override
    public void close() throws IOException {
        Thread started = thread;
        thread = null;
        if (started == null) {
            return;
        }
        started.interrupt();
        try {
            forget();
        } catch (InterruptedException e) {
            // a text that stays does not change any more, so its owner counts as dead all the same
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void forget() throws IOException, InterruptedException {
        owner = -1;
        if (store.read().contains(" " + session + " ")) {
            store.remove();
        }
    }
}
