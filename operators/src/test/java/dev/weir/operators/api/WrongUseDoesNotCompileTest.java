package dev.weir.operators.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests programs that each lack one decision: the compiler names the step that is missing. A correct variant of each
 * compiles.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@Tag("thorough")
class WrongUseDoesNotCompileTest {

    private static final String QUERY = "visits.query(\"q\")";
    private static final String KEY = ".byDeclaredKey(Visit::place, List.of(\"harbour\"))";
    private static final String WINDOW = ".every(Duration.ofHours(1))";
    private static final String BOUNDS = ".atMost(2, 1)";
    private static final String COUNT = ".aggregate(Aggregation.count(\"visits\"))";
    private static final String SUM = ".aggregate(Aggregation.count(\"visits\"),"
            + " Aggregation.sum(\"spent\", visit -> visit.spent(), Clamp.clamp(0, 100)))";
    private static final String UNCLAMPED = ".aggregate(Aggregation.sum(\"spent\", Visit::spent))";
    private static final String PRICE = ".spending(0.5, 6)";

    private static final String TIME = ".timedBy(Visit::time, timing, schedule)";
    private static final String UNIT = ".protecting(PrivacyUnit.USER_PER_DAY, \"visitor\", Visit::visitor)";
    private static final String BUDGET = ".within(\"town\", budget)";

    @Test
    void what_makes_every_decision_compiles() {
        assertThat(errorsIn("visits.release(" + QUERY + KEY + WINDOW + BOUNDS + SUM + PRICE + ")"
                        + ".releases().sinkTo(sink);"))
                .isEmpty();
        assertThat(errorsIn("PrivateStream<Visit> another = PrivateStream.of(raw)" + TIME + UNIT + BUDGET + ";"))
                .isEmpty();
    }

    /** State and ledger keep the name of the ids. Without it, ids of another field would get new budgets. */
    @Test
    void ids_of_units_without_a_name_do_not_compile() {
        assertThat(errorsIn("PrivateStream.of(raw)" + TIME + ".protecting(PrivacyUnit.USER_PER_DAY, Visit::visitor);"))
                .isNotEmpty();
    }

