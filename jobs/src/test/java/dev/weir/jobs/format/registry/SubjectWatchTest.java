package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.format.registry.StandInRegistry.State;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests which messages wait for a registry, by clocks that stand still until they are moved. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class SubjectWatchTest {

    private static final long MARGIN = SubjectView.MARGIN.toMillis();
    private static final long HOLD = SubjectView.HOLD.toNanos();
    private static final long START = 1_000_000;

    private final AtomicLong millis = new AtomicLong(START);
    private final AtomicLong nanos = new AtomicLong(-5);

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

    private SubjectWatch watch(Map<Long, String> known) {
        RegistrySettings settings =
                new RegistrySettings(registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true);
        RegistryClient client = new RegistryClient(settings, Duration.ofMinutes(1));
        return new SubjectWatch(client, new SubjectWatch.Clocks(millis::get, nanos::get), known);
    }

    private static CompletableFuture<@Nullable String> reading(SubjectWatch watch, long id, long written) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return watch.schema(id, written);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
    }

    /** Its producer had registered the schema before it wrote the message, and after the registry was asked last. */
    @Test
    void a_message_that_is_newer_than_the_last_view_waits_for_the_next_one() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.look();
        registry.with(2, "rides-value", "second");
        CompletableFuture<@Nullable String> reading = reading(watch, 2, START);
        assertThat(watch.schema(1, START)).isEqualTo("first");
        millis.addAndGet(MARGIN);
        assertThat(reading).isNotDone();
        watch.look();
        assertThat(reading.get()).isEqualTo("second");
    }

    @Test
    void made_up_numbers_of_a_backlog_wait_for_one_view_in_all() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.look();
        CompletableFuture<@Nullable String> first = reading(watch, 77, START);
        millis.addAndGet(MARGIN);
        watch.look();
        assertThat(first.get()).isNull();
        int questions = registry.questions().size();
        for (long id = 100; id < 1100; id++) {
            assertThat(watch.schema(id, START)).isNull();
        }
        assertThat(registry.questions()).hasSize(questions);
    }

    @Test
    void
            while_the_registry_is_down_a_message_waits_until_the_public_time_after_the_last_view_and_others_do_not_wait_again()
                    throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.look();
        registry.become(State.DOWN);
        CompletableFuture<@Nullable String> waiting = reading(watch, 2, START);
        nanos.addAndGet(HOLD - 1);
        watch.look();
        assertThat(waiting).isNotDone();
        nanos.addAndGet(1);
        assertThat(waiting.get()).isNull();
        assertThat(watch.schema(2, START)).isNull();
        assertThat(watch.schema(1, START)).isEqualTo("first");
        registry.with(2, "rides-value", "second").become(State.UP);
        watch.look();
        assertThat(watch.schema(2, START)).isEqualTo("second");
    }

    @Test
    void the_wait_ends_by_clocks_alone() {
        SubjectView before = new SubjectView(Long.MIN_VALUE, 0);
        assertThat(before.isWaitedFor(Long.MIN_VALUE, START, HOLD - 1)).isTrue();
        assertThat(before.isWaitedFor(START, START, HOLD)).isFalse();
        SubjectView view = new SubjectView(START, 0);
        assertThat(view.isWaitedFor(Long.MIN_VALUE, START, 1)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN, START, 1)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN + 1, START, 1)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN, START, 1)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN + 1, START, 1)).isFalse();
        assertThat(view.isWaitedFor(Long.MAX_VALUE, START, 1)).isFalse();
    }

    /** The bytes that were read by a schema must mean the same after a restart. */
    @Test
    void a_number_keeps_the_schema_that_it_had_before_a_restart() throws Exception {
        SubjectWatch watch = watch(Map.of(1L, "from state"));
        watch.look();
        assertThat(watch.schema(1, START)).isEqualTo("from state");
        assertThat(watch.schemas()).containsExactly(Map.entry(1L, "from state"));
    }

    @Test
    void a_page_of_a_proxy_is_no_view() throws Exception {
        registry.become(State.PAGE);
        SubjectWatch watch = watch(Map.of());
        watch.look();
        CompletableFuture<@Nullable String> reading = reading(watch, 1, Long.MIN_VALUE);
        assertThat(reading).isNotDone();
        registry.become(State.UP);
        watch.look();
        assertThat(reading.get()).isEqualTo("first");
    }

    @Test
    void the_thread_asks_by_itself_and_ends_when_it_is_interrupted() throws Exception {
        SubjectWatch watch = watch(Map.of());
        Thread asking = watch.start();
        assertThat(watch.schema(1, Long.MIN_VALUE)).isEqualTo("first");
        asking.interrupt();
        asking.join();
        assertThat(asking.isAlive()).isFalse();
    }

    /** Without this, a job that is restarted in an outage before its first checkpoint would lose all that it reads meanwhile. */
    @Test
    void a_job_that_knows_no_schema_reads_nothing_before_the_registry_has_answered() throws Exception {
        registry.become(State.DOWN);
        SubjectWatch watch = watch(Map.of());
        watch.look();
        nanos.addAndGet(2 * HOLD);
        CompletableFuture<@Nullable String> starting = CompletableFuture.supplyAsync(() -> {
            try {
                watch.awaitFirst();
                return watch.schema(1, START);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(starting).isNotDone();
        registry.become(State.UP);
        watch.look();
        assertThat(starting.get()).isEqualTo("first");
    }
}
