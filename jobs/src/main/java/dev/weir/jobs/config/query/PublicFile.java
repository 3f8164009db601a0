package dev.weir.jobs.config.query;

import dev.weir.jobs.settings.TextFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A public file that a pipeline file names: its lines that are not empty, without a byte order mark.
 *
 * @param path the path of the file
 * @param text the content of the file
 * @param lines the lines with their numbers
 */
record PublicFile(Path path, String text, List<Line> lines) {

    /**
     * A line.
     *
     * @param number the number of the line in its file, from 1
     * @param text the line without its end
     */
    record Line(int number, String text) {

        byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }
    }

    /**
     * Reads a file.
     *
     * @param pipeline the pipeline file
     * @param path the path of the other file, relative to the pipeline file
     * @throws IllegalArgumentException if the file cannot be read, with the rule that it breaks
     */
    static PublicFile read(Path pipeline, String path) {
        Path resolved = pipeline.resolveSibling(path);
        try {
            String text = TextFile.read(resolved);
            return new PublicFile(resolved, text, lines(text));
        } catch (IOException e) {
            String rule = e instanceof CharacterCodingException ? "must be UTF-8" : "must exist and be readable";
            throw new IllegalArgumentException(rule + ", was " + path, e);
        }
    }

    private static List<Line> lines(String text) {
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : text.substring(text.startsWith("\ufeff") ? 1 : 0).split("\r?\n", -1)) {
            number++;
            if (!line.isEmpty()) {
                lines.add(new Line(number, line));
            }
        }
        return lines;
    }
}
