package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.jobs.format.registry.StandInRegistry.State;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
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
    private static final LearntSchema OLD = new LearntSchema("from state", Long.MIN_VALUE);

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
        return new RegistrySettings(registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true);
    }

    private SubjectWatch watch(Map<Long, LearntSchema> known) {
        return new SubjectWatch(new RegistryClient(settings(), Duration.ofMinutes(1)), millis::get, known);
    }

    /** The text by which a message is read; null if it is refused. */
    private static @Nullable String verdict(SubjectWatch watch, long id, long written) throws InterruptedException {
        LearntSchema found = watch.schema(id, written);
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
        watch.look();
        registry.with(2, "rides-value", "second");
        CompletableFuture<@Nullable String> reading = reading(watch, 2, START);
        assertThat(verdict(watch, 1, START)).isEqualTo("first");
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
            assertThat(verdict(watch, id, START)).isNull();
        }
        assertThat(registry.questions()).hasSize(questions);
    }

    @Test
    void while_the_registry_is_down_a_message_waits_until_the_public_time_after_it_was_written() throws Exception {
        SubjectWatch watch = watch(Map.of());
        watch.look();
        registry.become(State.DOWN);
        CompletableFuture<@Nullable String> waiting = reading(watch, 2, START);
        millis.addAndGet(HOLD);
        watch.look();
        assertThat(waiting).isNotDone();
        millis.addAndGet(1);
        assertThat(waiting.get()).isNull();
        assertThat(verdict(watch, 2, START)).isNull();
        assertThat(verdict(watch, 1, START)).isEqualTo("first");
        registry.with(2, "rides-value", "second").become(State.UP);
        watch.look();
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
        watch.look();
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
        watch.look();
        registry.remove(2);
    }

    /**
     * Compares, for all views on a grid of times, what becomes of a message before its schema is known with what becomes of it afterwards.
     */
    @Test
    void a_message_that_was_refused_before_a_schema_was_told_is_refused_afterwards() {
        long step = 500;
        int refused = 0;
        for (SubjectView view : views()) {
            long asked = Math.max(START, view.begun());
            for (long written = START - 4 * HOLD; written < START + 2 * HOLD; written += step) {
                for (long now = Math.max(asked, written - MARGIN); now < START + 4 * HOLD; now += step) {
                    if (!view.isWaitedFor(written, now)) {
                        refused++;
                        assertThat(view.readFrom(now)).isGreaterThan(written);
                        assertThat(view.next(asked).readFrom(now)).isGreaterThan(written);
                        assertThat(view.next(now).readFrom(now + step)).isGreaterThan(written);
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(1000);
    }

    private static List<SubjectView> views() {
        SubjectView first = SubjectView.none(true, START);
        return List.of(first, first.next(START), first.next(START + MARGIN), first.next(START + HOLD));
    }

    @Test
    void the_wait_ends_by_the_clock_alone() {
        SubjectView before = SubjectView.none(true, START);
        assertThat(before.isWaitedFor(Long.MIN_VALUE, START + HOLD)).isTrue();
        assertThat(before.isWaitedFor(START, START + HOLD + 1)).isFalse();
        assertThat(before.readFrom(START + HOLD)).isEqualTo(Long.MIN_VALUE);
        assertThat(before.readFrom(START + HOLD + 1)).isEqualTo(START + 1);
        SubjectView view = before.next(START);
        assertThat(view.isWaitedFor(Long.MIN_VALUE, START)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN, START)).isFalse();
        assertThat(view.isWaitedFor(START - MARGIN + 1, START)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN, START)).isTrue();
        assertThat(view.isWaitedFor(START + MARGIN + 1, START)).isFalse();
        assertThat(view.isWaitedFor(Long.MAX_VALUE, START)).isFalse();
        assertThat(view.readFrom(START + 1)).isEqualTo(START - MARGIN + 1);
    }

    /** The bytes that were read by a schema must mean the same after a restart. */
    @Test
    void a_number_keeps_the_schema_that_it_had_before_a_restart() throws Exception {
        SubjectWatch watch = watch(Map.of(1L, OLD));
        watch.look();
        assertThat(verdict(watch, 1, START)).isEqualTo("from state");
        assertThat(watch.schemas()).containsExactly(Map.entry(1L, OLD));
    }

    @Test
    void of_what_subtasks_were_told_state_gives_the_first_in_any_order_and_its_older_form_is_read() {
        List<LearntSchema> told = List.of(
                new LearntSchema("b", 5), new LearntSchema("a", 5), new LearntSchema("c", 4), new LearntSchema("c", 9));
        for (List<Integer> order : List.of(List.of(0, 1, 2, 3), List.of(3, 2, 1, 0), List.of(2, 0, 3, 1))) {
            Map<Long, LearntSchema> kept = new HashMap<>();
            order.forEach(i -> LearntSchema.read(settings(), told.get(i).bytes(settings(), 7), kept));
            assertThat(kept).containsExactly(Map.entry(7L, new LearntSchema("c", 4)));
            Map<Long, LearntSchema> tied = new HashMap<>();
            order.stream()
                    .filter(i -> i < 2)
                    .forEach(i -> LearntSchema.read(settings(), told.get(i).bytes(settings(), 7), tied));
            assertThat(tied).containsExactly(Map.entry(7L, new LearntSchema("a", 5)));
        }
        Map<Long, LearntSchema> older = new HashMap<>();
        LearntSchema.read(settings(), versionOne(new LearntSchema("a", 0).bytes(settings(), 7), 1), older);
        assertThat(older).containsExactly(Map.entry(7L, new LearntSchema("a", Long.MIN_VALUE)));
    }

    /** The first form lacked the eight bytes before the text and its length. */
    private static byte[] versionOne(byte[] second, int textBytes) {
        int rest = Integer.BYTES + textBytes;
        byte[] first = new byte[second.length - Long.BYTES];
        System.arraycopy(second, 0, first, 0, first.length - rest);
        System.arraycopy(second, second.length - rest, first, first.length - rest, rest);
        first[0] = 1;
        return first;
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

    /** Anybody who may register a schema could otherwise stop all jobs that read the subject. */
    @Test
    void a_version_that_is_too_long_or_not_told_holds_up_no_other_and_is_asked_for_again() throws Exception {
        registry.with(2, "rides-value", "2".repeat(1 << 20))
                .with(3, "rides-value", "third")
                .with(4, "rides-value", "fourth");
        registry.breakSchema(3, true);
        SubjectWatch watch = watch(Map.of());
        watch.look();
        watch.awaitFirst();
        assertThat(watch.schemas()).containsOnlyKeys(1L, 4L);
        assertThat(verdict(watch, 3, START - MARGIN)).isNull();
        registry.breakSchema(3, false);
        watch.look();
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
        watch.look();
        CompletableFuture<@Nullable String> starting = later(() -> {
            watch.awaitFirst();
            return verdict(watch, 1, Long.MIN_VALUE);
        });
        millis.addAndGet(2 * HOLD);
        assertThat(starting).isNotDone();
        registry.become(State.UP);
        watch.look();
        assertThat(starting.get()).isEqualTo("first");
    }

    @Test
    void a_job_that_knows_no_schema_fails_with_the_cause_if_the_registry_does_not_answer_for_long() throws Exception {
        registry.become(State.PAGE);
        SubjectWatch watch = watch(Map.of());
        watch.look();
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
