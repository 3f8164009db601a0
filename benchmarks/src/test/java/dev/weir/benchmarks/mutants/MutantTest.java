package dev.weir.benchmarks.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class MutantTest {

    private static final Path ROOT = Path.of("..");
    private static final String SOURCE = "class Account {\n    charge();\n}\n";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path tree;

    static List<Mutant> mutants() throws IOException {
        return Mutant.all(Path.of("mutants"));
    }

    /** Whether the tests catch it is what a mutation run says. */
    @ParameterizedTest
    @MethodSource("mutants")
    void a_mutant_fits_the_sources_and_names_tests_that_are_there(Mutant mutant) throws IOException {
        assertThat(mutant.sources(ROOT))
                .allSatisfy((source, planted) ->
                        assertThat(ROOT.resolve(source)).content().isNotEqualTo(planted));
        assertThat(mutant.tests()).isNotEmpty().allSatisfy(test -> assertThat(
                        ROOT.resolve("operators/src/test/java/" + test.replace('.', '/') + ".java"))
                .isRegularFile());
    }

    @Test
    void a_mutant_of_lines_that_are_gone_or_there_twice_does_not_fit() throws IOException {
        assertThat(planted(SOURCE)).isEqualTo("class Account {\n    refund();\n}\n");
        for (String source : List.of(SOURCE.replace("charge", "pay"), SOURCE + SOURCE)) {
            assertThatThrownBy(() -> planted(source))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("once");
        }
    }

    private String planted(String source) throws IOException {
        Files.writeString(tree.resolve("Account.java"), source);
        Files.write(
                tree.resolve("refund.mutant"),
                List.of(
                        "what: w",
                        "in: Account.java",
                        "tests: T",
                        "<<<<",
                        "    charge();",
                        "====",
                        "    refund();",
                        ">>>>"));
        return String.join("", Mutant.all(tree).get(0).sources(tree).values());
    }
}
