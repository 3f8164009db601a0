package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

/** The jar with the relocated parser, beside the job jar. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class SqlJarIT {

    private static final Path JAR = Path.of(System.getProperty("weir.sql.jar"));
    private static final long LARGEST = 15L << 20;
    private static final Path JOBS = Path.of("..", "jobs", "target");

    private static Path jobJar() throws IOException {
        try (Stream<Path> files = Files.list(JOBS)) {
            return files.filter(file -> file.getFileName().toString().matches("weir-jobs-.*\\.jar"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static List<String> classes(Path jar) throws IOException {
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.stream()
                    .map(java.util.zip.ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .toList();
        }
    }

    @Test
    void it_is_small_and_has_no_class_of_another_name() throws IOException {
        assertThat(Files.size(JAR)).isLessThanOrEqualTo(LARGEST);
        assertThat(classes(JAR)).isNotEmpty().allMatch(name -> name.startsWith("dev/weir/sql/"));
    }

    @Test
    void the_job_jar_has_nothing_of_the_parser() throws IOException {
        assertThat(classes(jobJar())).isNotEmpty().noneMatch(name -> name.matches(".*(calcite|dev/weir/sql/).*"));
    }

    private static String both() throws IOException {
        return String.join(File.pathSeparator, jobJar().toString(), JAR.toString(), JOBS + "/lib/*");
    }

    @Test
    void it_reads_scripts_beside_the_job_jar() throws IOException, InterruptedException {
        assertThat(weir(both(), 0, "explain", "../examples/rides.sql"))
                .contains("Query hourly, version 1: 4 declared keys");
    }

    /** The example of the command's help. */
    @Test
    void it_prints_the_script_of_a_pipeline_file() throws IOException, InterruptedException {
        assertThat(weir(both(), 0, "sql", "../examples/rides.yaml"))
                .contains("CREATE TABLE", "'connector' = 'weir'", "CREATE VIEW");
    }

    @Test
    void without_it_a_script_is_refused_in_one_line() throws IOException, InterruptedException {
        String alone = String.join(File.pathSeparator, jobJar().toString(), JOBS + "/lib/*");
        assertThat(weir(alone, 2, "explain", "../examples/rides.sql").lines())
                .containsExactly(
                        "../examples/rides.sql:1: file: needs the module weir-sql on the class path to be read");
    }

    private static String weir(String classPath, int exitCode, String command, String file)
            throws IOException, InterruptedException {
        Process weir = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dweir.own-process=true",
                        "-Dlog4j2.configurationFile=weir-log4j2.properties",
                        "-Dweir.log=target/sql-jar.log",
                        "-cp",
                        classPath,
                        "dev.weir.jobs.Weir",
                        command,
                        file)
                .redirectErrorStream(true)
                .start();
        String said = new String(weir.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(weir.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(weir.exitValue()).as(said).isEqualTo(exitCode);
        return said;
    }
}
