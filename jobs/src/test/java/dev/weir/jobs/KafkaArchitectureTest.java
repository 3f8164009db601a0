package dev.weir.jobs;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.weir.jobs.kafka.client.BrokerFailure;
import dev.weir.jobs.kafka.ledger.KafkaLedger;
import dev.weir.jobs.kafka.ledger.LedgerCopy;
import dev.weir.jobs.kafka.ledger.LedgerCut;
import dev.weir.jobs.kafka.ledger.LedgerWait;
import dev.weir.jobs.kafka.sink.DeadLetters;
import dev.weir.jobs.kafka.sink.KafkaReleaseSink;
import dev.weir.jobs.kafka.sink.LaterDeadLetters;
import dev.weir.jobs.kafka.sink.SkippingSink;
import dev.weir.jobs.kafka.source.QuestionSource;
import dev.weir.jobs.kafka.source.SourceRecord;
import dev.weir.jobs.kafka.source.TopicSource;
import dev.weir.jobs.kafka.topic.QuestionTopicCheck;
import dev.weir.jobs.kafka.topic.TopicCheck;
import dev.weir.jobs.kafka.topic.TopicProblem;

/** What the packages that see Kafka offer to others. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class KafkaArchitectureTest {

    /** All other public types of these packages are for each other only. */
    @ArchTest
    static final ArchRule few_types_are_used_outside_of_the_packages_that_see_kafka = noClasses()
            .that()
            .resideOutsideOfPackage("dev.weir.jobs.kafka..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.weir.jobs.kafka..")
                    .and(not(belongToAnyOf(
                            BrokerFailure.class,
                            DeadLetters.class,
                            KafkaLedger.class,
                            KafkaReleaseSink.class,
                            LaterDeadLetters.class,
                            LedgerCopy.class,
                            LedgerCut.class,
                            LedgerWait.class,
                            QuestionSource.class,
                            QuestionTopicCheck.class,
                            SkippingSink.class,
                            SourceRecord.class,
                            TopicCheck.class,
                            TopicProblem.class,
                            TopicSource.class))));
}
