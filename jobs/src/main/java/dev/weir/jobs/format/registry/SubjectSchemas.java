package dev.weir.jobs.format.registry;

import dev.weir.jobs.format.registry.access.RegistrySettings;
import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.clock.PartitionClock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The schemas of a source by their numbers. All that is known is kept in state ({@link #toState}), so that after a restore the same bytes mean
 * the same, also while the registry is down. No number that a message names is asked for or remembered: see {@link SubjectView}. For use by one
 * thread.
 *
 * <p>State: in each subtask, for each schema of the subject its text, the names of registry and subject, and 29 bytes.
 *
 * <p>Which messages a schema is for ({@link #isFor}) is kept with it, so that a record that is read again after a restore has the verdict that it
 * had. A schema that was told after the checkpoint is told anew after the restore, with all that was decided by it undone. Subtasks ask for
 * themselves: the verdict of a record is a function of when it was written and of the views of the subtask that reads its partition. After a
 * restore all have the schemas of all, each from the earliest time.
 */
final class SubjectSchemas implements ResolvedSchemas {

    private static final Logger LOG = LoggerFactory.getLogger(SubjectSchemas.class);

    private final RegistrySettings settings;
    private final Function<Map<Long, ResolvedSchema>, SubjectWatch> watches;
    private @Nullable SubjectWatch watch;
    private @Nullable Thread asking;
    private long written = PartitionClock.NO_TIME;
    private boolean isDenialTold;

    /**
     * Creates an object that knows no schema yet. The registry is not asked before {@link #restore} or {@link #schema} is called.
     *
     * @param settings the registry
     */
    SubjectSchemas(RegistrySettings settings) {
        this(settings, known -> new SubjectWatch(new RegistryClient(settings), System::currentTimeMillis, known));
    }

    /**
     * @param settings the registry
     * @param watches makes the watch from the schemas that are known before
     */
    SubjectSchemas(RegistrySettings settings, Function<Map<Long, ResolvedSchema>, SubjectWatch> watches) {
        this.settings = settings;
        this.watches = watches;
    }

    @Override
    public void next(long slotWritten) {
        written = slotWritten;
    }

    /**
     * Returns the schema with a number that the last message names, which need not be for it: {@link #isFor}. Waits if the message may have been written after the registry was asked for all schemas.
     *
     * @param id the number
     * @return null if the subject does not have it as far as is known
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    @Nullable ResolvedSchema schema(long id) throws InterruptedException {
        ResolvedSchema found = started(Map.of()).schema(id, written);
        if (found == null) {
            tellDenial();
        }
        return found;
    }

    /**
     * Whether the last message is read by a schema. It is not if it was written so long before the registry told the schema that it may
     * have been read, and refused, before.
     *
     * @param schema the schema whose number it names
     */
    boolean isFor(ResolvedSchema schema) {
        boolean isFor = schema.readFrom() <= written;
        if (!isFor) {
            tellDenial();
        }
        return isFor;
    }

    /** Logs without the number, which is a part of a message. */
    private void tellDenial() {
        if (!isDenialTold) {
            LOG.warn(
                    "A message names a schema that subject {} does not have, or that the registry did not tell in time: it is a dead letter"
                            + " UNKNOWN_SCHEMA, and so are others like it",
                    settings.subject());
            isDenialTold = true;
        }
    }

    /** The watch is made where records are decoded, not where a job is built. */
    private SubjectWatch started(Map<Long, ResolvedSchema> known) {
        SubjectWatch current = watch;
        if (current == null) {
            current = watches.apply(known);
            asking = current.start();
            watch = current;
        }
        return current;
    }

    @Override
    public void close() {
        if (asking != null) {
            asking.interrupt();
        }
    }

    /** Returns each schema with its number and the registry that has given it. */
    @Override
    public List<byte[]> toState() {
        return started(Map.of()).schemas().entrySet().stream()
                .map(entry -> entry.getValue().bytes(settings, entry.getKey()))
                .toList();
    }

    /**
     * Takes what was told before a restore, and begins to ask. What another registry or subject has given is left out, because its numbers are
     * others. If nothing is left, waits until the registry has answered: a job that is restarted in an outage before its first checkpoint would
     * otherwise read its whole input as dead letters. Fails if the registry does not answer for {@link SubjectWatch#LONGEST_START}.
     *
     * @param schemas what {@link #toState} has returned, in any order, of any number of subtasks
     */
    @Override
    public void restore(List<byte[]> schemas) throws InterruptedException {
        Map<Long, ResolvedSchema> restored = new TreeMap<>();
        schemas.forEach(bytes -> ResolvedSchema.read(settings, bytes, restored));
        SubjectWatch current = started(restored);
        if (restored.isEmpty()) {
            current.awaitFirst();
        }
    }
}
