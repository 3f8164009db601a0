package dev.weir.jobs.format.registry;

import dev.weir.operators.admit.Learning;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schemas of a source by their numbers. What a number means is asked once, kept in state ({@link #learnt}) and never asked again; a number
 * that the registry denies stays denied. While the registry does not answer, {@link #schema} waits for as long as {@code wait} allows, counted
 * from the beginning of the outage and not for each record: what comes later is not waited for. For use by one thread.
 *
 * <p>Memory: a schema's text for each number of the subject, and at most {@value #MOST_DENIED} numbers that were denied, of which the oldest is
 * forgotten first and asked for again.
 */
public final class SchemaBook implements Learning {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaBook.class);

    private static final int MOST_DENIED = 10_000;
    private static final long PAUSE_MILLIS = 200;
    private static final int ATTEMPTS = 3;

    private final RegistrySettings settings;
    private final Map<Long, RegistryAnswer.Known> known = new TreeMap<>();
    private final Map<Long, RegistryAnswer.Denied> denied = new Oldest();
    private @Nullable Asking asking;
    private boolean isDenialTold;
    private boolean isSilenceTold;

    /** The client of the registry and the watch over it. They are made where records are decoded, not where a job is built. */
    private record Asking(RegistryClient client, RegistryHealth health) {

        static Asking of(RegistrySettings settings) {
            RegistryClient client = new RegistryClient(settings);
            RegistryHealth health = new RegistryHealth(client, System::nanoTime);
            health.start();
            return new Asking(client, health);
        }
    }

    /** Forgets the number that was denied first once there are too many. */
    private static final class Oldest extends LinkedHashMap<Long, RegistryAnswer.Denied> {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RegistryAnswer.Denied> eldest) {
            return size() > MOST_DENIED;
        }
    }

    /**
     * Creates a book in which nothing is known yet. The registry is not asked before {@link #learn} or {@link #schema} is called.
     *
     * @param settings the registry
     */
    public SchemaBook(RegistrySettings settings) {
        this.settings = settings;
    }

    /**
     * Returns what a number means, after waiting for the registry if it has to be asked and does not answer.
     *
     * @param id the number
     * @return {@code None} if the registry has not answered for as long as records wait
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    public RegistryAnswer schema(long id) throws InterruptedException {
        RegistryAnswer.Known found = known.get(id);
        if (found != null) {
            return found;
        }
        RegistryAnswer.Denied refused = denied.get(id);
        return refused != null ? refused : remembered(id, asked(id));
    }

    private RegistryAnswer remembered(long id, RegistryAnswer answer) {
        if (answer instanceof RegistryAnswer.Known schema) {
            known.put(id, schema);
        } else if (answer instanceof RegistryAnswer.Denied refused) {
            denied.put(id, refused);
            tellDenial(refused);
        }
        return answer;
    }

    private RegistryAnswer asked(long id) throws InterruptedException {
        Asking current = started();
        RegistryAnswer answer = new RegistryAnswer.None("has not answered for source.registry.wait");
        int failures = 0;
        while (failures < ATTEMPTS && !current.health().isDownFor(settings.patience())) {
            answer = current.client().schema(id);
            if (!(answer instanceof RegistryAnswer.None silent)) {
                isSilenceTold = false;
                return answer;
            }
            tellSilence(silent);
            failures += current.health().answers() ? 1 : 0;
            Thread.sleep(PAUSE_MILLIS);
        }
        return answer;
    }

    /** The watch begins when a job starts, and not with a record. */
    private Asking started() {
        Asking current = asking == null ? Asking.of(settings) : asking;
        asking = current;
        return current;
    }

    /** Logs without the number, which is a part of a record. */
    private void tellDenial(RegistryAnswer.Denied answer) {
        if (!isDenialTold) {
            LOG.warn(
                    "A message has the number of a schema that {}: it is a dead letter UNKNOWN_SCHEMA, and so are others like it",
                    answer.why());
            isDenialTold = true;
        }
    }

    private void tellSilence(RegistryAnswer.None answer) {
        if (!isSilenceTold) {
            LOG.warn(
                    "The schema registry {}: messages with schemas that are not known yet are waited for, {} at most",
                    answer.why(),
                    settings.patience());
            isSilenceTold = true;
        }
    }

    /** Returns each schema with its number and the registry that has given it. */
    @Override
    public List<byte[]> learnt() {
        return known.entrySet().stream()
                .map(entry -> LearntSchema.bytes(
                        settings, entry.getKey(), entry.getValue().schema()))
                .toList();
    }

    /**
     * Takes what was learnt before a restore. What another registry or subject has given is left out, because its numbers are others.
     *
     * @param schemas what {@link #learnt} has returned, in any order, of any number of books
     */
    @Override
    public void learn(List<byte[]> schemas) {
        started();
        Map<Long, String> restored = new HashMap<>();
        schemas.forEach(bytes -> LearntSchema.read(settings, bytes, restored));
        restored.forEach((id, schema) -> known.putIfAbsent(id, new RegistryAnswer.Known(schema)));
    }
}
