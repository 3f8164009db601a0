package dev.weir.jobs.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.privacy.Delta;
import dev.weir.operators.query.PricedQuery;
import dev.weir.testing.AuditReport;
import dev.weir.testing.world.Disturbance;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Audits of pipelines that together draw every kind of noise. Each is called wrong by mistake with probability at most 3e-6, that
 * is 5e-5 for all: 1e-6 for bounds, for the independence of worlds and for worlds that repeat each other. They are in three classes, because
 * classes run side by side.
 */
final class SuiteAudit {

    /**
     * The fewest, in steps of 200, at which {@code benchmarks/audit/run} has found halved noise, an account and a bound on records that are
     * ignored, and a clamp that gives a maximum away.
     */
    private static final int TRIALS = 600;

    /** The pipelines into which those faults are planted. */
    private static final Set<String> LONGER = Set.of("counts", "sums", "learnt");

    /** Rows that are missing, second values, and draws that keys or numbers share show in fewer. */
    private static final int FEWER_TRIALS = 400;

    /** One draw for two levels shows in few, and every world has queries of its own, or a crowd, which take time. */
    private static final int FEWEST_TRIALS = 200;

    private static final long SEED = 20_260_302;

    private SuiteAudit() {}

    /**
     * Returns every second of the audited pipelines.
     *
     * @param first 0 or 1
     */
    static Stream<String> everySecond(int first) {
        List<String> names = AuditedPipelines.names();
        return IntStream.range(0, names.size()).filter(i -> i % 2 == first).mapToObj(names::get);
    }

    static void assertNothingIsFound(String name) throws Exception {
        AuditReport report = audit(name, Disturbance.NONE);
        assertThat(report.faults()).isEmpty();
        assertRows(name, report);
    }

    static void assertNothingIsFound(String name, Disturbance disturbance) throws Exception {
        AuditReport report = audit(name, disturbance);
        assertThat(report.faults()).isEmpty();
        assertThat(report.secondValues()).isZero();
        assertRows(name, report);
    }

    /** Which rows keys have that nobody declared is a matter of noise: some, and not all. */
    private static void assertRows(String name, AuditReport report) {
        boolean areDeclared = AuditedPipelines.pipeline(name).plan().keys().equals(Delta.ZERO);
        if (areDeclared) {
            assertThat(report.contexts()).as("every row of every world").isEqualTo(due(name, report));
        } else {
            assertThat(report.contexts()).isBetween((long) report.trials(), due(name, report) - 1);
        }
    }

    private static int trials(String name) {
        if (name.equals("levels") || name.startsWith("discovered")) {
            return FEWEST_TRIALS;
        }
        return LONGER.contains(name) ? TRIALS : FEWER_TRIALS;
    }

    private static AuditReport audit(String name, Disturbance disturbance) throws Exception {
        PipelineAudit.Order order = new PipelineAudit.Order(
                AuditedPipelines.pipeline(name), trials(name), Long.MAX_VALUE, disturbance, SEED);
        return new PipelineAudit(order, line -> {}).run();
    }

    /** Keys times windows of every query, in every world of every scenario. */
    private static long due(String name, AuditReport report) {
        List<PricedQuery> queries = AuditedPipelines.pipeline(name).plan().queries();
        PipelineAudit audit = new PipelineAudit(
                new PipelineAudit.Order(
                        AuditedPipelines.pipeline(name), trials(name), Long.MAX_VALUE, Disturbance.NONE, SEED),
                line -> {});
        return queries.isEmpty() ? 0 : report.trials() * audit.rowsOfAWorld();
    }
}
