package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** Checks that the classes named in {@code docs/architecture.md} exist, each in the package that is named next to it. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ArchitecturePageTest {

    private static final Pattern CLASS = Pattern.compile("`([A-Z][A-Za-z]+)`");
    private static final Pattern ROW =
            Pattern.compile("^\\| \\d+ \\| ((?:`[a-z.]+`(?:, )?)+) \\| ((?:`\\w+`(?:, )?)+) \\|.*$", Pattern.MULTILINE);

    private static final Path ROOT = Path.of("..");

    private static Set<String> classes() throws IOException {
        Set<String> classes = new TreeSet<>();
        for (String module : new String[] {"accountant", "operators", "calculator", "jobs"}) {
            Path sources = ROOT.resolve(module).resolve("src/main/java/dev/weir");
            try (Stream<Path> files = Files.walk(sources)) {
                files.map(file -> sources.relativize(file).toString())
                        .filter(file -> file.endsWith(".java"))
                        .forEach(file -> classes.add(file.substring(0, file.length() - ".java".length())
                                .replace('/', '.')));
            }
        }
        return classes;
    }

    private static String page() throws IOException {
        return Files.readString(ROOT.resolve("docs/architecture.md"));
    }

    @Test
    void every_class_on_the_page_exists() throws IOException {
        Set<String> simple = classes().stream()
                .map(name -> name.substring(name.lastIndexOf('.') + 1))
                .collect(Collectors.toSet());
        Set<String> named = CLASS.matcher(page())
                .results()
                .map(match -> match.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(named).hasSizeGreaterThan(30);
        assertThat(simple).containsAll(named);
    }

    @Test
    void every_class_of_a_walk_is_in_a_package_of_its_row() throws IOException {
        Set<String> classes = classes();
        var rows = ROW.matcher(page()).results().toList();
        assertThat(rows).hasSize(17);
        rows.forEach(row -> CLASS.matcher(row.group(2))
                .results()
                .map(match -> match.group(1))
                .forEach(type -> assertThat(Pattern.compile("`([a-z.]+)`")
                                .matcher(row.group(1))
                                .results())
                        .as(type)
                        .anyMatch(name -> classes.contains(name.group(1) + "." + type))));
    }
}
