package dev.weir.jobs.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.weir.accountant.noise.Randomness;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.PricedQuery;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** What draws noise is audited: by the objects that the plans of the audited pipelines hold, and the samplers that they make. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class AuditedClassesTest {

    /** Classes of {@code operators.release} are part of every job; the others draw nothing that a job releases. */
    private static final Set<String> EXEMPT = Set.of(
            "dev.weir.operators.release.StepEntries",
            "dev.weir.operators.release.StepRelease",
            "dev.weir.operators.release.ReleaseOperator",
            // a place in a table, from a secret key
            "dev.weir.operators.gate.cell.IndexHash",
            // what Draw makes anew for every draw, and how an aggregate tells what it selects
            "dev.weir.accountant.selection.Exponents",
            "dev.weir.accountant.mechanism.Selection",
            // what pipelines of votes draw with: their terms are in no plan
            "dev.weir.accountant.vote.NoisyWinner",
            // what no pipeline announces keys with yet; its probabilities and its draws are checked in their own tests
            "dev.weir.accountant.selection.keys.TruncatedGeometricDraw",
            // a library class that no job releases with; its law is enumerated in its own test
            "dev.weir.accountant.synth.DeniableRelease",
            // draws records from published counts, which is post-processing
            "dev.weir.accountant.synth.TreeModel",
            // what the calculator compares with
            "dev.weir.accountant.continual.BinaryTreeNoise");

    private final IdentityHashMap<Object, Boolean> seen = new IdentityHashMap<>();

    @Test
    void every_class_that_draws_noise_is_in_an_audited_pipeline() throws IllegalAccessException {
        Set<String> drawing = new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.weir.accountant", "dev.weir.operators")
                        .stream()
                        .filter(type -> !type.getPackageName().startsWith("dev.weir.accountant.noise"))
                        // reports that clients draw: no job releases them
                        .filter(type -> !type.getPackageName().startsWith("dev.weir.accountant.local"))
                        .filter(type -> !type.isInterface() && draws(type))
                        .map(type -> top(type.getName()))
                        .filter(name -> !EXEMPT.contains(name))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(drawing).hasSizeGreaterThan(6);
        assertThat(audited()).containsAll(drawing);
    }

    private static boolean draws(JavaClass type) {
        return type.getMethods().stream().anyMatch(method -> method.getRawParameterTypes().stream()
                .anyMatch(parameter -> parameter.isEquivalentTo(Randomness.class)));
    }

    @Test
    void every_aggregate_is_in_an_audited_pipeline() throws IllegalAccessException {
        Set<String> aggregates = new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages("dev.weir.operators.aggregate")
                        .stream()
                        .filter(type -> type.isAssignableTo(Aggregate.class) && !type.isInterface())
                        .map(type -> top(type.getName()))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertThat(audited()).containsAll(aggregates);
    }

    private Set<String> audited() throws IllegalAccessException {
        Deque<Object> open = new ArrayDeque<>();
        for (String name : AuditedPipelines.names()) {
            for (PricedQuery priced : AuditedPipelines.pipeline(name).plan().queries()) {
                open.add(priced);
                open.add(priced.draws());
            }
        }
        while (!open.isEmpty()) {
            Object next = open.pop();
            if (seen.put(next, true) == null) {
                addParts(next, open);
            }
        }
        return seen.keySet().stream()
                .flatMap(object -> withAbove(object.getClass()))
                .map(type -> top(type.getName()))
                .collect(Collectors.toSet());
    }

    /** A class and those that it extends: an abstract class draws in the classes that extend it. */
    private static Stream<Class<?>> withAbove(Class<?> type) {
        return Stream.iterate(type, above -> above != null, Class::getSuperclass);
    }

    /** The class of a file: lambdas and inner classes belong to it. */
    private static String top(String name) {
        return name.replaceAll("\\$.*", "");
    }

    private static void addParts(Object object, Deque<Object> open) throws IllegalAccessException {
        if (object instanceof Collection<?> all) {
            all.stream().filter(part -> part != null).forEach(open::add);
        } else if (object instanceof Map<?, ?> map) {
            open.add(map.keySet());
            open.add(map.values());
        } else if (object instanceof Optional<?> optional) {
            optional.ifPresent(open::add);
        } else if (object instanceof Object[] array) {
            Arrays.stream(array).filter(part -> part != null).forEach(open::add);
        } else if (object.getClass().getName().startsWith("dev.weir")) {
            addFields(object, open);
        }
    }

    private static void addFields(Object object, Deque<Object> open) throws IllegalAccessException {
        for (Class<?> type = object.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    field.setAccessible(true);
                    Object part = field.get(object);
                    if (part != null) {
                        open.add(part);
                    }
                }
            }
        }
    }
}
