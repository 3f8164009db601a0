package dev.weir.jobs.format.registry;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the schemas of a subject. A thread of its own asks the registry for those that are new, at the start and every few seconds, whether or not
 * messages come. No message leads to a question. The thread ends when nobody refers to this object any more.
 *
 * <p>A number keeps the meaning that it had first: a registry that tells another one later is not believed, with a warning. Memory: the texts of
 * {@value #MOST_VERSIONS} versions at most and {@value #MOST_CHARACTERS} characters in all.
 */
final class SubjectWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SubjectWatch.class);

    private static final int MOST_VERSIONS = 1000;
    private static final int MOST_CHARACTERS = 16 << 20;
    private static final long STEP_MILLIS = 100;

    private final RegistryClient client;
    private final Clocks clocks;
    private final Map<Long, String> schemas;
    private final Set<Integer> seen = new HashSet<>();
    private volatile SubjectView view;
    private long characters;
    private boolean isSilenceTold;
    private boolean isExcessTold;

    /**
     * The clocks of a watch.
     *
     * @param millis the time of day, epoch milliseconds
     * @param nanos a clock that never runs backwards
     */
    record Clocks(LongSupplier millis, LongSupplier nanos) {

        static final Clocks SYSTEM = new Clocks(System::currentTimeMillis, System::nanoTime);
    }

    /**
     * @param client asks the registry
     * @param clocks the clocks
     * @param known the schemas that are known from before, by their numbers
     */
    SubjectWatch(RegistryClient client, Clocks clocks, Map<Long, String> known) {
        this.client = client;
        this.clocks = clocks;
        this.schemas = new ConcurrentSkipListMap<>(known);
        this.characters = known.values().stream().mapToLong(String::length).sum();
        this.view = new SubjectView(Long.MIN_VALUE, clocks.nanos().getAsLong());
    }

    /** Starts the thread, and returns it. */
    Thread start() {
        Thread started = new Thread(new Asking(new WeakReference<>(this)), "weir-registry");
        started.setDaemon(true);
        started.start();
        return started;
    }

    private record Asking(WeakReference<SubjectWatch> watch) implements Runnable {

        @Override
        public void run() {
            try {
                while (hasLooked()) {
                    Thread.sleep(SubjectView.EVERY.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Keeps no reference between two views. */
        private boolean hasLooked() throws InterruptedException {
            SubjectWatch current = watch.get();
            if (current != null) {
                current.look();
            }
            return current != null;
        }
    }

    /** Asks once for all schemas that are new, the newest first. */
    void look() throws InterruptedException {
        long begun = clocks.millis().getAsLong();
        try {
            for (int version : newestFirst(client.versions())) {
                if (!seen.contains(version)) {
                    take(version);
                }
            }
            done(begun);
        } catch (RegistrySilent e) {
            tellSilence(e);
        } catch (RuntimeException e) {
            // the thread must go on: without it no new schema would become known until a restart
            tellSilence(new RegistrySilent("could not be asked (" + e.getClass().getSimpleName() + ")"));
        }
    }

    private static List<Integer> newestFirst(List<Integer> versions) {
        List<Integer> sorted = new ArrayList<>(versions);
        sorted.sort(Collections.reverseOrder());
        return sorted.subList(0, Math.min(sorted.size(), MOST_VERSIONS));
    }

    private void take(int version) throws RegistrySilent, InterruptedException {
        RegisteredSchema schema = client.version(version).orElse(null);
        seen.add(version);
        if (schema == null) {
            return;
        }
        String known = schemas.get(schema.id());
        if (known != null) {
            if (!known.equals(schema.text())) {
                LOG.warn(
                        "The schema registry tells another schema for number {} than before: that from before is kept",
                        schema.id());
            }
        } else if (schema.isAvro() && hasRoom(schema.text())) {
            characters += schema.text().length();
            schemas.put(schema.id(), schema.text());
        }
    }

    private boolean hasRoom(String text) {
        boolean hasRoom = schemas.size() < MOST_VERSIONS && text.length() <= MOST_CHARACTERS - characters;
        if (!hasRoom && !isExcessTold) {
            LOG.warn(
                    "The subject has more schemas than are kept: messages of the others are dead letters UNKNOWN_SCHEMA");
            isExcessTold = true;
        }
        return hasRoom;
    }

    private synchronized void done(long begun) {
        view = new SubjectView(begun, clocks.nanos().getAsLong());
        isSilenceTold = false;
        notifyAll();
    }

    private synchronized void tellSilence(RegistrySilent silence) {
        if (!isSilenceTold) {
            LOG.warn(
                    "The schema registry {}: messages with schemas that are not known yet are waited for until {} s after its last"
                            + " answer, and are dead letters UNKNOWN_SCHEMA from then on until it answers",
                    silence.why(),
                    SubjectView.HOLD.toSeconds());
            isSilenceTold = true;
        }
    }

    /** Waits until the registry has told all schemas once. */
    synchronized void awaitFirst() throws InterruptedException {
        while (view.begunMillis() == Long.MIN_VALUE) {
            wait();
        }
    }

    /**
     * Returns the schema with a number, after waiting for the next view if the message may be newer than the last one.
     *
     * @param id the number
     * @param written when the message was written, epoch milliseconds; {@link Long#MIN_VALUE} if it does not say
     * @return null if the subject does not have it as far as is known
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    @Nullable String schema(long id, long written) throws InterruptedException {
        String known = schemas.get(id);
        return known != null ? known : awaited(id, written);
    }

    private synchronized @Nullable String awaited(long id, long written) throws InterruptedException {
        String known = schemas.get(id);
        while (known == null
                && view.isWaitedFor(
                        written, clocks.millis().getAsLong(), clocks.nanos().getAsLong())) {
            wait(STEP_MILLIS);
            known = schemas.get(id);
        }
        return known;
    }

    /** All schemas that are known, by their numbers. */
    Map<Long, String> schemas() {
        return schemas;
    }
}
