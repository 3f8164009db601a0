package dev.weir.jobs.embedded;

import dev.weir.operators.counters.PrivateFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A folder that only its owner may read ({@link PrivateFolder}). It is deleted when it is closed, and also when the
 * process is told to stop.
 */
public final class TemporaryFolder implements AutoCloseable {

    private static final int ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 50_000_000;

    private final Path path;
    private final Thread atExit;
    private volatile Runnable user = () -> {};

    private TemporaryFolder(Path path) {
        this.path = path;
        this.atExit = new Thread(this::deleteAtExit, "delete " + path);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /**
     * Creates a folder where the system keeps temporary files.
     *
     * @param prefix the beginning of the folder's name
     */
    public static TemporaryFolder of(String prefix) throws IOException {
        return new TemporaryFolder(PrivateFolder.temporary(prefix).path());
    }

    /**
     * Creates a folder inside another one.
     *
     * @param parent a folder that exists
     * @param prefix the beginning of the new folder's name
     */
    public static TemporaryFolder in(Path parent, String prefix) throws IOException {
        return new TemporaryFolder(PrivateFolder.temporaryIn(parent, prefix).path());
    }

    /** The path of the folder. */
    public Path path() {
        return path;
    }

    /**
     * Sets an action that runs when the process is told to stop, before the folder is deleted.
     *
     * @param stop stops the user of the folder, for example a broker
     */
    public void usedBy(Runnable stop) {
        user = stop;
    }

    private void deleteAtExit() {
        user.run();
        for (int i = 0; i < ATTEMPTS && !isDeleted(); i++) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /**
     * Tries to delete the folder. Returns false if that failed, for example because a job that still runs wrote into
     * the folder.
     */
    private boolean isDeleted() {
        try {
            delete();
            return true;
        } catch (UncheckedIOException e) {
            return false;
        }
    }

    /** Deletes the folder with its content. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the process is stopping, and its shutdown hook deletes the folder
        }
        delete();
    }

    private void delete() {
        try {
            if (Files.exists(path)) {
                Files.walkFileTree(path, new Delete());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Deletes a tree of files. Another process or thread may be deleting some of the files at the same time. */
    private static final class Delete extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw e;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
