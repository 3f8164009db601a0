import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs tests until one fails, and writes its name to a file, or "passed". Usage: FirstFailure FILE PACKAGE CLASS... below the package. */
public final class FirstFailure implements TestExecutionListener {

    private final Path file;
    private boolean ran;

    private FirstFailure(Path file) {
        this.file = file;
    }

    public static void main(String[] arguments) throws Exception {
        FirstFailure listener = new FirstFailure(Path.of(arguments[0]));
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(Arrays.stream(arguments)
                                        .skip(2)
                                        .map(name -> DiscoverySelectors.selectClass(arguments[1] + "." + name))
                                        .toList())
                                .build(),
                        listener);
        listener.end(listener.ran ? "passed" : "there is no test");
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        end("skips " + test.getLegacyReportingName());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        ran |= test.isTest();
        result.getThrowable().ifPresent(cause -> {
            cause.printStackTrace();
            end(cause instanceof LinkageError ? "does not fit the other classes" : name(test));
        });
    }

    private static String name(TestIdentifier test) {
        return test.getSource()
                .filter(MethodSource.class::isInstance)
                .map(MethodSource.class::cast)
                .map(method -> method.getJavaClass().getSimpleName() + "." + method.getMethodName())
                .orElse(test.getLegacyReportingName());
    }

    /** Clusters of a test that has failed may still run, and are not waited for. */
    private void end(String word) {
        try {
            Files.writeString(file, word);
        } catch (IOException e) {
            e.printStackTrace();
        }
        Runtime.getRuntime().halt(0);
    }
}
