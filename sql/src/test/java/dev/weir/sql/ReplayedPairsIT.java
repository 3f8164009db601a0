package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.InProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A replay of a script counts what the replay of its pipeline file counts, and has its card. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReplayedPairsIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The second has a row for each of four keys at each of 96 steps of a day, or fewer where records end. */
    @ParameterizedTest
    @ValueSource(strings = {"rides", "rides-so-far", "rides-sliding"})
    void a_script_counts_what_its_file_counts(String name) throws IOException {
        Path script = replayed(name + ".sql");
        Path file = replayed(name + ".yaml");
        assertThat(script.resolve("private/exact.jsonl"))
                .isNotEmptyFile()
                .hasSameBinaryContentAs(file.resolve("private/exact.jsonl"));
        assertThat(script.resolve("card.json")).hasSameBinaryContentAs(file.resolve("card.json"));
    }

    private Path replayed(String pipeline) {
        Path out = folder.resolve(pipeline.replace('.', '-')).resolve("out");
        StringWriter err = new StringWriter();
        String[] arguments = {
            "replay",
            Scripts.EXAMPLES.resolve(pipeline).toString(),
            "--input",
            Scripts.EXAMPLES.resolve("rides.csv").toString(),
            "--out",
            out.toString(),
            "--reveal-exact",
            "--quiet"
        };
        assertThat(InProcess.weir(err, err, arguments)).as(err.toString()).isZero();
        return out;
    }
}
