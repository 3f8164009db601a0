package dev.weir.jobs.output;

import java.io.IOException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A folder inside the trusted base: only its owner can look into it (mode 0700), or read a file of it (0600).
 *
 * <p>On a file system without such modes the folder is only as private as the place that it stands in.
 */
public final class PrivateFolder {

    private final Path path;

    private PrivateFolder(Path path) {
        this.path = path;
    }

    /** The folder at {@code path}, made if it is missing, closed to others if it is not. */
    public static PrivateFolder at(Path path) throws IOException {
        Files.createDirectories(path);
        if (hasModes(path)) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rwx------"));
        }
        return new PrivateFolder(path);
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Writes a file as a whole: a reader sees the old one or the new one, never a part. */
    public void write(String name, byte[] content) throws IOException {
        Path draft = Files.createTempFile(path, name, ".tmp", ownerOnly());
        try {
            Files.write(draft, content);
            replace(draft, path.resolve(name));
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    private FileAttribute<?>[] ownerOnly() throws IOException {
        return hasModes(path)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
                }
                : new FileAttribute<?>[0];
    }

    private static void replace(Path draft, Path file) throws IOException {
        try {
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static boolean hasModes(Path path) throws IOException {
        return Files.getFileStore(path).supportsFileAttributeView(PosixFileAttributeView.class);
    }
}
