package dev.weir.operators.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Chain;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.time.Schedule;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests records ahead of the clock, each in a window of its own: few bytes of input open many windows. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FarAheadTest {

    private static final int KEYS = 1000;
    private static final int WINDOWS = 100_000;
    private static final long SECOND = 1000;

    /** The maximum memory that a record may occupy in the gate and the release operator together, in bytes. */
    private static final long MOST_BYTES = 4000;

    private static final Plan PLAN = Plans.of(
            PrivacyUnit.USER_PER_DAY,
            Plans.PURE,
            Queries.hourly("q")
                    .every(Duration.ofSeconds(1))
                    .keys(IntStream.range(0, KEYS).mapToObj(Integer::toString).toArray(String[]::new))
                    .count()
                    .keysPerWindow(3)
                    .contributions(10));

    private final ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** The time limit is far above the time of a search by hash, and far below that of a search through all windows. */
    @Test
    @Timeout(100)
    void a_record_in_a_window_of_its_own_takes_room_for_itself_and_not_for_all_keys() throws Exception {
        try (Chain chain = Chain.start(PLAN, Schedule.startingAt(0), 1)) {
            fill(chain, 0, 1000); // warms up, so that one-time allocations do not count
            chain.checkpoint();
            long before = thread.getCurrentThreadAllocatedBytes();
            fill(chain, 1000, WINDOWS);
            assertThat((thread.getCurrentThreadAllocatedBytes() - before) / (WINDOWS - 1000))
                    .isLessThan(MOST_BYTES);
            chain.watermark(10 * SECOND);
            assertThat(chain.totals()).hasSize(10);
            assertThat(chain.releaseNames(Outcome.Kind.RELEASED)).hasSize(10 * KEYS);
        }
    }

    private static void fill(Chain chain, int from, int to) {
        for (int window = from; window < to; window++) {
            chain.add("user-" + window, window * SECOND, window % KEYS, 1);
        }
    }
}
