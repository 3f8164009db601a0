package dev.weir.jobs.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.SimpleCounter;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HeartbeatTest {

    private static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private Instant now = NOON;
    private final Heartbeat heartbeat = new Heartbeat(() -> now);
    private final Counter releases = new SimpleCounter();
    private final Counter batches = new SimpleCounter();

    /**
     * Starts an attempt of a job with a query {@code edits}, whose rows are visible up to noon, with the next ones due 90 s
     * later.
     */
    private void attempt() {
        heartbeat.ofJob().add("releases", releases);
        heartbeat.ofJob().add("batches", batches);
        query("edits", NOON);
    }

    private void query(String name, Instant until) {
        heartbeat.ofQuery(name).add("publishedUntilMs", (Gauge<Long>) until::toEpochMilli);
        heartbeat.ofQuery(name).add("dueMs", (Gauge<Long>) () -> 90_000L);
    }

    private void gauge(String name, int value) {
        heartbeat.ofJob().add(name, (Gauge<Integer>) () -> value);
    }

    private void after(Duration time) {
        now = now.plus(time);
    }

    @Test
    void nothing_is_said_before_an_attempt_shows_anything() {
        assertThat(heartbeat.line()).isEmpty();
    }

    @Test
    void a_job_that_is_in_time_says_what_it_has_released_and_when_more_is_due() {
        attempt();
        releases.inc(240);
        assertThat(heartbeat.line()).isEqualTo("240 rows released; the next are due by 2026-03-02T12:01:30Z");
    }

    @Test
    void a_job_that_is_late_says_for_how_long_and_what_it_waits_for() {
        attempt();
        batches.inc();
        heartbeat.line();
        gauge("heldPartitions", 1);
        after(Duration.ofSeconds(250));
        assertThat(heartbeat.line())
                .isEqualTo(
                        "nothing released for 4 min: 1 partition waits for an open transaction; 0 rows released so far");
        gauge("inputSilent", 1);
        assertThat(heartbeat.line()).contains("4 min: the brokers do not say how far the input goes; ");
        gauge("inputSilent", 2);
        assertThat(heartbeat.line())
                .contains("4 min: the brokers do not know the topic that is read: was it deleted?; ");
        gauge("heldBatches", 2);
        assertThat(heartbeat.line()).contains("4 min: 2 batches wait for the ledger; ");
    }

    @Test
    void a_transaction_that_holds_up_readers_of_what_the_job_writes_is_said_though_the_job_is_in_time() {
        attempt();
        gauge("ledgerHeldMs", 0);
        gauge("releasesHeldMs", 70_000);
        assertThat(heartbeat.line())
                .endsWith(
                        "by 2026-03-02T12:01:30Z; somebody's transaction on the topic of releases has been open for 1 min:"
                                + " who reads committed records alone sees nothing behind it");
        gauge("releasesHeldMs", 0);
        gauge("ledgerHeldMs", 25_000);
        assertThat(heartbeat.line())
                .endsWith(
                        "; somebody's transaction on the ledger has been open for 25 s: a start would wait for its end");
    }

    @Test
    void a_job_that_catches_up_is_behind_and_not_silent() {
        attempt();
        after(Duration.ofSeconds(250));
        batches.inc();
        assertThat(heartbeat.line())
                .startsWith("late: query edits; no checkpoint has completed since, or the job still reads older");
    }

    @Test
    void one_query_that_is_late_beside_others_is_named() {
        attempt();
        query("slow", NOON.minusSeconds(600));
        assertThat(heartbeat.line()).startsWith("late: query slow; no checkpoint has completed");
    }

    @Test
    void counters_go_on_over_restarts_of_the_job() {
        attempt();
        releases.inc(5);
        heartbeat.ofJob().remove("releases", releases);
        heartbeat.ofJob().remove("batches", batches);
        assertThat(heartbeat.line()).isEqualTo("not running, being restarted; 5 rows released so far");
        Counter second = new SimpleCounter();
        second.inc(2);
        heartbeat.ofJob().add("releases", second);
        assertThat(heartbeat.line()).startsWith("7 rows released");
        Counter third = new SimpleCounter();
        heartbeat.ofJob().add("releases", third);
        heartbeat.ofJob().remove("releases", second);
        assertThat(heartbeat.line()).startsWith("7 rows released");
    }

    @Test
    void what_somebody_else_has_written_into_the_ledger_is_said_until_the_process_ends() {
        attempt();
        Counter foreign = new SimpleCounter();
        heartbeat.exactOfJob().add("foreignRecords", foreign);
        assertThat(heartbeat.line()).doesNotContain("LEDGER");
        foreign.inc(3);
        heartbeat.exactOfJob().remove("foreignRecords", foreign);
        assertThat(heartbeat.line())
                .endsWith("; SOMEBODY ELSE WRITES INTO THE LEDGER: 3 records that cannot be read, see the log");
    }

    @Test
    void the_shares_of_refused_records_are_said() {
        attempt();
        count("READ", 17_529);
        count("LATE", 8191);
        count("MALFORMED", 0);
        count("ACCOUNT", 35);
        count("COUNTED", 9303);
        assertThat(heartbeat.line())
                .endsWith("; query edits did not count 46.7 % (LATE) and 0.2 % (ACCOUNT) of 17529 records");
        count("MALFORMED", 35);
        assertThat(heartbeat.line())
                .endsWith("count 0.2 % (MALFORMED), 46.7 % (LATE) and 0.2 % (ACCOUNT) of 17529 records");
    }

    private void count(String name, long value) {
        heartbeat.exactOf("edits").add(name, (Gauge<Long>) () -> value);
    }
}
