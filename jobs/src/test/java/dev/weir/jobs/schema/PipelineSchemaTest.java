package dev.weir.jobs.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import dev.weir.operators.counters.Rejection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * Tests that the schema accepts every pipeline of the repository, has exactly the fields of the page, and is the one that is
 * distributed.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PipelineSchemaTest {

    private static final Path ROOT = Path.of("..");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern SNIPPET = Pattern.compile("(?ms)^```yaml[^\n]*\n(pipeline: .*?)^```");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");

    private static JsonSchema schema() {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(PipelineSchema.text());
    }

    private static JsonNode yaml(String text) {
        return JSON.valueToTree(new Load(LoadSettings.builder().build()).loadFromString(text));
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> examples = Files.list(ROOT.resolve("examples"));
                Stream<Path> tests = Files.walk(Path.of("src/test/resources"))) {
            return Stream.concat(examples, tests)
                    .filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void a_pipeline_file_of_the_repository_is_valid(Path file) throws IOException {
        assertThat(schema().validate(yaml(Files.readString(file)))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"README.md, 1", "docs/tutorial.md, 1", "docs/pipeline-file.md, 1"})
    void a_pipeline_on_a_page_is_valid(String page, int least) throws IOException {
        List<String> pipelines = SNIPPET.matcher(Files.readString(ROOT.resolve(page)))
                .results()
                .map(match -> match.group(1))
                .toList();
        assertThat(pipelines).hasSizeGreaterThanOrEqualTo(least);
        assertThat(pipelines)
                .allSatisfy(text -> assertThat(schema().validate(yaml(text))).isEmpty());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            pipeline: rides                          | pipeline: two words
            privacy: {unit: user-per-day, budget     | privacy: {unit: household, budget
            epsilon: 1.0                             | epsilon: -1
            epsilon: 1.0                             | epsilon: 1.0, rho: 1
            {tumbling: 1h}                           | {tumbling: 1 hour}
            {tumbling: 1h}                           | {tumblin: 1h}
            declared: [harbour, market, hills, station] | declared: []
            clamp: [0, 2000]                         | clamp: [0]
            contributions: 8                         | contribution: 8
            {count: rides}                           | {cont: rides}
            """)
    void a_mistake_in_the_first_pipeline_of_the_readme_is_found(String right, String wrong) throws IOException {
        Matcher first = SNIPPET.matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(first.find()).isTrue();
        assertThat(first.group(1)).contains(right);
        assertThat(schema().validate(yaml(first.group(1).replace(right, wrong))))
                .isNotEmpty();
    }

    @Test
    void its_fields_are_those_of_the_page() throws IOException {
        Set<String> page = new TreeSet<>();
        try (Stream<Path> pages = Files.list(ROOT.resolve("docs"))) {
            for (Path file : pages.filter(PipelineSchemaTest::isAboutPipelines).toList()) {
                ROW.matcher(Files.readString(file))
                        .results()
                        .forEach(row -> page.addAll(List.of(row.group(1).split("[.]"))));
            }
        }
        Stream.of(Rejection.values()).map(Enum::name).forEach(page::remove);
        assertThat(fields(JSON.readTree(PipelineSchema.text()), new TreeSet<>()))
                .isEqualTo(page);
    }

    private static boolean isAboutPipelines(Path file) {
        return file.getFileName().toString().matches("pipeline-.*[.]md");
    }

    /** Returns the names of all fields at any place. */
    private static Set<String> fields(JsonNode node, Set<String> names) {
        if (node.path("properties").isObject()) {
            node.get("properties").fieldNames().forEachRemaining(names::add);
        }
        node.forEach(child -> fields(child, names));
        return names;
    }

    @Test
    void the_file_beside_the_page_is_what_the_command_prints() throws IOException {
        Path file = ROOT.resolve("docs/pipeline.schema.json");
        String written = Files.readString(file);
        if (Boolean.getBoolean("weir.write-docs")) {
            Files.writeString(file, PipelineSchema.text());
        }
        assertThat(written).isEqualTo(PipelineSchema.text());
    }
}
