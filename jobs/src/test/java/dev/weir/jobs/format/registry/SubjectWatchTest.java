package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.registry.StandInRegistry.State;
import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which messages wait for a registry, and which are read, by a clock that stands still until it is moved. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class SubjectWatchTest {

    private static final long MARGIN = SubjectView.MARGIN;
    private static final long HOLD = SubjectView.HOLD;
    private static final long START = 1_000_000;
    private static final ResolvedSchema OLD = new ResolvedSchema("from state", Long.MIN_VALUE);

    private final AtomicLong millis = new AtomicLong(START);

    @SuppressWarnings("NullAway.Init")
    private StandInRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry().with(1, "rides-value", "first");
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private RegistrySettings settings() {
        return new RegistrySettings(
                registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.AVRO);
    }

    private SubjectWatch watch(Map<Long, ResolvedSchema> known) {
        return new SubjectWatch(new RegistryClient(settings(), Duration.ofMinutes(1)), millis::get, known);
    }

    /** The text by which a message is read; null if it is refused. */
    private static @Nullable String verdict(SubjectWatch watch, long id, long written) throws InterruptedException {
        ResolvedSchema found = watch.schema(id, written);
        return found != null && found.readFrom() <= written ? found.text() : null;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> later(Callable<T> call) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return call.call();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
    }

    private static CompletableFuture<@Nullable String> reading(SubjectWatch watch, long id, long written) {
        return later(() -> verdict(watch, id, written));
    }

    /** Its producer had registered the schema before it wrote the message, and after the registry was asked last. */
    @Test
    void a_message_that_is_newer_than_the_last_view_waits_for_the_next_one() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        registry.with(2, "rides-value", "second");
        CompletableFuture<@Nullable String> reading = reading(watch, 2, START);
        assertThat(verdict(watch, 1, START)).isEqualTo("first");
        millis.addAndGet(MARGIN);
        assertThat(reading).isNotDone();
        watch.ask();
        assertThat(reading.get()).isEqualTo("second");
    }

    @Test
    void made_up_numbers_of_a_backlog_wait_for_one_view_in_all() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        CompletableFuture<@Nullable String> first = reading(watch, 77, START);
        millis.addAndGet(MARGIN);
        watch.ask();
        assertThat(first.get()).isNull();
        int questions = registry.questions().size();
        for (long id = 100; id < 1100; id++) {
            assertThat(verdict(watch, id, START)).isNull();
        }
        assertThat(registry.questions()).hasSize(questions);
    }

    @Test
    void while_the_registry_is_down_a_message_waits_until_the_public_time_after_it_was_written() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        registry.become(State.DOWN);
        CompletableFuture<@Nullable String> waiting = reading(watch, 2, START);
        millis.addAndGet(HOLD);
        watch.ask();
        assertThat(waiting).isNotDone();
        millis.addAndGet(1);
        assertThat(waiting.get()).isNull();
        assertThat(verdict(watch, 2, START)).isNull();
        assertThat(verdict(watch, 1, START)).isEqualTo("first");
        registry.with(2, "rides-value", "second").become(State.UP);
        watch.ask();
        assertThat(verdict(watch, 2, START)).isNull();
        assertThat(verdict(watch, 2, START + 1)).isEqualTo("second");
    }

    /** The fault that this rule excludes: a made-up number of one person makes its task read all others' messages later. */
    @Test
    void a_made_up_number_before_a_batch_changes_no_verdict_of_the_batch_when_the_registry_returns() throws Exception {
        Map<Long, @Nullable String> without = batchAcrossTheReturn(false);
        Map<Long, @Nullable String> with = batchAcrossTheReturn(true);
        assertThat(with).isEqualTo(without);
        assertThat(without)
                .containsEntry(START, null)
                .containsEntry(START + 1000, null)
                .containsEntry(START + 2000, "second")
                .containsEntry(START + 3000, "second");
    }

    /** Reads messages that were written each second of an outage that ends ten seconds after its start, and says how they were read. */
    private Map<Long, @Nullable String> batchAcrossTheReturn(boolean isDelayed) throws Exception {
        millis.set(START - MARGIN);
        registry.become(State.UP);
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        registry.become(State.DOWN);
        Map<Long, @Nullable String> verdicts = new HashMap<>();
        millis.set(START + HOLD + 1);
        if (isDelayed) {
            CompletableFuture<@Nullable String> madeUp = reading(watch, 77, START + 1500);
            assertThat(madeUp).isNotDone();
            returning(watch);
            assertThat(madeUp.get()).isNull();
        } else {
            verdicts.put(START, verdict(watch, 2, START));
            CompletableFuture<@Nullable String> second = reading(watch, 2, START + 1000);
            millis.set(START + HOLD + 1001);
            verdicts.put(START + 1000, second.get());
            returning(watch);
        }
        for (long written = START; written <= START + 3000; written += 1000) {
            if (!verdicts.containsKey(written)) {
                verdicts.put(written, verdict(watch, 2, written));
            }
        }
        return verdicts;
    }

    private void returning(SubjectWatch watch) throws InterruptedException {
        millis.set(START + HOLD + 2000);
        registry.with(2, "rides-value", "second").become(State.UP);
        watch.ask();
        registry.remove(2);
    }

    /** The bytes that were read by a schema must mean the same after a restart. */
    @Test
    void a_number_keeps_the_schema_that_it_had_before_a_restart() throws Exception {
        SubjectWatch watch = watch(Map.of(1L, OLD));
        watch.ask();
        assertThat(verdict(watch, 1, START)).isEqualTo("from state");
        assertThat(watch.schemas()).containsExactly(Map.entry(1L, OLD));
    }

    @Test
    void a_page_of_a_proxy_is_no_view() throws Exception {
        registry.become(State.PAGE);
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        CompletableFuture<@Nullable String> reading = reading(watch, 1, Long.MIN_VALUE);
        assertThat(reading).isNotDone();
        registry.become(State.UP);
        watch.ask();
        assertThat(reading.get()).isEqualTo("first");
    }

    /** Anybody who may register a schema could otherwise stop all jobs that read the subject. */
    @Test
    void a_version_that_is_too_long_or_not_told_holds_up_no_other_and_is_asked_for_again() throws Exception {
        registry.with(2, "rides-value", "2".repeat(1 << 20))
                .with(3, "rides-value", "third")
                .with(4, "rides-value", "fourth");
        registry.breakSchema(3, true);
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        watch.awaitFirst();
        assertThat(watch.schemas()).containsOnlyKeys(1L, 4L);
        assertThat(verdict(watch, 3, START - MARGIN)).isNull();
        registry.breakSchema(3, false);
        watch.ask();
        assertThat(watch.schemas()).containsOnlyKeys(1L, 3L, 4L);
        assertThat(verdict(watch, 3, START - MARGIN)).isNull();
        assertThat(verdict(watch, 3, START)).isEqualTo("third");
        assertThat(registry.questions().stream().filter(question -> question.contains("/versions/4?")))
                .hasSize(1);
    }

    @Test
    void the_thread_asks_by_itself_and_ends_when_it_is_interrupted() throws Exception {
        SubjectWatch watch = watch(Map.of());
        Thread asking = watch.start();
        assertThat(verdict(watch, 1, Long.MIN_VALUE)).isEqualTo("first");
        asking.interrupt();
        asking.join();
        assertThat(asking.isAlive()).isFalse();
    }

    /** Without this, a job that is restarted in an outage before its first checkpoint would lose all that it reads meanwhile. */
    @Test
    void a_job_that_knows_no_schema_reads_nothing_before_the_registry_has_answered() throws Exception {
        registry.become(State.DOWN);
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        CompletableFuture<@Nullable String> starting = later(() -> {
            watch.awaitFirst();
            return verdict(watch, 1, Long.MIN_VALUE);
        });
        millis.addAndGet(2 * HOLD);
        assertThat(starting).isNotDone();
        registry.become(State.UP);
        watch.ask();
        assertThat(starting.get()).isEqualTo("first");
    }

    @Test
    void a_job_that_knows_no_schema_fails_with_the_cause_if_the_registry_does_not_answer_for_long() throws Exception {
        registry.become(State.PAGE);
        SubjectWatch watch = watch(Map.of());
        watch.ask();
        CompletableFuture<String> starting = later(() -> {
            watch.awaitFirst();
            return "started";
        });
        while (!starting.isDone()) {
            millis.addAndGet(SubjectWatch.LONGEST_START.toMillis() + 1);
        }
        assertThatThrownBy(starting::get)
                .hasRootCauseInstanceOf(IllegalStateException.class)
                .hasMessageContaining("source.registry: the schema registry does not speak the API of a schema registry"
                        + " at this address (404), for 10 minutes");
    }
}
