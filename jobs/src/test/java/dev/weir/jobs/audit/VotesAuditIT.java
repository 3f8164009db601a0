package dev.weir.jobs.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.vote.VoteMechanism;
import dev.weir.jobs.config.Pipeline.Purpose;
import dev.weir.jobs.config.pipeline.PipelineFile;
import dev.weir.testing.AuditReport;
import dev.weir.testing.Finding;
import dev.weir.testing.world.Disturbance;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Audits votes of teachers. A sound job is called wrong with a probability of at most 3e-6 a run: 1e-6 for each of the three tests. The
 * planted fault loses 2.6 times the mu that is stated.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class VotesAuditIT {

    private static final Path FILE = Path.of("..", "benchmarks", "audit", "votes.yaml");
    private static final int TRIALS = 2000;
    private static final long SEED = 20_260_303;

    private static AuditReport audit(int trials, Disturbance disturbance, AuditedVotes.Mechanisms mechanisms)
            throws Exception {
        PipelineAudit.Order order = new PipelineAudit.Order(
                PipelineFile.read(FILE, List.of(), Purpose.EXPLAIN).pipeline(),
                trials,
                Long.MAX_VALUE,
                disturbance,
                SEED);
        return new VotesAudit(order, line -> {}, mechanisms).run();
    }

    @ParameterizedTest
    @EnumSource(value = Disturbance.class, mode = EnumSource.Mode.EXCLUDE, names = "ADOPT") // teachers have no periods
    void a_teacher_whose_labels_are_replaced_loses_no_more_than_is_stated(Disturbance disturbance) throws Exception {
        AuditReport report = audit(TRIALS, disturbance, AuditedVotes.Mechanisms.OWN);
        assertThat(report.faults()).isEmpty();
        assertThat(report.secondValues()).isZero();
        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.NOTHING_FOUND);
        assertThat(report.findings()).extracting(Finding::scenario).containsExactly("tie", "unreadable", "check");
        Finding tie = report.findings().get(0);
        assertThat(tie.measured().get(0).bound()).as("the canary shows").isPositive();
    }

    /** Answers have three eighths of the noise that the file states. The loss is so large that fewer worlds do. */
    @Test
    void noise_that_is_too_small_is_found() throws Exception {
        AuditReport report = audit(
                TRIALS / 2 - 100,
                Disturbance.NONE,
                (own, threshold) -> new VoteMechanism.ConfidentGnmax(threshold, BigDecimal.TEN, new BigDecimal("1.5")));
        assertThat(report.verdict()).isEqualTo(AuditReport.Verdict.VIOLATED);
    }
}
