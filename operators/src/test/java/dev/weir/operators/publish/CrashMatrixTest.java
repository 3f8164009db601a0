package dev.weir.operators.publish;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerAudit;
import dev.weir.operators.publish.Attempt.Checkpoint;
import dev.weir.operators.publish.Attempt.Job;
import dev.weir.operators.publish.Faults.Fault;
import dev.weir.operators.publish.Faults.Kind;
import dev.weir.operators.publish.Faults.Moment;
import dev.weir.operators.publish.Faults.Point;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs a job of six hours, with a checkpoint per hour. In two of the hours no key is announced, and the ledger has the end of the hour alone. One fault occurs at one point, before or after it, early or late: a
 * crash, a failure that the attempt sees, or an unknown outcome. The job is restarted from its newest completed checkpoint
 * until it has ended. Invariants I1 to I10 are checked from the ledger and the visible rows only. (I11 and I12 concern the
 * gate and the release operators.)
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class CrashMatrixTest {

    private static final int HOURS = 6;

    @TempDir
    Path folder = Path.of("");

    private @Nullable Checkpoint newest;
    private final List<byte[]> known = new ArrayList<>();

    static Stream<Arguments> faults() {
        List<Arguments> all = new ArrayList<>();
        for (Point point : Point.values()) {
            for (Moment moment : moments(point)) {
                for (Kind kind : kinds(point)) {
                    all.add(Arguments.of(new Fault(point, moment, kind, 0), false));
                    all.add(Arguments.of(new Fault(point, moment, kind, point == Point.READ ? 1 : 0), true));
                }
            }
        }
        return all.stream();
    }

    /** Returns the moments of a point. Opening, and the middle of a publication, have only one. */
    private static List<Moment> moments(Point point) {
        return point == Point.OPEN || point == Point.SINK_OPEN || point == Point.PUBLISH_HALF
                ? List.of(Moment.BEFORE)
                : List.of(Moment.values());
    }

    /** Returns the kinds of faults at a point. Only a transaction can have an unknown outcome. */
    private static List<Kind> kinds(Point point) {
        return point == Point.WRITE_DOMAIN || point == Point.WRITE_PIPELINE
                ? List.of(Kind.CRASH, Kind.UNKNOWN)
                : List.of(Kind.CRASH, Kind.FAILURE);
    }

    @ParameterizedTest
    @MethodSource("faults")
    void whatever_goes_wrong_every_release_has_one_value_that_the_ledger_holds(Fault fault, boolean late)
            throws Exception {
        World world = new World(folder);
        try {
            Job job = Job.in(world);
            if (late) {
                work(world, Attempt.of(world, job, null), HOURS / 2);
            }
            world.faults.plan(fault);
            run(world, job);
            assertThat(world.faults.hasHappened()).isTrue();
            verify(world);
        } finally {
            world.forget();
        }
    }

    /** Runs attempts until the last hour is done. I9: an ordinary restart is never refused. */
    private void run(World world, Job job) throws Exception {
        for (int attempts = 0; hoursDone() < HOURS; attempts++) {
            assertThat(attempts).as("restarts").isLessThan(HOURS);
            Attempt attempt = begin(world, job);
            if (attempt != null) {
                work(world, attempt, HOURS);
            }
        }
        boolean happened = world.faults.hasHappened();
        Attempt last = begin(world, job);
        if (last == null) {
            assertThat(happened).isFalse();
            last = Attempt.of(world, job, newest);
        }
        last.end();
    }

    private long hoursDone() {
        return newest == null ? 0 : newest.hour();
    }

    private @Nullable Attempt begin(World world, Job job) throws Exception {
        try {
            return Attempt.of(world, job, newest);
        } catch (SuppressRestartsException e) {
            throw e;
        } catch (Exception e) {
            return null;
        }
    }

    /**
     * Works up to an hour, then the process is gone. The operator is not notified that every second hour's checkpoint has
     * completed. Half of the other checkpoints are followed at once by the next hour, while their batches are written.
     */
    private void work(World world, Attempt attempt, int hours) throws Exception {
        try {
            while (attempt.hour() < hours) {
                if (isSilent(attempt.hour() + 1)) {
                    attempt.keepSilent();
                } else {
                    attempt.release();
                }
                long id = attempt.hour();
                Checkpoint taken = attempt.snapshot(id);
                verifyNothingEarly(world);
                newest = taken;
                if (id % 4 == 0) {
                    attempt.complete(id);
                } else if (id % 2 == 0) {
                    attempt.told(id);
                }
                verifyPrefix(world);
            }
        } catch (SuppressRestartsException e) {
            throw e;
        } catch (Exception e) {
            // the attempt ends, and the next one continues from the newest completed checkpoint
        } finally {
            attempt.abandon();
        }
    }

    /** I8: an hour is not in the ledger before a checkpoint with this hour has completed. */
    private void verifyNothingEarly(World world) throws Exception {
        List<String> written = new ArrayList<>(world.closedWindows());
        written.addAll(world.ledger().keySet());
        for (String release : written) {
            long hour = Long.parseLong(release.substring(release.lastIndexOf('/') + 1)) / 3_600_000;
            assertThat(hour).as(release).isLessThanOrEqualTo(hoursDone());
        }
    }

    /** I5, I7: earlier records of the ledger stay at their positions. */
    private void verifyPrefix(World world) throws Exception {
        List<byte[]> now = world.records();
        assertThat(now.size()).isGreaterThanOrEqualTo(known.size());
        assertThat(now.subList(0, known.size())).containsExactlyElementsOf(known);
        known.clear();
        known.addAll(now);
    }

    private void verify(World world) throws Exception {
        verifyPrefix(world);
        Map<String, String> ledger = world.ledger();
        Map<String, String> visible = new TreeMap<>();
        for (String value : world.values()) {
            String[] parts = value.split("=", 2);
            assertThat(visible.put(parts[0], parts[1]))
                    .as("I1: second value of " + parts[0])
                    .isNull();
        }
        assertThat(world.uncovered)
                .as("I2: visible before it was in the ledger")
                .isEmpty();
        assertThat(visible).as("I2, I10").isEqualTo(new TreeMap<>(ledger));
        assertThat(ledger.keySet()).as("I10: every release is there").isEqualTo(releases());
        assertThat(world.closedWindows())
                .as("I10: every window of silence is there, once")
                .containsExactly("test/q/1//10800000", "test/q/1//21600000");
        LedgerAudit.Report report = world.audit();
        assertThat(report.view().broken()).as("I3, I4, I6, I7").isEmpty();
        assertThat(report.charges().values()).as("I4, I5").allSatisfy(spent -> assertThat(spent.femto())
                .isEqualTo((HOURS - HOURS / 3) * World.CHARGE));
    }

    private static boolean isSilent(long hour) {
        return hour % 3 == 0;
    }

    private static Set<String> releases() {
        Set<String> releases = new TreeSet<>();
        for (String key : Attempt.KEYS) {
            for (long hour = 1; hour <= HOURS; hour++) {
                if (!isSilent(hour)) {
                    releases.add("test/q/1/" + key + "/" + hour * 3_600_000);
                }
            }
        }
        return releases;
    }
}
