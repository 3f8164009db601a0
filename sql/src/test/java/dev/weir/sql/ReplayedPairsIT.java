package dev.weir.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.InProcess;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A replay of a script counts what the replay of its pipeline file counts, and has its card. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class ReplayedPairsIT {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** A running total of a day in steps of a quarter of an hour. */
    @Test
    void a_script_counts_what_its_file_counts() throws IOException {
        Path script = replayed("rides-so-far.sql");
        Path file = replayed("rides-so-far.yaml");
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
