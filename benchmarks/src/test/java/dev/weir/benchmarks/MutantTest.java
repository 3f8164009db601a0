package dev.weir.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that the mutants' patches apply; {@code benchmarks/mutants/run} tells whether tests detect the mutants. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MutantTest {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final String TESTS = "tests: ";

    static List<Path> patches() throws IOException {
        return patches("benchmarks/mutants");
    }

    /** The faults that {@code benchmarks/mutants/run --sql} plants. */
    static List<Path> faultsOfScripts() throws IOException {
        return patches("benchmarks/sql-mutants");
    }

    /** The faults that {@code benchmarks/audit/run} plants besides. */
    static List<Path> faultsOfAudits() throws IOException {
        return patches("benchmarks/audit/faults");
    }

    private static List<Path> patches(String folder) throws IOException {
        try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(".patch"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("patches")
    void a_patch_fits_the_sources_says_what_is_wrong_and_names_tests_that_are_there(Path patch) throws Exception {
        assertFits(patch, "operators/src/test/java/dev/weir/operators/");
    }

    @ParameterizedTest
    @MethodSource("faultsOfScripts")
    void a_fault_for_scripts_fits_the_sources_says_what_is_wrong_and_names_tests_that_are_there(Path patch)
            throws Exception {
        assertFits(patch, "sql/src/test/java/dev/weir/sql/");
    }

    private static void assertFits(Path patch, String tests) throws Exception {
        assertThat(refusal(patch)).isEmpty();
        List<String> lines = Files.readAllLines(patch);
        assertThat(lines.get(0)).startsWith("what: ");
        assertThat(lines.get(1)).startsWith(TESTS);
        assertThat(lines.get(1).substring(TESTS.length()).split(" ", -1))
                .allSatisfy(test -> assertThat(ROOT.resolve(tests + test.replace('.', '/') + ".java"))
                        .isRegularFile());
    }

    @ParameterizedTest
    @MethodSource("faultsOfAudits")
    void a_fault_for_the_audit_fits_the_sources_and_says_what_is_wrong(Path patch) throws Exception {
        assertThat(refusal(patch)).isEmpty();
        assertThat(Files.readAllLines(patch).get(0)).startsWith("what: ");
    }

    /** The page says of each fault whether audits find it; those of votes are said together. */
    @Test
    void the_page_about_audits_names_every_fault_and_no_other() throws IOException {
        String page = Files.readString(ROOT.resolve("docs/audit-faults.md"));
        List<String> faults = Stream.concat(patches().stream(), faultsOfAudits().stream())
                .map(patch -> patch.getFileName().toString().replace(".patch", ""))
                .toList();
        List<String> named = Pattern.compile("`([a-z0-9]+(-[a-z0-9]+)+)`")
                .matcher(page)
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(named)
                .containsAll(faults.stream()
                        .filter(fault -> !fault.startsWith("vote-"))
                        .toList());
        assertThat(faults).containsAll(named);
    }

    @Test
    void a_patch_of_lines_that_are_gone_does_not_fit(@TempDir Path folder) throws Exception {
        Path patch = patches().get(0);
        String gone = Files.readString(patch).replaceFirst("(?m)^-(?!--)", "-gone ");
        assertThat(refusal(Files.writeString(folder.resolve("gone.patch"), gone)))
                .contains("does not apply");
    }

    /** Returns git's message about a patch that does not apply; empty if it applies. */
    private static String refusal(Path patch) throws IOException, InterruptedException {
        ProcessBuilder git = new ProcessBuilder("git", "apply", "--check", patch.toString())
                .directory(ROOT.toFile())
                .redirectErrorStream(true);
        // inside another work tree, git would ignore every path
        git.environment()
                .put("GIT_CEILING_DIRECTORIES", ROOT.resolve("..").normalize().toString());
        Process process = git.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() == 0 ? "" : said;
    }
}
