package dev.weir.operators.ledger;

import java.io.IOException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sign of life of a pipeline's owner: a short text that it rewrites every half second. Whoever reads it twice sees another
 * one if the owner lives, so that no two machines' clocks are compared.
 */
public final class Pulse implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long LOOK_MILLIS = 250;

    private final Sign sign;
    private final String session = UUID.randomUUID().toString();
    private volatile @Nullable Thread heart;
    private long beats;
    private volatile long owner;

    /**
     * The sign of life of one pipeline, which does not change yet.
     *
     * @param sign where it is kept: one place a pipeline
     */
    public Pulse(Sign sign) {
        this.sign = sign;
    }

    /** Keeps a text where every start of the pipeline can read it. */
    public interface Sign {

        /** The text; an empty one if there is none. */
        String read() throws IOException, InterruptedException;

        /** Replaces the text, as a whole. */
        void write(String text) throws IOException, InterruptedException;

        /** Takes the text away. */
        void remove() throws IOException, InterruptedException;
    }

    /**
     * From now on the text changes.
     *
     * @param number the number of the ownership
     * @throws IOException if the text cannot be written now
     */
    public void start(long number) throws IOException, InterruptedException {
        owner = number;
        beat();
        if (heart == null) {
            Thread beating = new Thread(this::beatOn, "weir-ledger-pulse");
            beating.setDaemon(true);
            beating.start();
            heart = beating;
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

    private synchronized void beat() throws IOException, InterruptedException {
        if (owner < 0) {
            return;
        }
        beats++;
        sign.write(owner + " " + session + " " + beats);
    }

    /**
     * Whether an owner's text changes.
     *
     * @param number the number of the ownership
     * @param silenceMillis how long to look before it counts as dead
     * @throws IOException if the text cannot be read
     */
    public boolean isHeard(long number, long silenceMillis) throws IOException, InterruptedException {
        String first = sign.read();
        for (long waited = 0; first.startsWith(number + " "); waited += LOOK_MILLIS) {
            if (waited >= silenceMillis) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
            String now = sign.read();
            if (!now.equals(first)) {
                return now.startsWith(number + " ");
            }
        }
        return false;
    }

    /** Stops, and removes the text unless a later owner's is there. Does nothing where nothing has been started. */
    @Override
    public void close() throws IOException {
        Thread started = heart;
        heart = null;
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
        if (sign.read().contains(" " + session + " ")) {
            sign.remove();
        }
    }
}
