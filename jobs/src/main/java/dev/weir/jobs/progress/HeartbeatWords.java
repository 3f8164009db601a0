package dev.weir.jobs.progress;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;

/** Spells numbers, lists and times for a {@link Heartbeat}. */
final class HeartbeatWords {

    private static final double PERCENT = 100;

    private HeartbeatWords() {}

    static String several(long number, String one, String many) {
        return number == 1 ? "1 " + one + " waits" : number + " " + many + " wait";
    }

    static String list(List<String> parts) {
        int last = parts.size() - 1;
        return last == 0 ? parts.get(0) : String.join(", ", parts.subList(0, last)) + " and " + parts.get(last);
    }

    static String share(long part, long whole) {
        return String.format(Locale.ROOT, "%.1f %%", PERCENT * part / whole);
    }

    static String time(long millis) {
        return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Returns a duration in whole hours; if it is shorter than an hour, in whole minutes; if shorter than a minute, in seconds. */
    static String words(Duration length) {
        if (length.toHours() > 0) {
            return length.toHours() + " h";
        }
        return length.toMinutes() > 0 ? length.toMinutes() + " min" : length.toSeconds() + " s";
    }
}
