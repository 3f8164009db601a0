package dev.weir.benchmarks.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests in a process of their own until one of them fails, and leaves a word about it in a file. */
public final class TestRun implements TestExecutionListener {

    /** What the file says if all tests have passed. */
    static final String PASSED = "passed";

    private final Path verdict;
    private int passed;

    private TestRun(Path verdict) {
        this.verdict = verdict;
    }

    /**
     * Runs the tests.
     *
     * @param arguments the file to write to, then the names of the classes whose tests are to run
     */
    public static void main(String[] arguments) throws IOException {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(Arrays.stream(arguments)
                        .skip(1)
                        .map(DiscoverySelectors::selectClass)
                        .toList())
                .build();
        TestRun run = new TestRun(Path.of(arguments[0]));
        LauncherFactory.create().execute(request, run);
        run.end(run.passed > 0 ? PASSED : "there is no test");
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
            passed += test.isTest() ? 1 : 0;
            return;
        }
        Throwable cause = result.getThrowable().orElseThrow();
        cause.printStackTrace();
        end(cause instanceof LinkageError ? "does not fit the other classes" : name(test));
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        end("skips " + name(test));
    }

    private static String name(TestIdentifier test) {
        Optional<MethodSource> method =
                test.getSource().filter(MethodSource.class::isInstance).map(MethodSource.class::cast);
        return method.map(source -> simple(source.getClassName()) + "." + source.getMethodName())
                .orElse(test.getLegacyReportingName());
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** Clusters of a test that has failed may still run, and are not waited for. */
    private void end(String word) {
        try {
            Files.writeString(verdict, word);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().halt(0);
    }
}
