package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.embedded.EmbeddedBroker;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.SeriesWindow;
import dev.weir.operators.time.Window;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The results of a replay, with every message that was ever visible.
 *
 * @param due the ids of the releases of the schedule, from its definition
 * @param released all values ever visible, by release id
 * @param copies the number of their messages
 * @param exact all exact values ever written, by release id
 * @param counters the file of counters
 * @param letters code and bytes of each rejected record, by partition and offset
 */
record Visible(
        Set<String> due,
        Map<String, Set<String>> released,
        int copies,
        Map<String, Set<String>> exact,
        String counters,
        Map<String, String> letters) {

    /**
     * Reads the results of a replay.
     *
     * @param replay a replay that has ended
     */
    static Visible read(MadeUpReplay replay, Set<String> due) throws IOException {
        EmbeddedBroker broker = replay.broker();
        Map<String, Set<String>> released = new TreeMap<>();
        int[] copies = {0};
        broker.read(replay.topic("released"), message -> {
            add(text(message.key()), text(message.value()), released);
            copies[0]++;
        });
        Map<String, Set<String>> exact = new TreeMap<>();
        replay.exact().read(row -> {
            assertThat(exact).as("a release has one exact row").doesNotContainKey(row.releaseId());
            add(row.releaseId(), text(row.line()), exact);
        });
        Map<String, String> letters = new HashMap<>();
        broker.read(
                replay.topic("dead-letter"),
                letter -> letters.put(
                        header(letter, "partition") + "@" + header(letter, "offset"),
                        header(letter, "code") + " " + text(letter.value())));
        String counters = Files.readString(replay.secrets().resolve("counters.json"));
        return new Visible(due, released, copies[0], exact, counters, letters);
    }

    private static void add(String release, String line, Map<String, Set<String>> rows) {
        rows.computeIfAbsent(release, id -> new TreeSet<>()).add(line);
    }

    /** Returns the ids of the releases of a schedule. */
    static Set<String> due(Plan plan, Schedule schedule) {
        Set<String> ids = new TreeSet<>();
        for (PricedQuery priced : plan.queries()) {
            Window window = priced.query().window();
            for (String key : priced.query().keys().known()) {
                boolean isEncoded = !priced.query().keys().attributes().isEmpty();
                String encoded = isEncoded ? key : URLEncoder.encode(key, StandardCharsets.UTF_8);
                String prefix = plan.domain() + "/" + priced.query().name() + "/"
                        + priced.query().version() + "/" + encoded + "/";
                window.named().forEach(named -> addNamed(prefix, window, named, schedule, ids));
                long last = window.named().isEmpty() ? schedule.lastEnd(window) : Long.MIN_VALUE;
                for (long end = window.cellEnd(schedule.from()); end <= last; end += window.cellMillis()) {
                    ids.add(prefix + end);
                }
            }
        }
        return ids;
    }

    /** Adds the windows of a name that begin with the first step or later, and within the schedule. */
    private static void addNamed(
            String prefix, Window steps, SeriesWindow.Named named, Schedule schedule, Set<String> ids) {
        long first = steps.cellStart(schedule.from());
        for (long end = first; end <= schedule.lastEnd(steps); end += steps.cellMillis()) {
            if (named.endsAt(end) && named.start(end) >= first && named.start(end) < schedule.until()) {
                ids.add(prefix + named.name() + "/" + end);
            }
        }
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        return text(letter.headers().lastHeader(name).value());
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
