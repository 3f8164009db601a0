package dev.weir.operators.ledger;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The heartbeat of a pipeline's owner: a short text that the owner rewrites every half second. A process that reads the
 * text twice sees different texts if the owner is alive, so no clocks of two machines are compared.
 *
 * <p>The text begins with the number of the ownership, and a later owner has a higher number. An owner reads the text
 * before rewriting it. If the owner finds the text of a later owner, and this text changes, the reading owner has been
 * replaced: it reports this and writes nothing while that text goes on changing. A later owner's text that does not
 * change for five seconds is a remainder of a ledger that has lost its end, where numbers were higher; this text is
 * overwritten. Because reading and writing are two steps, an earlier owner may overwrite a later owner's text once.
 * Therefore {@link #isHeard} keeps watching for a time when it finds an earlier owner's text.
 *
 * <p>A start calls {@link #isHeard} twice in one process. Every written text is different. If the first call has
 * watched a text for long enough and the second call finds it again, the text has not changed since, so the second call
 * does not wait.
 */
public final class OwnerHeartbeat implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long LOOK_MILLIS = 250;
    private static final int SILENT_BEATS = 10;

    /**
     * For how many milliseconds this process has watched a text without seeing a change, by text. Each dead owner
     * leaves one text, so the map stays small.
     */
    private static final Map<String, Long> UNCHANGED = new ConcurrentHashMap<>();

    private final HeartbeatStore store;
    private final String session = UUID.randomUUID().toString();
    private volatile @Nullable Thread thread;
    private long beats;
    private String later = "";
    private int silentBeats;
    private volatile long owner;
    private volatile Runnable replaced = () -> {};

    /**
     * Creates the heartbeat of one pipeline. It writes nothing until {@link #start}.
     *
     * @param store the place of the text: one for each pipeline
     */
    public OwnerHeartbeat(HeartbeatStore store) {
        this.store = store;
    }

    /**
     * Starts to rewrite the text regularly.
     *
     * @param number the number of the ownership
     * @param whenReplaced called again and again while a later owner rewrites the text, by the calling thread or by the
     * heartbeat's own thread
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
            // The next beat tries again. If a start takes an owner without a heartbeat for dead, it fences the owner,
            // which is safe.
        }
    }

    private void beat() throws IOException, InterruptedException {
        if (!isWritten()) {
            replaced.run();
        }
    }

    /**
     * Rewrites the text, unless the heartbeat has been closed, or the text is a later owner's and may still change.
     * Returns false if a later owner is seen to rewrite the text.
     */
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

    /** The number of the ownership at the beginning of a text; -1 if the text does not begin with a number. */
    private static long number(String text) {
        int end = text.indexOf(' ');
        try {
            return end < 0 ? -1 : Long.parseLong(text.substring(0, end));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /**
     * Watches the text, and returns whether an owner rewrites it. Returns false at once if the text is empty or a later
     * owner's.
     *
     * @param number the number of the ownership
     * @param silenceMillis how long to watch, in milliseconds, before the owner counts as dead; the method does not
     * wait if this process has watched the same text for that long before
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

    /**
     * Stops the heartbeat, and removes the text unless another owner has written it. Does nothing if the heartbeat was
     * not started.
     */
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
            // The text stays, but nobody rewrites it, so its owner still counts as dead.
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
