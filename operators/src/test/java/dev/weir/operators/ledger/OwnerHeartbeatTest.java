package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
@Tag("thorough")
class OwnerHeartbeatTest {

    private static final long OWNER = 3;
    private static final long SILENCE_MILLIS = 500;

    private final String dead = OWNER + " " + UUID.randomUUID() + " ";
    private int reads;
    private int beats;
    private boolean isBeating;

    /** Whether a start, which reads the heartbeat on its own, finds it alive. */
    private boolean isHeard() throws Exception {
        return look().isHeard(OWNER, SILENCE_MILLIS);
    }

    private OwnerHeartbeat look() {
        reads = 0;
        return new OwnerHeartbeat(new HeartbeatStore() {
            @Override
            public String read() {
                reads++;
                beats += isBeating ? 1 : 0;
                return dead + beats;
            }

            @Override
            public void write(String text) {}

            @Override
            public void remove() {}
        });
    }

    @Test
    void a_text_that_was_watched_without_a_change_is_not_watched_again_until_it_changes() throws Exception {
        assertThat(isHeard()).isFalse();
        assertThat(reads).isGreaterThan(2);
        assertThat(isHeard()).isFalse();
        assertThat(reads).isEqualTo(1);
        isBeating = true;
        assertThat(isHeard()).as("it had only been slow").isTrue();
    }

    @Test
    void a_text_that_was_watched_for_a_shorter_time_is_watched_again() throws Exception {
        assertThat(look().isHeard(OWNER, SILENCE_MILLIS / 2)).isFalse();
        assertThat(isHeard()).isFalse();
        assertThat(reads).isGreaterThan(2);
    }

    /** The dead owner's heartbeat stays until the later owner has written its own. */
    @Test
    void the_silence_of_one_owner_says_nothing_of_a_later_one() throws Exception {
        assertThat(isHeard()).isFalse();
        assertThat(look().isHeard(OWNER + 1, SILENCE_MILLIS)).isFalse();
        assertThat(reads).isGreaterThan(2);
    }
}
