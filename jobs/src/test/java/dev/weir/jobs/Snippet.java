package dev.weir.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of a page.
 *
 * @param language the first word after the fence
 * @param name the next word: the name of the file with this content, or empty
 * @param text its lines
 */
record Snippet(String language, String name, String text) {

    private static final String FENCE = "```";

    /** Returns all blocks of a page of the repository, in order. */
    static List<Snippet> in(String page) throws IOException {
        List<Snippet> snippets = new ArrayList<>();
        String[] opening = {};
        StringBuilder text = new StringBuilder();
        for (String line : Files.readAllLines(repository().resolve(page))) {
            if (!line.startsWith(FENCE)) {
                text.append(line).append('\n');
            } else if (line.equals(FENCE) && opening.length > 0) {
                snippets.add(new Snippet(opening[0], opening.length > 1 ? opening[1] : "", text.toString()));
                opening = new String[0];
            } else {
                opening = line.substring(FENCE.length()).split(" ", -1);
                text.setLength(0);
            }
        }
        return snippets;
    }

    /** Returns the root of the repository; tests run in a module's folder. */
    static Path repository() {
        return Path.of("").toAbsolutePath().resolve("..").normalize();
    }
}
