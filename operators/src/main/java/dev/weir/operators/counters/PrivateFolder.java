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
 * A local folder inside the trusted base. Only its owner can list it (mode 0700) or read its files (mode 0600). This class makes every
 * folder and file that Weir itself makes for private data.
 *
 * <p>On a file system without these modes, the folder is only as private as the folder that contains it.
 */
public final class PrivateFolder {

    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    /**
     * Returns the folder at a path. If the folder or a folder above it is missing, each missing folder is created with access for its owner
     * alone. If the folder exists, others lose their access.
     *
     * @param path the folder's path
     * @throws IOException if the folder cannot be made, or its permissions cannot be set
     */
    public static PrivateFolder at(Path path) throws IOException {
        Files.createDirectories(path, modes(path, FOLDER));
        if (Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class)) {
            Files.setPosixFilePermissions(path, FOLDER);
        }
        return new PrivateFolder(path);
    }

    /**
     * Creates a folder where the system keeps temporary files.
     *
     * @param prefix what the folder's name begins with
     * @throws IOException if the folder cannot be made
     */
    public static PrivateFolder temporary(String prefix) throws IOException {
        return new PrivateFolder(Files.createTempDirectory(prefix, modes(Path.of(prefix), FOLDER)));
    }

    /**
     * Creates a folder inside another one.
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
     * Writes a file as a whole. A reader sees the old content or the new content, and never a part of one, if the file system can replace a
     * file atomically.
     *
     * @param name the file's name
     * @param content the file's bytes
     * @throws IOException if the file cannot be written; the old file then still exists
     */
    public void write(String name, byte[] content) throws IOException {
        replace(name, content, draft -> {});
    }

    /**
     * Writes a file as a whole, and returns once its content and its name are on the disk. A loss of power leaves the old file or the new
     * file.
     *
     * @param name the file's name
     * @param content the file's bytes
     * @throws IOException if the file cannot be written durably; the old file then still exists, or is already replaced
     */
    public void writeDurably(String name, byte[] content) throws IOException {
        replace(name, content, PrivateFolder::force);
        force(path);
    }

    /**
     * Forces a file's content, or the names in a folder, to the disk, and then returns.
     *
     * @param path the path of the file or the folder
     * @throws IOException if the content or the names cannot be forced to the disk
     */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** An action on a file whose content has been written and that does not have its final name yet. */
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

    /** Returns the attribute that gives a new file these permissions, or no attribute if the file system has no permissions. */
    private static FileAttribute<?>[] modes(Path path, Set<PosixFilePermission> permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
