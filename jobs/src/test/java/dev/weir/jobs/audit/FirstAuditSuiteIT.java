package dev.weir.jobs.audit;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Audits the first half of the pipelines of {@link SuiteAudit}. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class FirstAuditSuiteIT {

    static Stream<String> pipelines() {
        return SuiteAudit.everySecond(0);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void nothing_is_found_above_what_may_be_lost(String name) throws Exception {
        SuiteAudit.assertNothingIsFound(name);
    }
}
