package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Runs {@code weir replay} with exact answers in addition to the released ones. */
final class Replays {

    private Replays() {}

    /** The path of a recording: a quarter of an hour of requests to a web site. */
    static Path quarterHour() throws URISyntaxException {
        return resource("quarter-hour.csv");
    }

    /** Returns the path of a file in the folder of {@link #quarterHour}. */
    static Path resource(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(Replays.class.getResource("/aggregates/" + name))
                .toURI());
    }

    /**
     * Replays a file.
     *
     * @param folder the folder for the pipeline file
     * @param pipeline the text of the pipeline file
     * @return the folder of results
     */
    static Path replay(Path folder, String pipeline, Path input, String parallelism) throws IOException {
        Path file = Files.writeString(folder.resolve("p.yaml"), pipeline);
        Path out = folder.resolve("out");
        int status = Weir.commandLine()
                .execute(
                        "replay",
                        file.toString(),
                        "--input",
                        input.toString(),
                        "--out",
                        out.toString(),
                        "--reveal-exact",
                        "--parallelism",
                        parallelism,
                        "--quiet");
        assertThat(status).isZero();
        return out;
    }
}
