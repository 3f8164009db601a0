package dev.weir.jobs.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A folder that only its owner can look into and that is gone afterwards, also when the process is told to stop: what
 * stands in it is private.
 */
final class TemporaryFolder implements AutoCloseable {

    private final Path path;
    private final Thread atExit;

    TemporaryFolder(String prefix) throws IOException {
        path = Files.createTempDirectory(prefix);
        atExit = new Thread(this::delete, "delete " + path);
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the process is stopping, and the folder goes with it
        }
        delete();
    }

    private void delete() {
        try {
            Files.walkFileTree(path, new Delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whoever wrote the files may still be deleting some of them. */
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
