package dev.weir.testing.world;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TogetherReaderTest {

    private static final SlotInput INPUT = new SlotInput(
            SlotSchedule.of(List.of(List.of(5L, 9L)), 0, 2, 2), (scenario, step, world) -> new byte[] {(byte) world});

    @Test
    void a_reader_waits_with_its_first_slot_until_the_other_partition_has_one() throws Exception {
        TogetherReader made = new TogetherReader(INPUT);
        TogetherReader first = InstantiationUtil.clone(made);
        TogetherReader second = InstantiationUtil.clone(made);
        AtomicBoolean hasSecond = new AtomicBoolean();
        AtomicReference<Slot> read = new AtomicReference<>();
        AtomicBoolean hasWaited = new AtomicBoolean();
        Thread reading = new Thread(() -> {
            try {
                read.set(first.map(0L));
                hasWaited.set(hasSecond.get());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        reading.start();
        while (reading.getState() != Thread.State.TIMED_WAITING && reading.isAlive()) {
            Thread.onSpinWait();
        }
        hasSecond.set(true);
        assertThat(second.map(2L).partition()).isEqualTo(1);
        reading.join();
        assertThat(Objects.requireNonNull(read.get()).partition()).isZero();
        assertThat(hasWaited).isTrue();
        assertThat(first.map(1L).offset()).isEqualTo(1);
    }
}
