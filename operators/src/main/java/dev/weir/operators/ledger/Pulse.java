package dev.weir.operators.ledger;

import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The sign of life of a pipeline's owner: a file that it rewrites every half second. Whoever reads it twice sees another
 * content if the owner lives, so that no two machines' clocks are compared.
 */
final class Pulse implements AutoCloseable {

    private static final long BEAT_MILLIS = 500;
    private static final long LOOK_MILLIS = 250;

    private final PrivateFolder folder;
    private final String name;
    private final String session = UUID.randomUUID().toString();
    private @Nullable Thread heart;
    private long beats;
    private volatile long owner;

    Pulse(PrivateFolder folder, String name) {
        this.folder = folder;
        this.name = name;
    }

    /** From now on the file changes. */
    void start(long number) throws IOException {
        owner = number;
        beat();
        if (heart == null) {
            heart = new Thread(this::beatOn, "weir-ledger-pulse");
            heart.setDaemon(true);
            heart.start();
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

    private void tryBeat() {
        try {
            beat();
        } catch (IOException e) {
            // the next beat tries again; an owner that cannot be seen is fenced, which is safe
        }
    }

    private synchronized void beat() throws IOException {
        if (owner < 0) {
            return;
        }
        beats++;
        folder.write(name, (owner + " " + session + " " + beats).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Whether an owner's file changes.
     *
     * @param number the number of the ownership
     * @param silenceMillis how long to look before it counts as dead
     */
    boolean isHeard(long number, long silenceMillis) throws IOException, InterruptedException {
        String first = read();
        for (long waited = 0; first.startsWith(number + " "); waited += LOOK_MILLIS) {
            if (waited >= silenceMillis) {
                return false;
            }
            Thread.sleep(LOOK_MILLIS);
            String now = read();
            if (!now.equals(first)) {
                return now.startsWith(number + " ");
            }
        }
        return false;
    }

    private String read() throws IOException {
        Path file = folder.path().resolve(name);
        try {
            return Files.readString(file);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Stops, and removes the file unless a later owner's is there. */
    @Override
    public void close() throws IOException {
        if (heart == null) {
            return;
        }
        heart.interrupt();
        synchronized (this) {
            owner = -1;
            if (read().contains(" " + session + " ")) {
                Files.deleteIfExists(folder.path().resolve(name));
            }
        }
    }
}
