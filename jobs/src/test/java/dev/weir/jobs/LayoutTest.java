package dev.weir.jobs;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tests the layout of the source tree. {@code checkstyle.xml} limits the size of files and methods. */
@AnalyzeClasses(packages = "dev.weir", importOptions = ImportOption.DoNotIncludeTests.class)
class LayoutTest {

    private static final int MOST_PUBLIC_TYPES = 10;

    /** Packages with more public types, and their maximum numbers. */
    private static final Map<String, Integer> LARGER = Map.of(
            // one type for each step of the Java API
            "dev.weir.operators.api",
            15,
            // what a plan is made of, and how its keys are announced
            "dev.weir.operators.query",
            11);

    /** The variants of the types along which features grow. Questions about them are methods of these types. */
    private static final Set<String> VARIANTS = Set.of(
            "PricedTotals",
            "PricedCells",
            "SeriesWindow",
            "RunningWindow",
            "SlidingWindow",
            "TumblingWindow",
            "Scalar",
            "Block");

    /** Two files that use each other are one idea in two places. A sealed type and its variants count as one family. */
    @ArchTest
    static final ArchRule no_two_files_use_each_other =
            slices().assignedFrom(files()).namingSlices("$1").should().beFreeOfCycles();

    private static SliceAssignment files() {
        return new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass type) {
                JavaClass file = topLevel(type);
                return file.getPackageName().startsWith("dev.weir")
                        ? SliceIdentifier.of(family(file))
                        : SliceIdentifier.ignore();
            }

            @Override
            public String getDescription() {
                return "files, a sealed type being one with its variants";
            }
        };
    }

    /** Returns the name of the topmost sealed type that permits a class; the class's own name if there is none. */
    private static String family(JavaClass file) {
        Class<?> type = file.reflect();
        for (Class<?> above = sealedAbove(type); above != null; above = sealedAbove(type)) {
            type = above;
        }
        return type.getName();
    }

    private static @Nullable Class<?> sealedAbove(Class<?> type) {
        return Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                .filter(Class::isSealed)
                .findFirst()
                .orElse(null);
    }

    private static JavaClass topLevel(JavaClass type) {
        JavaClass outer = type;
        while (outer.getEnclosingClass().isPresent()) {
            outer = outer.getEnclosingClass().get();
        }
        return outer;
    }

    @ArchTest
    static void a_simple_name_stands_for_one_class_within_a_module(JavaClasses classes) {
        Map<String, List<String>> files = files(classes)
                .collect(groupingBy(
                        type -> module(type) + " " + type.getSimpleName(), mapping(JavaClass::getName, toList())));
        assertThat(files.values().stream().filter(names -> names.size() > 1)).isEmpty();
    }

    /** Returns the part of a package's name after {@code dev.weir}. */
    private static String module(JavaClass type) {
        String name = type.getPackageName().substring("dev.weir.".length());
        return name.contains(".") ? name.substring(0, name.indexOf('.')) : name;
    }

    @ArchTest
    static void a_package_has_few_public_types(JavaClasses classes) {
        Map<String, List<JavaClass>> packages = files(classes)
                .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                .collect(groupingBy(JavaClass::getPackageName));
        packages.forEach((name, types) -> assertThat(types)
                .as("public types of " + name)
                .hasSizeLessThanOrEqualTo(LARGER.getOrDefault(name, MOST_PUBLIC_TYPES)));
    }

    @ArchTest
    static void nobody_asks_which_variant_there_is(JavaClasses classes) {
        Set<String> asking = classes.stream()
                .flatMap(type -> type.getInstanceofChecks().stream())
                .filter(check -> check.getRawType().getPackageName().startsWith("dev.weir.operators"))
                .filter(check -> VARIANTS.contains(check.getRawType().getSimpleName()))
                .map(check -> topLevel(check.getOwner().getOwner()).getSimpleName())
                .collect(toSet());
        assertThat(asking).isEmpty();
    }

    private static Stream<JavaClass> files(JavaClasses classes) {
        return classes.stream()
                .filter(type -> type.getEnclosingClass().isEmpty()
                        && !type.getSimpleName().equals("package-info"));
    }
}
