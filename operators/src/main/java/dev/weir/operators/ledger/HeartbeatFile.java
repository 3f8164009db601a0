package dev.weir.operators.ledger;

import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * A file that stores the text of a heartbeat.
 *
 * @param folder the folder of the file
 * @param name the file's name
 */
record HeartbeatFile(PrivateFolder folder, String name) implements HeartbeatStore {

    @Override
    public String read() throws IOException {
        try {
            return Files.readString(file());
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    @Override
    public void write(String text) throws IOException {
        folder.write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void remove() throws IOException {
        Files.deleteIfExists(file());
    }

    private Path file() {
        return folder.path().resolve(name);
    }
}