    @Test
    void a_query_without_bounds_does_not_compile() {
        wrong(release(QUERY + KEY + WINDOW + COUNT + PRICE), "aggregate", "UnboundedQuery<Visit>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    @Test
    void a_running_total_or_sliding_window_with_bounds_of_other_windows_does_not_compile() {
        String running = QUERY + KEY + ".runningTotal(Duration.ofHours(1), 24)";
        String sliding = QUERY + KEY + ".sliding(Duration.ofHours(3), Duration.ofHours(1))";
        wrong(release(running + COUNT + PRICE), "aggregate", "UnboundedRunningTotal<Visit>");
        wrong(release(running + ".within(bounds)" + COUNT + PRICE), "Bounds", "Series");
        wrong(release(sliding + ".resetting(Duration.ofDays(1))" + BOUNDS + COUNT + PRICE), "resetting");
        right(release(running + ".resetting(Duration.ofDays(1))" + BOUNDS + COUNT + PRICE));
        right(release(running + ".within(bounds.series())" + COUNT + PRICE));
        right(release(sliding + BOUNDS + COUNT + PRICE));
    }

    @Test
    void a_query_without_a_price_does_not_compile() {
        wrong(release(QUERY + KEY + WINDOW + BOUNDS + COUNT), "UnpricedQuery<Visit>", "PrivateQuery<Visit>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    @Test
    void a_query_without_declared_keys_does_not_compile_and_no_step_takes_undeclared_ones() {
        wrong(release(QUERY + WINDOW + BOUNDS + COUNT + PRICE), "every", "UnkeyedQuery<Visit>");
        wrong(
                release(QUERY + ".byKey(Visit::place)" + WINDOW + BOUNDS + COUNT + PRICE),
                "byKey",
                "UnkeyedQuery<Visit>");
        wrong(release(QUERY + ".byDeclaredKey(Visit::place)" + WINDOW + BOUNDS + COUNT + PRICE), "byDeclaredKey");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    /** A part of the delta pays for keys that nobody declares, and the number of a unit's keys divides it. */
    @Test
    void discovered_keys_under_a_pure_budget_in_sliding_windows_or_in_totals_without_both_bounds_do_not_compile() {
        String stream = "PrivateStream.of(raw)" + TIME + UNIT + ".within(\"town\", %s).query(\"q\")";
        String keys = ".byDiscoveredKey(Visit::place, java.math.BigDecimal.ONE)";
        String total = ".runningTotal(Duration.ofHours(1), 24)";
        String pure = "new Budget.Pure(java.math.BigDecimal.ONE)";
        String withDelta = stream.formatted("new Budget.Approximate(java.math.BigDecimal.ONE, null)") + keys;
        wrong(release(QUERY + keys + WINDOW + BOUNDS + COUNT + PRICE), "byDiscoveredKey", "UnkeyedQuery<Visit>");
        wrong(stream.formatted(pure) + keys + ";", "byDiscoveredKey", "UnkeyedQuery<Visit>");
        wrong(withDelta + ".sliding(Duration.ofHours(3), Duration.ofHours(1));", "sliding", "DiscoveredQuery<Visit>");
        wrong(withDelta + total + COUNT + PRICE + ";", "aggregate", "Totals<Visit>");
        wrong(withDelta + total + ".within(bounds.series())" + COUNT + PRICE + ";", "within", "Totals<Visit>");
        right(withDelta + total + BOUNDS + COUNT + PRICE + ";");
        right(withDelta + WINDOW + BOUNDS + COUNT + PRICE + ";");
    }

    @Test
    void a_query_without_windows_does_not_compile() {
        wrong(release(QUERY + KEY + BOUNDS + COUNT + PRICE), "atMost", "UnwindowedQuery<Visit>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    @Test
    void a_sum_without_a_clamp_does_not_compile() {
        wrong(release(QUERY + KEY + WINDOW + BOUNDS + UNCLAMPED + PRICE), "sum", "Aggregation<T>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + SUM + PRICE));
    }

    @Test
    void a_query_that_releases_nothing_does_not_compile() {
        wrong(release(QUERY + KEY + WINDOW + BOUNDS + PRICE), "spending", "EmptyQuery<Visit>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    @ParameterizedTest
    @CsvSource({"sinkTo(sink)", "print()", "map(visit -> visit)", "keyBy(Visit::place)", "stream()"})
    void a_private_stream_cannot_be_read(String method) {
        wrong("visits." + method + ";", method.substring(0, method.indexOf('(')), "PrivateStream<Visit>");
        right("raw" + (method.equals("stream()") ? ".print();" : ".map(visit -> visit);"));
    }

    @Test
    void neither_can_a_step_on_the_way_to_it_or_a_query() {
        wrong("PrivateStream.of(raw).sinkTo(sink);", "sinkTo", "Untimed<Visit>");
        wrong("PrivateStream.of(raw)" + TIME + ".sinkTo(sink);", "sinkTo", "Unprotected<Visit>");
        wrong("PrivateStream.of(raw)" + TIME + UNIT + ".sinkTo(sink);", "sinkTo", "Unbudgeted<Visit>");
        wrong(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE + ".sinkTo(sink);", "sinkTo", "PrivateQuery<Visit>");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE).replace(";", ".releases().sinkTo(sink);"));
    }

    @Test
    void a_stream_without_clock_unit_or_budget_has_no_queries() {
        wrong("PrivateStream.of(raw)" + UNIT + BUDGET + ".query(\"q\");", "protecting", "Untimed<Visit>");
        wrong("PrivateStream.of(raw)" + TIME + BUDGET + ".query(\"q\");", "within", "Unprotected<Visit>");
        wrong("PrivateStream.of(raw)" + TIME + UNIT + ".query(\"q\");", "query", "Unbudgeted<Visit>");
        right("PrivateStream.of(raw)" + TIME + UNIT + BUDGET + ".query(\"q\");");
    }

    @Test
    void exact_values_and_steps_cannot_be_made_by_hand() {
        wrong("new PrivateStream<Visit>(null, null);", "PrivateStream");
        wrong("new PrivateQuery<Visit>(null, null, null, null);", "PrivateQuery");
        right(release(QUERY + KEY + WINDOW + BOUNDS + COUNT + PRICE));
    }

    private static String release(String query) {
        return "visits.release(" + query + ");";
    }

    private static void wrong(String statement, String... named) {
        assertThat(errorsIn(statement)).singleElement().asString().contains(named);
    }

    private static void right(String statement) {
        assertThat(errorsIn(statement)).isEmpty();
    }

    private static final String TRIAL = """
                package dev.weir.operators.api.trial;
                import dev.weir.accountant.privacy.*;
                import dev.weir.operators.api.*;
                import dev.weir.operators.query.*;
                import dev.weir.operators.result.*;
                import dev.weir.operators.time.*;
                import java.time.*;
                import java.util.*;
                import org.apache.flink.api.connector.sink2.Sink;
                import org.apache.flink.streaming.api.datastream.DataStream;
                abstract class Trial {
                    record Visit(Instant time, String visitor, String place, long spent) {}
                    DataStream<Visit> raw;
                    PrivateStream<Visit> visits;
                    TimeBounds timing;
                    Schedule schedule;
                    Budget budget;
                    Bounds bounds;
                    abstract <T> Sink<T> sink();
                    void trial(Sink sink) {
                        %s
                    }
                }
                """;

    private static final JavaCompiler COMPILER =
            Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "tests need a JDK");

    /** Keeps the jars of the class path open, which every program would read again. */
    private static final StandardJavaFileManager FILES = COMPILER.getStandardFileManager(null, null, null);

    /** The errors in what has been compiled: the correct variant of several programs is the same. */
    private static final Map<String, List<String>> KNOWN = new HashMap<>();

    @BeforeAll
    static void openClassPath() throws IOException {
        FILES.setLocation(
                StandardLocation.CLASS_PATH,
                Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                        .map(File::new)
                        .toList());
    }

    @AfterAll
    static void closeClassPath() throws IOException {
        FILES.close();
    }

    private static List<String> errorsIn(String statement) {
        return KNOWN.computeIfAbsent(statement, WrongUseDoesNotCompileTest::compile);
    }

    private static List<String> compile(String statement) {
        String source = TRIAL.formatted(statement);
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        JavacTask task = (JavacTask) COMPILER.getTask(
                new StringWriter(), FILES, found, List.of("-proc:none"), null, List.of(new Trial(source)));
        try {
            task.analyze();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : found.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(diagnostic
                        .getMessage(Locale.ROOT)
                        .replaceAll("dev\\.weir\\.operators\\.api\\.(trial\\.Trial\\.)?", ""));
            }
        }
        return errors;
    }

    /** A source file in memory. */
    private static final class Trial extends SimpleJavaFileObject {

        private final String source;

        Trial(String source) {
            super(URI.create("string:///Trial.java"), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return source;
        }
    }
}
