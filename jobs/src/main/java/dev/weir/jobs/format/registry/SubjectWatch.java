package dev.weir.jobs.format.registry;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
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
 * {@value #MOST_VERSIONS} versions at most and {@value #MOST_CHARACTERS} characters in all, of which each subtask reads those of all
 * subtasks at a restore. What state has is kept beyond that.
 */
final class SubjectWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SubjectWatch.class);

    private static final int MOST_VERSIONS = 1000;
    private static final int MOST_CHARACTERS = 2 << 20;
    private static final long STEP_MILLIS = 100;

    /** How long a job that knows no schema waits for the registry before it fails. */
    static final Duration LONGEST_START = Duration.ofMinutes(10);

    private final RegistryClient client;
    private final LongSupplier clock;
    private final Map<Long, ResolvedSchema> schemas;
    private final Set<Integer> seen = new HashSet<>();

    /** Versions whose references were not told in time, in the order in which they are asked for again. */
    private final Set<Integer> slow = new LinkedHashSet<>();

    private SubjectView view;
    private long newest = Long.MIN_VALUE;
    private long characters;
    private String why = "has not been asked";
    private boolean isSilenceTold;
    private boolean isExcessTold;
    private boolean isGapTold;

    /**
     * @param client asks the registry
     * @param clock the time of day, epoch milliseconds
     * @param known the schemas that are known from before, by their numbers
     */
    SubjectWatch(RegistryClient client, LongSupplier clock, Map<Long, ResolvedSchema> known) {
        this.client = client;
        this.clock = clock;
        this.schemas = new ConcurrentSkipListMap<>(known);
        this.characters = known.values().stream()
                .mapToLong(schema -> schema.text().length())
                .sum();
        this.view = SubjectView.none(!known.isEmpty(), now());
    }

    /** The time, which stands still where the clock is set back. */
    private synchronized long now() {
        newest = Math.max(newest, clock.getAsLong());
        return newest;
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
                while (hasAsked()) {
                    Thread.sleep(SubjectView.EVERY.toMillis());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        /** Keeps no reference between two views. */
        private boolean hasAsked() throws InterruptedException {
            SubjectWatch current = watch.get();
            if (current != null) {
                current.ask();
            }
            return current != null;
        }
    }

    /** Asks once for all schemas that are new, the newest first. A version that cannot be read does not keep the others from being known. */
    void ask() throws InterruptedException {
        long begun = now();
        try {
            List<Integer> listed = newestFirst(client.versions());
            if (hasAll(listed)) {
                done(begun);
            } else {
                tellSilence(new RegistrySilent("has not told in time what all schemas refer to"));
            }
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

    /**
     * Asks for the versions that are new, and then for those whose references were not told in time before, which keep no view from being complete.
     *
     * @return whether each of the others was asked for with what it refers to. Of a view for which it is not, the first version with references that was
     *     asked for is known, or is slow, so that a later view is complete
     */
    private boolean hasAll(List<Integer> listed) throws RegistrySilent, InterruptedException {
        seen.retainAll(listed);
        slow.retainAll(listed);
        List<Integer> last = List.copyOf(slow);
        References references = client.references();
        boolean hasAll = true;
        for (int version : listed) {
            if (!seen.contains(version) && !last.contains(version)) {
                hasAll &= take(version, references);
            }
        }
        for (int version : last) {
            if (!references.isOver()) {
                take(version, references);
            }
        }
        return hasAll;
    }

    /** Asks for a version. Returns whether there was time for what it refers to. */
    private boolean take(int version, References references) throws RegistrySilent, InterruptedException {
        ToldVersion told = client.version(version, references);
        switch (told.references()) {
            case TOLD -> take(version, told.schema());
            case EXCLUDED -> {
                LOG.warn(
                        "Version {} of the subject refers to schemas that the registry does not have, or that are too many or too long: its"
                                + " messages are dead letters UNKNOWN_SCHEMA",
                        version);
                seen(version);
            }
            case SLOW -> {
                slow.remove(version);
                slow.add(version);
                tellGap(version);
            }
            case UNASKED -> {
                return false;
            }
        }
        return true;
    }

    private void take(int version, @Nullable RegisteredSchema schema) {
        if (schema == null) {
            tellGap(version);
        } else {
            seen(version);
            keep(schema);
        }
    }

    private void seen(int version) {
        seen.add(version);
        slow.remove(version);
    }

    private void tellGap(int version) {
        if (!isGapTold) {
            LOG.warn(
                    "The schema registry lists version {} of the subject and does not tell it or what it refers to, or it is too long: it is asked for again, and"
                            + " until then its messages are dead letters UNKNOWN_SCHEMA",
                    version);
            isGapTold = true;
        }
    }

    private synchronized void keep(RegisteredSchema schema) {
        ResolvedSchema known = schemas.get(schema.id());
        if (known != null) {
            if (!known.text().equals(schema.text())) {
                LOG.warn(
                        "The schema registry tells another schema for number {} than before: that from before is kept",
                        schema.id());
            }
        } else if (schema.type().equals(client.type()) && hasRoom(schema.text())) {
            characters += schema.text().length();
            schemas.put(schema.id(), new ResolvedSchema(schema.text(), view.readFrom(now())));
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
        view = view.next(begun);
        isSilenceTold = false;
        notifyAll();
    }

    private synchronized void tellSilence(RegistrySilent silence) {
        why = silence.why();
        if (!isSilenceTold) {
            LOG.warn(
                    "The schema registry {}: messages with schemas that are not known are waited for until {} s after they were"
                            + " written, and are dead letters UNKNOWN_SCHEMA if it has not answered by then",
                    why,
                    SubjectView.PATIENCE.toSeconds());
            isSilenceTold = true;
        }
    }

    /**
     * Waits until the registry has told all schemas once.
     *
     * @throws IllegalStateException with the cause, if it has not after {@link #LONGEST_START}
     */
    synchronized void awaitFirst() throws InterruptedException {
        long end = now() + LONGEST_START.toMillis();
        while (view.isFirstAwaited()) {
            if (now() > end) {
                throw new IllegalStateException("source.registry: the schema registry " + why + ", for "
                        + LONGEST_START.toMinutes() + " minutes, and no schema is known from before");
            }
            wait(STEP_MILLIS);
        }
    }

    /**
     * Returns the schema with a number, after waiting for the next view if the message may be newer than the last one. The message is read by it
     * if it was written late enough: {@link SubjectView#readFrom}.
     *
     * @param id the number
     * @param written when the message was written, epoch milliseconds; {@link Long#MIN_VALUE} if it does not say
     * @return null if the subject does not have it as far as is known
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    @Nullable ResolvedSchema schema(long id, long written) throws InterruptedException {
        ResolvedSchema known = schemas.get(id);
        return known != null ? known : awaited(id, written);
    }

    /** Looks for the schema under the lock, and after the time was taken. */
    private synchronized @Nullable ResolvedSchema awaited(long id, long written) throws InterruptedException {
        while (!schemas.containsKey(id) && view.isWaitedFor(written, now())) {
            wait(STEP_MILLIS);
        }
        return schemas.get(id);
    }

    /** All schemas that are known, by their numbers. */
    Map<Long, ResolvedSchema> schemas() {
        return schemas;
    }
}
