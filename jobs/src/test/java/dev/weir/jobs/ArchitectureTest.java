package dev.weir.jobs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import dev.weir.calculator.CalcCommand;
import dev.weir.jobs.pipeline.PipelineJob;
import dev.weir.jobs.replay.Replay;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;

/** The permitted directions of dependencies. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
@Tag("thorough")
class ArchitectureTest {

    @ArchTest
    static final ArchRule the_accountant_sees_mathematics_alone = classes()
            .that()
            .resideInAPackage("dev.weir.accountant..")
            .and()
            .resideOutsideOfPackage("dev.weir.accountant.calendar..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.accountant..",
                    "java.lang..",
                    "java.math..",
                    "java.util..",
                    "java.io..",
                    "java.nio..",
                    "java.security..",
                    "javax.crypto..",
                    "org.apache.commons.math3..",
                    "org.jspecify..");

    /** Calendars need dates and the rules of zones, which no other part of the accountant does. */
    @ArchTest
    static final ArchRule calendars_see_dates_and_zones_alone = classes()
            .that()
            .resideInAPackage("dev.weir.accountant.calendar..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.accountant.calendar..",
                    "dev.weir.accountant.canonical..",
                    "java.lang..",
                    "java.util..",
                    "java.io..",
                    "java.security..",
                    "java.time..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule only_noise_draws_random_bits = noClasses()
            .that()
            .resideOutsideOfPackages(
                    "dev.weir.accountant.noise..",
                    "dev.weir.jobs.demo..",
                    "dev.weir.benchmarks..",
                    "dev.weir.testing..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("javax.crypto..")
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(Random.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(SplittableRandom.class)
            .orShould()
            .dependOnClassesThat()
            .areAssignableTo(ThreadLocalRandom.class);

    @ArchTest
    static final ArchRule the_accountant_has_no_clock_and_does_no_io = noClasses()
            .that()
            .resideInAPackage("dev.weir.accountant..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .dependOnClassesThat(type(Clock.class).or(resideInAnyPackage("java.nio.file..", "java.net..")));

    /** One exception type carries the parameter, the rule and the value, so that nobody has to parse a message. */
    @ArchTest
    static final ArchRule the_accountant_refuses_parameters_with_one_type = noClasses()
            .that()
            .resideInAPackage("dev.weir.accountant..")
            .and()
            .areNotAssignableTo(IllegalArgumentException.class)
            .should()
            .callConstructor(IllegalArgumentException.class, String.class);

    @ArchTest
    static final ArchRule operators_see_flink_and_the_accountant = classes()
            .that()
            .resideInAPackage("dev.weir.operators..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.accountant..",
                    "dev.weir.operators..",
                    "org.apache.flink..",
                    "java..",
                    "org.jspecify..",
                    "org.slf4j..");

    /** The calculator answers with the aggregates that a job releases, and without Flink. */
    @ArchTest
    static final ArchRule the_calculator_sees_the_accountant_aggregates_and_windows = classes()
            .that()
            .resideInAPackage("dev.weir.calculator..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                    "dev.weir.accountant..",
                    "dev.weir.calculator..",
                    "dev.weir.operators.aggregate..",
                    "dev.weir.operators.encoding..",
                    "dev.weir.operators.time..",
                    "java..",
                    "org.apache.commons.math3..",
                    "picocli..",
                    "de.siegmar.fastcsv..",
                    "com.fasterxml.jackson.core..",
                    "org.jspecify..");

    @ArchTest
    static final ArchRule only_the_command_of_the_calculator_is_used = noClasses()
            .that()
            .resideOutsideOfPackages("dev.weir.calculator..", "dev.weir.jobs.demo.attacks..", "dev.weir.benchmarks..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.weir.calculator..").and(not(type(CalcCommand.class))));

    /** The code from which questions are answered must not depend on Flink, so that the calculator runs without it. */
    @ArchTest
    static final ArchRule aggregates_see_no_flink = noClasses()
            .that()
            .resideInAnyPackage("dev.weir.operators.aggregate..", "dev.weir.operators.encoding..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.flink..");

    /** Code that sees records must not log: what is never logged cannot leak. Only one class reports what a start has found. */
    @ArchTest
    static final ArchRule one_class_of_the_operators_logs = noClasses()
            .that()
            .resideInAPackage("dev.weir.operators..")
            .and()
            .doNotHaveFullyQualifiedName("dev.weir.operators.publish.StartLog")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.slf4j..");

    @ArchTest
    static final ArchRule operators_never_ask_the_wall_clock = noClasses()
            .that()
            .resideInAPackage("dev.weir.operators..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(Instant.class, "now");

    @ArchTest
    static final ArchRule only_three_packages_see_kafka = noClasses()
            .that()
            .resideOutsideOfPackages("dev.weir.jobs.kafka..", "dev.weir.jobs.embedded..", "dev.weir.jobs.replay..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.kafka..", "kafka..", "org.apache.flink.connector.kafka..");

    @ArchTest
    static final ArchRule a_replay_is_a_client_of_kafka_and_no_more = noClasses()
            .that()
            .resideInAPackage("dev.weir.jobs.replay..")
            .should()
            .dependOnClassesThat(
                    resideInAnyPackage("org.apache.kafka..", "kafka..", "org.apache.flink.connector.kafka..")
                            .and(not(resideInAnyPackage("org.apache.kafka.clients..", "org.apache.kafka.common.."))));

    @ArchTest
    static final ArchRule only_the_embedded_broker_sees_kafkas_server = noClasses()
            .that()
            .resideOutsideOfPackage("dev.weir.jobs.embedded..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("kafka..", "org.apache.kafka.server..");

    @ArchTest
    static final ArchRule only_topics_in_and_out_see_flinks_connector = noClasses()
            .that()
            .resideOutsideOfPackage("dev.weir.jobs.kafka..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.flink.connector.kafka..");

    /** Only commands use the command line's parser, and the types that only commands need. */
    @ArchTest
    static final ArchRule nobody_looks_back_at_the_commands = noClasses()
            .that()
            .resideInAPackage("dev.weir.jobs.*..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.jobs");

    @ArchTest
    static final ArchRule there_are_no_cycles =
            slices().matching("dev.weir.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule nobody_looks_back_at_the_jobs = noClasses()
            .that()
            .resideInAnyPackage("dev.weir.accountant..", "dev.weir.operators..", "dev.weir.calculator..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.jobs..");

    @ArchTest
    static final ArchRule only_a_replay_can_ask_for_exact_totals = noClasses()
            .that()
            .doNotBelongToAnyOf(Replay.class, PipelineJob.class)
            .should()
            .dependOnClassesThat()
            .areAssignableTo(PipelineJob.Recording.class);

    @ArchTest
    static final ArchRule the_java_api_stands_before_the_other_operators = noClasses()
            .that()
            .resideInAPackage("dev.weir.operators..")
            .and()
            .resideOutsideOfPackage("dev.weir.operators.api..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.weir.operators.api..");

    /** The Java API gives users access to configuration, prices and public rows only. */
    @ArchTest
    static final ArchRule nothing_exact_and_no_unit_comes_out_of_the_java_api = methods()
            .that()
            .areDeclaredInClassesThat()
            .resideInAPackage("dev.weir.operators.api..")
            .and()
            .arePublic()
            .and()
            .areDeclaredInClassesThat()
            .arePublic()
            .should(returnNothingOf(Set.of(
                    "dev.weir.operators.admit",
                    "dev.weir.operators.gate",
                    "dev.weir.operators.release",
                    "dev.weir.operators.publish",
                    "dev.weir.operators.spool",
                    "dev.weir.operators.state",
                    "dev.weir.operators.counters")));

    private static ArchCondition<JavaMethod> returnNothingOf(Set<String> packages) {
        return new ArchCondition<>("return no type of the packages behind it") {
            @Override
            public void check(JavaMethod method, ConditionEvents events) {
                method.getReturnType().getAllInvolvedRawTypes().stream()
                        .filter(type -> packages.stream()
                                .anyMatch(name -> (type.getPackageName() + ".").startsWith(name + ".")))
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                method, method.getFullName() + " returns " + type.getName())));
            }
        };
    }
}
