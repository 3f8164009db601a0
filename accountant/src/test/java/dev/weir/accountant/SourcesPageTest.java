package dev.weir.accountant;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Compares {@code docs/sources.md} with the citations in the sources of this module and of the calculator. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SourcesPageTest {

    private static final Path PAGE = Path.of("../docs/sources.md");
    private static final List<Path> MODULES = List.of(Path.of("src/main/java"), Path.of("../calculator/src/main/java"));

    /** A citation such as {@code Name, Name and Name (year)}, also with {@code and others}. */
    private static final Pattern CITATION =
            Pattern.compile("(?:[A-Z][\\w-]+, )*[A-Z][\\w-]+(?: and (?:[A-Z][\\w-]+|others))? \\((?:19|20)\\d\\d\\)");

    private static final Pattern EXCUSE =
            Pattern.compile("from memory|not checked|published program|numbers? as ", Pattern.CASE_INSENSITIVE);

    private static List<Path> classes() throws IOException {
        List<Path> classes = new ArrayList<>();
        for (Path module : MODULES) {
            try (Stream<Path> files = Files.walk(module)) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(classes::add);
            }
        }
        return classes;
    }

    /** Returns a file as one line, without the characters that start the lines of a comment. */
    private static String flat(Path file) throws IOException {
        return Files.readString(file, UTF_8).replaceAll("\\s+(?:\\*\\s+)?", " ");
    }

    private static Set<String> citations(String text) {
        return CITATION.matcher(text)
                .results()
                .map(match -> match.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void every_source_that_a_class_cites_is_on_the_page_and_the_other_way_around() throws IOException {
        Set<String> cited = new TreeSet<>();
        for (Path file : classes()) {
            cited.addAll(citations(flat(file)));
        }
        assertThat(cited).hasSizeGreaterThan(30);
        assertThat(citations(Files.readString(PAGE, UTF_8))).isEqualTo(cited);
    }

    @Test
    void classes_named_on_the_page_exist() throws IOException {
        Set<String> known = classes().stream()
                .map(file -> file.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());
        known.add("ComposedPeriods"); // a class of the module jobs
        Set<String> named = Files.readAllLines(PAGE, UTF_8).stream()
                .filter(line -> line.startsWith("|") && !line.startsWith("| -"))
                .map(line -> line.split("\\|", -1)[4])
                .flatMap(cell -> Pattern.compile("`(\\w+)`").matcher(cell).results())
                .map(match -> match.group(1))
                .collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(20).isSubsetOf(known);
    }

    @Test
    void the_status_of_a_number_is_said_on_the_page_and_in_no_class() throws IOException {
        for (Path file : classes()) {
            assertThat(EXCUSE.matcher(flat(file)).find()).as("%s", file).isFalse();
        }
    }
}
