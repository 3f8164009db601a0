package dev.weir.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Searches for a word that tests plant in unit ids, undeclared keys, values and broken lines, in all places where private
 * data must not be. Every integration test that feeds records to a job ends with this search.
 */
public final class Containment {

    /** The planted word. */
    public static final String CANARY = "canary";

    private static final Set<String> PRIVATE = Set.of("private", "checkpoints");

    private Containment() {}

    /** Checks that none of the texts contains the word, and that none is empty. */
    public static void assertNoneIn(String... texts) {
        assertThat(texts).allSatisfy(text -> assertThat(text).isNotEmpty().doesNotContain(CANARY));
    }

    /**
     * Checks that no name and no content of a file under a folder contains the word, except in folders that are private by
     * name.
     *
     * @param inputs files in which the test itself has planted the word
     */
    public static void assertNoneUnder(Path folder, Path... inputs) throws IOException {
        List<Path> places = places(folder, List.of(inputs));
        assertThat(places).isNotEmpty();
        for (Path place : places) {
            assertThat(place.toString()).doesNotContain(CANARY);
            assertThat(place).content(StandardCharsets.ISO_8859_1).doesNotContain(CANARY);
        }
    }

    private static List<Path> places(Path folder, List<Path> inputs) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !inputs.contains(file))
                    .filter(file -> Stream.iterate(file, at -> !at.equals(folder), Path::getParent)
                            .noneMatch(at -> PRIVATE.contains(at.getFileName().toString())))
                    .toList();
        }
    }
}
