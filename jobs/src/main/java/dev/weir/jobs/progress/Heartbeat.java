package dev.weir.jobs.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Describes in words the state of a job in this process. It says how many rows have been released since the process began, over
 * all attempts, and when the next ones are due. If releases are late, it says which queries are late, or for how long nothing
 * at all has been released, and what the job waits for. The shares of refused records are exact, because the console of the
 * person who runs a job is in the trusted base.
 */
final class Heartbeat {

    /** The time without releases from which the heartbeat says that nothing is released, if all queries are late. */
    private static final Duration SILENCE = Duration.ofSeconds(10);

    private final InstantSource clock;
    private final Figures figures = new Figures();
    private final Figures own = new Figures();
    private final Map<String, Figures> queries = new ConcurrentSkipListMap<>();
    private final Map<String, Figures> exact = new ConcurrentSkipListMap<>();
    private long known;
    private Instant lastReleased;

    Heartbeat(InstantSource clock) {
        this.clock = clock;
        this.lastReleased = clock.instant();
    }

    /** The public figures of the whole job. */
    Figures ofJob() {
        return figures;
    }

    /** The exact figures of the whole job. */
    Figures exactOfJob() {
        return own;
    }

    /** The public figures of a query. */
    Figures ofQuery(String query) {
        return queries.computeIfAbsent(query, name -> new Figures());
    }

    /** The exact counters of a query. */
    Figures exactOf(String query) {
        return exact.computeIfAbsent(query, name -> new Figures());
    }

    /** The state of the job in one line; empty before an attempt has metrics. */
    String line() {
        if (figures.haveEnded()) {
            return "not running, being restarted; " + released() + " so far";
        }
        if (figures.isEmpty()) {
            return "";
        }
        noteReleases();
        List<String> parts = new ArrayList<>();
        parts.add(state());
        foreign().ifPresent(parts::add);
        held("releasesHeldMs", "the topic of releases", "who reads committed records alone sees nothing behind it")
                .ifPresent(parts::add);
        held("ledgerHeldMs", "the ledger", "a start would wait for its end").ifPresent(parts::add);
        exact.forEach((query, its) -> RefusedShares.words(query, its).ifPresent(parts::add));
        return String.join("; ", parts);
    }

    /**
     * A warning with the number of unreadable records that others have written into the ledger; empty if there are
     * none.
     */
    private Optional<String> foreign() {
        long records = own.counted("foreignRecords");
        return records == 0
                ? Optional.empty()
                : Optional.of("SOMEBODY ELSE WRITES INTO THE LEDGER: " + records
                        + (records == 1 ? " record that cannot" : " records that cannot") + " be read, see the log");
    }

    /**
     * A warning about an open transaction on a topic; empty if there is no open transaction. The job itself does not wait for
     * the end of the transaction.
     */
    private Optional<String> held(String gauge, String topic, String consequence) {
        OptionalLong millis = figures.gauged(gauge);
        return millis.orElse(0) == 0
                ? Optional.empty()
                : Optional.of("somebody's transaction on " + topic + " has been open for "
                        + HeartbeatWords.words(Duration.ofMillis(millis.getAsLong())) + ": " + consequence);
    }

    private void noteReleases() {
        long now = figures.counted("batches");
        if (now > known) {
            known = now;
            lastReleased = clock.instant();
        }
    }

    private String state() {
        List<String> late = queries.entrySet().stream()
                .filter(query -> isLate(query.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (late.isEmpty()) {
            return onTime();
        }
        Duration silence = Duration.between(lastReleased, clock.instant());
        String who = late.size() == queries.size() && silence.compareTo(SILENCE) >= 0
                ? "nothing released for " + HeartbeatWords.words(silence) + ": "
                : "late: " + (late.size() == 1 ? "query " : "queries ") + String.join(", ", late) + "; ";
        return who + reason() + "; " + released() + " so far";
    }

    private boolean isLate(Figures query) {
        OptionalLong due = due(query);
        return due.isPresent() && clock.millis() > due.getAsLong();
    }

    /** The time by which the next window of a query must be visible, epoch milliseconds; empty if it is not known. */
    private static OptionalLong due(Figures query) {
        OptionalLong until = query.gauged("publishedUntilMs");
        OptionalLong after = query.gauged("dueMs");
        return until.isPresent() && after.isPresent()
                ? OptionalLong.of(until.getAsLong() + after.getAsLong())
                : OptionalLong.empty();
    }

    private String onTime() {
        OptionalLong next = queries.values().stream()
                .map(Heartbeat::due)
                .flatMapToLong(OptionalLong::stream)
                .min();
        return released()
                + (next.isPresent() ? "; the next are due by " + HeartbeatWords.time(next.getAsLong()) : "")
                + waiting();
    }

    private String waiting() {
        return cause().map(cause -> "; " + cause).orElse("");
    }

    private String reason() {
        return cause().orElse("no checkpoint has completed since, or the job still reads older records");
    }

    private Optional<String> cause() {
        long batches = figures.gauged("heldBatches").orElse(0);
        long partitions = figures.gauged("heldPartitions").orElse(0);
        if (batches > 0) {
            return Optional.of(HeartbeatWords.several(batches, "batch", "batches") + " for the ledger");
        }
        long silent = figures.gauged("inputSilent").orElse(0);
        if (silent > 0) {
            return Optional.of(
                    silent == 1
                            ? "the brokers do not say how far the input goes"
                            : "the brokers do not know the topic that is read: was it deleted?");
        }
        return partitions > 0
                ? Optional.of(
                        HeartbeatWords.several(partitions, "partition", "partitions") + " for an open transaction")
                : Optional.empty();
    }

    private String released() {
        long values = figures.counted("releases");
        long withheld = figures.counted("withheld");
        String rows = values == 1 ? "1 row released" : values + " rows released";
        return withheld == 0 ? rows : rows + ", " + withheld + " withheld";
    }
}
