package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what poms must contain to be published, and that they agree. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class PomsTest {

    private static final Pattern VERSION = Pattern.compile("<version>([^<]+)</version>");

    private static String pom(String module) throws IOException {
        return Files.readString(Snippet.repository().resolve(module).resolve("pom.xml"));
    }

    private static String firstVersion(String pom) {
        Matcher version = VERSION.matcher(pom);
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    @Test
    void the_bill_of_materials_has_the_version_of_the_rest() throws IOException {
        assertThat(firstVersion(pom("bom"))).isEqualTo(firstVersion(pom("")));
    }

    @Test
    void the_bill_of_materials_names_every_artifact_that_is_published() throws IOException {
        assertThat(pom("bom"))
                .contains(
                        "<artifactId>weir-accountant</artifactId>",
                        "<artifactId>weir-operators</artifactId>",
                        "<artifactId>weir-calculator</artifactId>",
                        "<artifactId>weir-jobs</artifactId>",
                        "<artifactId>weir-sql</artifactId>",
                        "<classifier>job</classifier>")
                .doesNotContain("<parent>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "docs/tutorial.md"})
    void pages_name_the_coordinates_as_they_are(String page) throws IOException {
        String text = Files.readString(Snippet.repository().resolve(page));
        assertThat(text)
                .contains("weir-bom", "weir-operators", firstVersion(pom("")), "weir-jobs-", ".jar run PIPELINE");
    }

    @Test
    void the_readme_installs_without_the_tests_and_without_the_checks_that_the_root_pom_leaves_out()
            throws IOException {
        assertThat(Files.readString(Snippet.repository().resolve("README.md")))
                .contains("`mvn -Dfast -DskipTests install`");
        assertThat(pom("")).contains("<name>!fast</name>");
    }

    /** Modules inherit all but name and description from the root. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bom"})
    void a_pom_has_what_a_repository_asks_for(String module) throws IOException {
        assertThat(pom(module)).contains("<name>", "<description>", "<licenses>", "<developers>");
    }

    /** There is no public repository yet, so every address of the project would be fictitious. */
    @ParameterizedTest
    @ValueSource(strings = {"", "bom", "accountant", "operators", "calculator", "jobs", "sql"})
    void a_pom_names_no_address_that_is_made_up(String module) throws IOException {
        assertThat(pom(module)).doesNotContain("https://weir", "<scm", "organizationUrl");
    }

    @Test
    void the_root_pom_has_the_plugins_for_sources_javadoc_and_a_list_of_contents_and_a_fixed_time() throws IOException {
        assertThat(pom(""))
                .contains("maven-source-plugin", "maven-javadoc-plugin", "<notimestamp>true</notimestamp>")
                .contains("cyclonedx-maven-plugin", "<includeBomSerialNumber>false</includeBomSerialNumber>")
                .contains("<project.build.outputTimestamp>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"accountant", "operators", "calculator", "jobs", "sql"})
    void a_module_has_a_name_and_a_description(String module) throws IOException {
        assertThat(pom(module)).contains("<name>", "<description>");
    }
}
