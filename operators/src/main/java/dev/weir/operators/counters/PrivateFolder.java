package dev.weir.operators.counters;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A local folder inside the trusted base: only its owner can look into it (mode 0700), or read a file of it (0600). Every
 * folder and file that Weir itself makes for private data is made here.
 *
 * <p>On a file system without such modes the folder is only as private as the place that it stands in.
 */
public final class PrivateFolder {

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    /**
     * The folder at a path. It and the folders above it are created if they are missing, for their owner alone; an
     * existing folder is closed to others.
     *
     * @param path the folder's path
     * @throws IOException if the folder cannot be made or closed
     */
    public static PrivateFolder at(Path path) throws IOException {
        Files.createDirectories(path, modes(path, FOLDER));
        if (Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(path, FOLDER);
        }
        return new PrivateFolder(path);
    }

    /**
     * A new folder where the system keeps temporary files.
     *
     * @param prefix what the folder's name begins with
     * @throws IOException if the folder cannot be made
     */
    public static PrivateFolder temporary(String prefix) throws IOException {
        return new PrivateFolder(Files.createTempDirectory(prefix, modes(Path.of(prefix), FOLDER)));
    }

    /**
     * A new folder inside another one.
     *
     * @param parent a folder that exists
     * @param prefix what the new folder's name begins with
     * @throws IOException if the folder cannot be made
     */
    public static PrivateFolder temporaryIn(Path parent, String prefix) throws IOException {
        return new PrivateFolder(Files.createTempDirectory(parent, prefix, modes(parent, FOLDER)));
    }

    /** The path of the folder. */
    public Path path() {
        return path;
    }

    /**
     * Writes a file as a whole: a reader sees the old one or the new one, never a part.
     *
     * @param name the file's name
     * @param content the file's bytes
     * @throws IOException if the file cannot be written; the old one is then still there
     */
    public void write(String name, byte[] content) throws IOException {
        replace(name, content, draft -> {});
    }

    /**
     * Writes a file as a whole, and returns when it is on the disk, under its name. A loss of power leaves the old file or the new one.
     *
     * @param name the file's name
     * @param content the file's bytes
     * @throws IOException if the file cannot be written; the old one is then still there, or already replaced
     */
    public void writeDurably(String name, byte[] content) throws IOException {
        replace(name, content, PrivateFolder::force);
        force(path);
    }

    /**
     * Returns when a file's content, or the names in a folder, are on the disk.
     *
     * @param path the path of the file or the folder
     * @throws IOException if it cannot be made sure
     */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** An action on a file that is written and does not have its name yet. */
    private interface BeforeNaming {

        void accept(Path draft) throws IOException;
    }

    private void replace(String name, byte[] content, BeforeNaming last) throws IOException {
        Path draft = Files.createTempFile(path, name, ".tmp", modes(path, FILE));
        try {
            Files.write(draft, content);
            last.accept(draft);
            replace(draft, path.resolve(name));
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The attribute that gives a new file these permissions, where files have permissions. */
    private static FileAttribute<?>[] modes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
