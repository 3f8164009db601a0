package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.InProcess;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Problems;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts beside the examples are the pipelines that the YAML files are. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ExamplePairsTest {

    /** The pipelines that SQL cannot say: other kinds, and models. */
    private static final List<String> YAML_ALONE = List.of(
            "big-orders",
            "big-orders-so-far",
            "countries",
            "encode-fare",
            "encode-zone",
            "hours",
            "learning",
            "pages",
            "triage");

    static List<String> scripts() throws IOException {
        return names(".sql");
    }

    private static List<String> names(String ending) throws IOException {
        try (Stream<Path> files = Files.list(Scripts.EXAMPLES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(ending))
                    .map(name -> name.replace(ending, ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void a_script_is_the_same_pipeline_as_its_file(String name) throws IOException {
        Problems problems = new Problems();
        Item script = Scripts.tree(".sql", problems, text(name + ".sql"));
        Item yaml = Scripts.tree(".yaml", new Problems(), text(name + ".yaml"));
        Pipeline one = Scripts.pipeline(script, problems);
        assertThat(Scripts.card(one)).isEqualTo(Scripts.card(Scripts.pipeline(yaml, new Problems())));
        source(yaml)
                .putIfAbsent("columns", Objects.requireNonNull(source(script).get("columns")));
        Pipeline other = Scripts.pipeline(yaml, new Problems());
        assertThat(Scripts.fingerprints(one)).isEqualTo(Scripts.fingerprints(other));
        assertThat(one.name()).isEqualTo(other.name());
        assertThat(one.clock()).isEqualTo(other.clock());
        assertThat(one.sink()).isEqualTo(other.sink());
        assertThat(one.checkpoint()).isEqualTo(other.checkpoint());
        assertThat(one.source().kafka()).isEqualTo(other.source().kafka());
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void what_is_explained_of_a_script_is_byte_for_byte_what_is_explained_of_its_file(String name) {
        assertThat(explained(name + ".sql")).startsWith("{").isEqualTo(explained(name + ".yaml"));
    }

    private static String explained(String file) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String path = Scripts.EXAMPLES.resolve(file).toString();
        assertThat(InProcess.weir(out, err, "explain", "--json", path))
                .as(err.toString())
                .isZero();
        return out.toString();
    }

    @Test
    void every_example_that_sql_can_say_has_a_script() throws IOException {
        List<String> all = names(".yaml").stream()
                .filter(name -> !YAML_ALONE.contains(name))
                .toList();
        assertThat(scripts()).isEqualTo(all);
    }

    private static Map<String, Item> source(Item tree) {
        return Objects.requireNonNull(tree.fields().get("source")).fields();
    }

    private static String text(String file) throws IOException {
        return Files.readString(Scripts.EXAMPLES.resolve(file));
    }
}
