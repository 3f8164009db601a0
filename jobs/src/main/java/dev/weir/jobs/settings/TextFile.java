package dev.weir.jobs.settings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads text in UTF-8, and refuses other encodings. */
public final class TextFile {

    private TextFile() {}

    /**
     * Returns the text of a file.
     *
     * @param file the path of the file
     * @throws CharacterCodingException if the file is not UTF-8
     * @throws IOException if the file cannot be read
     */
    public static String read(Path file) throws IOException {
        return StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                .toString();
    }
}
