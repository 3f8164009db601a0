package dev.weir.jobs;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Who may see the audit, and what it may see. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class AuditArchitectureTest {

    /** A library for jobs of one's own: no pipeline files, no Kafka, no command line. */
    @ArchTest
    static final ArchRule the_audit_sees_operators_flink_and_mathematics = classes()
            .that()
            .resideInAPackage("dev.weir.testing..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.testing..",
                    "dev.weir.accountant..",
                    "dev.weir.operators..",
                    "org.apache.flink..",
                    "org.apache.commons.math3..",
                    "java..",
                    "org.jspecify..");

    /** Nothing that is deployed depends on its own test. */
    @ArchTest
    static final ArchRule only_its_command_sees_the_audit = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.weir.testing..",
                    "dev.weir.jobs.audit..",
                    "dev.weir.jobs.demo.attacks..",
                    "dev.weir.benchmarks..")
            .and()
            .doNotBelongToAnyOf(AuditCommand.class)
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.testing..");

    /** The statistics know nothing of jobs: they judge numbers. */
    @ArchTest
    static final ArchRule statistics_see_no_job = noClasses()
            .that()
            .resideInAPackage("dev.weir.testing.statistic..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.flink..", "dev.weir.operators..");
}
