package dev.weir.benchmarks.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs test classes in a process of their own, as the build does.
 *
 * @param classPath of the tests, and of this class
 */
record TestProcess(String classPath) {

    private static final long PATIENCE_SECONDS = 300;

    /**
     * What became of the tests.
     *
     * @param word {@link TestRun#PASSED}, or the first test that has failed, or what else was wrong
     */
    record Verdict(String word) {

        boolean isPassed() {
            return word.equals(TestRun.PASSED);
        }

        /** Whether a test has failed: it has a class and a method. */
        boolean isFailedTest() {
            return word.matches("\\w+\\.\\w+");
        }
    }

    /**
     * Runs tests until one fails.
     *
     * @param tests names of classes
     * @param first what stands in front of the class path; empty: nothing
     * @param folder where the process writes what it says
     */
    Verdict run(List<String> tests, String first, Path folder) throws IOException, InterruptedException {
        Path verdict = folder.resolve("verdict");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-ea",
                "-Xmx2g",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp"))));
        for (String opened : List.of("java.util", "java.lang", "java.time")) {
            command.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
        }
        command.addAll(List.of("-cp", first + classPath, TestRun.class.getName(), verdict.toString()));
        command.addAll(tests);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
            return new Verdict("ran for more than " + PATIENCE_SECONDS + " s");
        }
        return new Verdict(Files.exists(verdict) ? Files.readString(verdict) : "the process died");
    }
}
