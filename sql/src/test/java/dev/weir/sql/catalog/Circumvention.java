package dev.weir.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A statement that would show a private record, or the owner's connection, if it could.
 *
 * @param statement the statement
 * @param expected what the answer must contain; empty if the statement is taken, and shows nothing
 */
record Circumvention(String statement, String expected) {

    /**
     * Reads the list.
     *
     * @param client what stands for the reader's own client options
     */
    static List<Circumvention> all(String client) throws IOException {
        List<Circumvention> all = new ArrayList<>();
        String expected = "";
        for (String line : Files.readAllLines(resource("circumventions.sql"))) {
            if (line.startsWith("-- ")) {
                expected = line.substring(3).replaceFirst("^taken$", "");
            } else if (!line.isBlank()) {
                all.add(new Circumvention(line.replace("CLIENT", client), expected));
            }
        }
        return all;
    }

    /** A file beside the tests of the catalog. */
    static Path resource(String name) {
        try {
            return Path.of(Objects.requireNonNull(Circumvention.class.getResource(name), name)
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Checks an answer.
     *
     * @param answer everything that was said
     * @param secrets what it must not contain
     */
    void check(String answer, String... secrets) {
        assertThat(answer).as(statement).doesNotContain(secrets).contains(expected);
        if (expected.isEmpty()) {
            assertThat(answer).as(statement).doesNotContain("Exception");
        }
    }
}
