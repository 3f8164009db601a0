package dev.weir.jobs.config.warning;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.grammar.Field;
import dev.weir.jobs.config.grammar.Section;
import dev.weir.jobs.config.section.CheckpointReader;
import dev.weir.jobs.config.section.ClockReader;
import dev.weir.jobs.config.warning.ReadFile.ReadQuery;
import dev.weir.operators.time.Durations;
import java.time.Duration;
import java.time.Instant;

/** Rules about clocks and checkpoints that lose valid records or delay releases. */
final class ClockRules {

    private static final Duration LONGEST_STALL = Duration.ofSeconds(15);
    private static final Duration BROKER_ENDS_TRANSACTIONS = Duration.ofMinutes(15);
    private static final Duration LONG_IDLE = Duration.ofHours(1);
    private static final Duration LONG_SKEW = Duration.ofDays(31);

    private ClockRules() {}

    /**
     * Warns of a hold that is shorter than the time for which a broker lets a transaction stay open, because windows
     * would close before the transaction ends.
     */
    static void shortHold(ReadFile file) {
        Duration hold = file.pipeline().clock().hold();
        if (file.isLive() && hold.compareTo(BROKER_ENDS_TRANSACTIONS) < 0) {
            warn(
                    file,
                    ClockReader.HOLD,
                    "a broker lets transactions stay open for 15m unless told otherwise, was " + Durations.text(hold));
        }
    }

    /**
     * Warns of an idle time that is shorter than the time for which writing dead letters can block the thread that
     * reads the input.
     */
    static void shortIdle(ReadFile file) {
        Duration idle = file.pipeline().clock().idle();
        if (file.isLive() && idle.compareTo(LONGEST_STALL) < 0) {
            warn(
                    file,
                    ClockReader.IDLE,
                    "a dead-letter topic that does not answer can hold a reader up for 10s, and its partition would count"
                            + " as idle; use 15s or more, was " + Durations.text(idle));
        }
    }

    static void longIdle(ReadFile file) {
        Duration idle = file.pipeline().clock().idle();
        if (file.isLive() && idle.compareTo(LONG_IDLE) > 0) {
            warn(
                    file,
                    ClockReader.IDLE,
                    "a partition without records holds all windows open for so long, was " + Durations.text(idle));
        }
    }

    static void longDelay(ReadFile file) {
        long delay = file.plan().timing().delayMillis();
        for (ReadQuery query : file.queries()) {
            long cell = query.query().window().cellMillis();
            if (delay > cell) {
                warn(
                        file,
                        ClockReader.DELAY,
                        "is longer than a window or step of query "
                                + query.query().name() + " (" + Durations.text(cell)
                                + "): every release comes so late, was " + Durations.text(delay));
                return;
            }
        }
    }

    static void longSkew(ReadFile file) {
        long skew = file.plan().timing().maxSkewMillis();
        if (skew > LONG_SKEW.toMillis()) {
            warn(
                    file,
                    ClockReader.MAX_SKEW,
                    "records that are dated so far ahead are believed, and their windows kept until then, was "
                            + Durations.text(skew));
        }
    }

    static void shortSpan(ReadFile file) {
        Instant start = file.pipeline().clock().start();
        Instant until = file.pipeline().clock().until();
        if (start == null || until == null) {
            return;
        }
        long span = Duration.between(start, until).toMillis();
        for (ReadQuery query : file.queries()) {
            if (query.query().window().cellMillis() > span) {
                warn(
                        file,
                        ClockReader.UNTIL,
                        "is sooner after start than one window of query "
                                + query.query().name() + " lasts");
                return;
            }
        }
    }

    static void trustedBroker(ReadFile file) {
        Clock clock = file.pipeline().clock();
        if (file.isLive() && clock.trusted() && clock.by() == Clock.By.APPEND_TIME) {
            warn(file, ClockReader.TRUSTED, "has no effect with append-time: nobody needs to be trusted");
        }
    }

    /** Warns of rare checkpoints, because rows are published only after the checkpoint that holds them. */
    static void rareCheckpoints(ReadFile file) {
        long every = file.pipeline().checkpoint().every().toMillis();
        Section checkpoint = file.section(CheckpointReader.CHECKPOINT);
        for (ReadQuery query : file.queries()) {
            long cell = query.query().window().cellMillis();
            if (file.isLive() && checkpoint.has(CheckpointReader.EVERY) && every > cell) {
                file.warn(
                        checkpoint,
                        CheckpointReader.EVERY,
                        "rows are published by checkpoints, and windows or steps of query "
                                + query.query().name() + " are shorter (" + Durations.text(cell) + "), was "
                                + Durations.text(every));
                return;
            }
        }
    }

    private static void warn(ReadFile file, Field<?> field, String sentence) {
        file.warn(file.section(ClockReader.CLOCK), field, sentence);
    }
}
