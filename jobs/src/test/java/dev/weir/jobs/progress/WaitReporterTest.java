package dev.weir.jobs.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class WaitReporterTest {

    private final List<String> said = new ArrayList<>();
    private Instant now = Instant.parse("2026-03-02T12:00:00.250Z");

    @Test
    void what_is_waited_for_is_said_with_when_it_ends_until_it_has() {
        WaitReporter waiting = new WaitReporter(said::add, () -> now);
        waiting.tick();
        waiting.on("the brokers", Duration.ofSeconds(20));
        now = now.plusSeconds(3);
        waiting.tick();
        waiting.on("the store", Duration.ZERO);
        waiting.tick();
        waiting.close();
        waiting.tick();
        assertThat(said)
                .containsExactly(
                        "waiting for the brokers (3 s so far, until about 2026-03-02T12:00:20Z)",
                        "waiting for the store (0 s so far)");
    }
}
