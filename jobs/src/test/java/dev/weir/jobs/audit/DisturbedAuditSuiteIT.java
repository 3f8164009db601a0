package dev.weir.jobs.audit;

import dev.weir.testing.world.Disturbance;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Audits some of the pipelines of {@link SuiteAudit} while tasks are killed, jobs restored, or older states adopted. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class DisturbedAuditSuiteIT {

    @ParameterizedTest
    @CsvSource({"running, CRASH", "sums, CRASH", "running, RESTORE", "events, RESTORE", "discovered, ADOPT"})
    void killed_restored_and_adopted_jobs_lose_no_more_and_publish_every_value_once(
            String name, Disturbance disturbance) throws Exception {
        SuiteAudit.assertNothingIsFound(name, disturbance);
    }
}
