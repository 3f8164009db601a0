package dev.weir.jobs.encoding;

import dev.weir.operators.counters.PrivateFolder;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;

/**
 * A file that is written whole or not at all, and never in the place of another. Its lines are written to a file of the folder
 * {@code private} beside it, which is on the disk before it gets its name; so what a killed process leaves is for its owner alone.
 *
 * @param path the name of the file
 */
public record NewFile(Path path) {

    /**
     * Refuses a file that exists.
     *
     * @throws FileAlreadyExistsException if it exists
     */
    public void requireNew() throws FileAlreadyExistsException {
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(path.toString());
        }
    }

    private Path folder() {
        Path parent = path.toAbsolutePath().getParent();
        return parent == null ? path.toAbsolutePath() : parent;
    }

    /**
     * Writes the file.
     *
     * @param lines its lines, without line ends
     * @throws FileAlreadyExistsException if it exists by now
     * @throws IOException if it cannot be written; then it does not exist
     */
    void write(Iterator<byte[]> lines) throws IOException {
        Files.createDirectories(folder());
        Path secrets = folder().resolve("private");
        PrivateFolder.at(secrets);
        Path draft = Files.createTempFile(secrets, path.getFileName().toString(), ".part");
        try {
            try (FileChannel channel = FileChannel.open(draft, StandardOpenOption.WRITE);
                    OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel))) {
                while (lines.hasNext()) {
                    out.write(lines.next());
                    out.write('\n');
                }
                out.flush();
                channel.force(true);
            }
            // a link, because a move could replace a file that another process has made meanwhile
            Files.createLink(path, draft);
            try (FileChannel names = FileChannel.open(folder(), StandardOpenOption.READ)) {
                names.force(true);
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }
}
