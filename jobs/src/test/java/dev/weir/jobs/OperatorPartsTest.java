package dev.weir.jobs;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.weir.operators.gate.rule.CellRules;
import dev.weir.operators.publish.commit.PublicTimes;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.publish.row.RowFormat;
import java.util.Set;

/** Tests operators that are divided into packages: most public types of the parts may be used by their operator only. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class OperatorPartsTest {

    /** The types that other packages may use, nested types included. */
    private static final Set<Class<?>> FOR_OTHERS = Set.of(
            // rules of a query, which a priced query creates
            CellRules.class,
            // rows, their formats and encoding, their sinks and their times: the topology and the sinks combine these
            LedgerEncoding.class,
            PublishedRow.class,
            PublishedRowSerializer.class,
            RowFormat.class,
            ReleaseSink.class,
            PublicTimes.class);

    private static final DescribedPredicate<JavaClass> FOR_THE_OPERATOR_ALONE =
            DescribedPredicate.describe("are for their operator alone", type -> FOR_OTHERS.stream()
                    .noneMatch(other -> type.getName().equals(other.getName())
                            || type.getName().startsWith(other.getName() + "$")));

    @ArchTest
    static final ArchRule only_the_gate_uses_its_parts = onlyItselfUsesThePartsOf("dev.weir.operators.gate");

    @ArchTest
    static final ArchRule only_the_publisher_uses_its_parts = onlyItselfUsesThePartsOf("dev.weir.operators.publish");

    private static ArchRule onlyItselfUsesThePartsOf(String operator) {
        return noClasses()
                .that()
                .resideOutsideOfPackage(operator + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(operator + ".*..").and(FOR_THE_OPERATOR_ALONE));
    }
}
