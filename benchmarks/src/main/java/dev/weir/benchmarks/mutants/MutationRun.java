package dev.weir.benchmarks.mutants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * Plants every mutant and runs its tests; prints a table with the test that has noticed each. First all tests run without a
 * mutant: they must pass, or their failures would say nothing.
 */
public final class MutationRun {

    private final Path folder;
    private final MutatedClasses classes;
    private final TestProcess tests;
    private int missed;

    private MutationRun(Path folder, MutatedClasses classes, TestProcess tests) {
        this.folder = folder;
        this.classes = classes;
        this.tests = tests;
    }

    /**
     * Runs the mutants. Ends with 1 unless every mutant was planted and caught. The class path must be that of the
     * operators' tests and of this class.
     *
     * @param arguments the root of the tree, a folder to work in, then the names of mutants; all mutants if there are
     * no names
     */
    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]);
        List<String> names = List.of(arguments).subList(2, arguments.length);
        List<Mutant> mutants = Mutant.all(root.resolve("benchmarks/mutants")).stream()
                .filter(mutant -> names.isEmpty() || names.contains(mutant.name()))
                .toList();
        String classPath = System.getProperty("java.class.path");
        MutationRun run =
                new MutationRun(Path.of(arguments[1]), new MutatedClasses(root, classPath), new TestProcess(classPath));
        System.exit(run.all(mutants, Math.max(1, names.size())) ? 0 : 1);
    }

    private boolean all(List<Mutant> mutants, int expected) throws Exception {
        if (mutants.size() < expected) {
            System.err.println("there must be a file for every mutant that is named");
            return false;
        }
        List<String> needed = mutants.stream()
                .flatMap(mutant -> mutant.tests().stream())
                .distinct()
                .toList();
        TestProcess.Verdict sound = tests.run(needed, "", Files.createDirectories(folder.resolve("without")));
        if (!sound.isPassed()) {
            System.err.println("without a mutant all tests must pass: " + sound.word());
            return false;
        }
        System.out.printf("| mutant | planted in | caught by | seconds |%n| --- | --- | --- | --- |%n");
        for (Mutant mutant : mutants) {
            plant(mutant);
        }
        System.out.printf("%d mutants, %d not caught%n", mutants.size(), missed);
        return missed == 0;
    }

    private void plant(Mutant mutant) throws Exception {
        long start = System.nanoTime();
        String word = verdict(mutant);
        System.out.printf(
                Locale.ROOT,
                "| %-35s | %-20s | %-100s | %5.1f |%n",
                mutant.name(),
                sources(mutant),
                word,
                (System.nanoTime() - start) / 1e9);
    }

    private String verdict(Mutant mutant) throws InterruptedException {
        try {
            Path own = Files.createDirectories(folder.resolve(mutant.name()));
            String first = classes.plant(mutant, own) + File.pathSeparator;
            TestProcess.Verdict verdict = tests.run(mutant.tests(), first, own);
            if (verdict.isFailedTest()) {
                return verdict.word();
            }
            missed++;
            return verdict.isPassed() ? "NOT CAUGHT: " + mutant.what() : "NOT RUN: " + verdict.word();
        } catch (IOException e) {
            missed++;
            return "NOT PLANTED: " + e.getMessage();
        }
    }

    private static String sources(Mutant mutant) {
        return String.join(
                ", ",
                mutant.edits().stream()
                        .map(edit -> edit.source().replaceAll(".*/|\\.java$", ""))
                        .distinct()
                        .toList());
    }
}
