package dev.weir.jobs.format.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.format.registry.access.RegistryAccess;
import dev.weir.jobs.format.registry.access.RegistrySettings;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests what becomes of schemas that refer to others which the registry does not tell, or not soon. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(120)
class RegisteredReferencesTest {

    private static final long NOW = 1_000_000;
    private static final Duration PATIENT = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(500);

    @SuppressWarnings("NullAway.Init")
    private StandInRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = new StandInRegistry().withProto(1, "rides-value", "first", Map.of());
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private SubjectWatch watch(Duration ofReferences) {
        RegistrySettings settings = new RegistrySettings(
                registry.url(), "rides-value", Integer.BYTES, RegistryAccess.OPEN, true, RegistrySettings.PROTOBUF);
        return new SubjectWatch(new RegistryClient(settings, PATIENT, ofReferences), () -> NOW, Map.of());
    }

    private long asked(String path) {
        return registry.questions().stream()
                .filter(question -> question.contains(path))
                .count();
    }

    @Test
    void a_version_whose_references_will_not_be_told_is_asked_for_once() throws Exception {
        Map<String, String> many = new LinkedHashMap<>();
        IntStream.range(0, 33).forEach(i -> many.put("many" + i + ".proto", "one"));
        registry.withProto(20, "one", "one", Map.of())
                .withProto(21, "long", "l".repeat(1 << 20), Map.of())
                .withProto(2, "rides-value", "nowhere", Map.of("a.proto", "nowhere"))
                .withProto(3, "rides-value", "too many", many)
                .withProto(4, "rides-value", "too long", Map.of("a.proto", "long"));
        SubjectWatch watch = watch(PATIENT);
        watch.ask();
        watch.awaitFirst();
        watch.ask();
        assertThat(watch.schemas()).containsOnlyKeys(1L);
        for (int version = 1; version <= 4; version++) {
            assertThat(asked("/rides-value/versions/" + version)).isEqualTo(1);
        }
        assertThat(asked("/one/")).isEqualTo(32);
    }

    @Test
    void an_error_of_the_server_for_a_reference_is_asked_again() throws Exception {
        registry.withProto(20, "one", "one", Map.of())
                .withProto(2, "rides-value", "second", Map.of("a.proto", "one"))
                .breakSchema(20, true);
        SubjectWatch watch = watch(PATIENT);
        watch.ask();
        watch.awaitFirst();
        assertThat(watch.schemas()).containsOnlyKeys(1L);
        registry.breakSchema(20, false);
        watch.ask();
        assertThat(watch.schemas()).containsOnlyKeys(1L, 2L);
    }

    /** A view with such a version left out is whole if it had all the time for it; the version is told by a later one. */
    @Test
    void a_reference_that_stalls_leaves_its_own_version_out_and_no_other() throws Exception {
        registry.withProto(20, "stalls", "stalls", Map.of())
                .withProto(21, "one", "one", Map.of())
                .withProto(2, "rides-value", "second", Map.of("a.proto", "one"))
                .withProto(3, "rides-value", "third", Map.of("a.proto", "stalls"))
                .stall(20, true);
        SubjectWatch watch = watch(SHORT);
        watch.ask();
        assertThat(watch.schemas()).containsOnlyKeys(1L);
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> {
            try {
                watch.awaitFirst();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        for (int i = 0; !watch.schemas().containsKey(2L); i++) {
            assertThat(i).isLessThan(100);
            assertThat(first).isNotDone();
            watch.ask();
        }
        first.get();
        assertThat(watch.schemas()).containsOnlyKeys(1L, 2L);
        registry.stall(20, false);
        for (int i = 0; !watch.schemas().containsKey(3L); i++) {
            assertThat(i).isLessThan(100);
            watch.ask();
        }
    }
}
