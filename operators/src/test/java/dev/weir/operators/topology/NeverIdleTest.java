package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Slots;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a clock that waits for records forever: no release is ever late. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class NeverIdleTest {

    private static final Plan PLAN =
            Plans.daily(Queries.hourly("q").keys("k").contributions(24).count());

    @TempDir
    Path directory = Path.of("");

    @ParameterizedTest
    @EnumSource(names = {"MILLIS", "SECONDS"})
    void an_idle_time_that_never_ends_is_one_that_a_job_with_a_ledger_can_have(ChronoUnit unit) {
        String place = directory.toUri().toString();
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(RequiredSettingsTest.sound(place));
        Duration never = Duration.of(Long.MAX_VALUE, unit);
        ReleaseTopology chain = new ReleaseTopology(PLAN, Schedule.startingAt(0), ClockMode.RECORD_TIME, never);
        var admitted = chain.admit(environment.fromSequence(0, 9).uid("numbers"), new Slots(10, 1));
        ReleaseTopology.Ports ports = ReleaseTopology.Ports.of(
                () -> {
                    throw new IllegalStateException("this job is never run");
                },
                CounterSink.NONE,
                LedgerAccess.ofOnly(DirectoryLedger.beside(place), "never idle"));
        chain.release(
                admitted,
                admitted,
                outcome -> {
                    throw new IllegalStateException("this job is never run");
                },
                ports);
        assertThat(ReleaseTopology.isIn(environment)).isTrue();
    }
}
