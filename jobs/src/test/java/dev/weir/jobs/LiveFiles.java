package dev.weir.jobs;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Looks at folders in which a job makes and deletes files at the same time. */
final class LiveFiles {

    private LiveFiles() {}

    /** Returns the metadata files of all complete checkpoints below a folder. */
    static List<Path> checkpoints(Path folder) throws IOException {
        return below(folder).stream().filter(file -> file.endsWith("_metadata")).toList();
    }

    /** Returns the files below a folder, without those that are deleted meanwhile; none if there is no folder. */
    private static List<Path> below(Path folder) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                return unlessDeleted(failure);
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure)
                    throws IOException {
                return failure == null ? FileVisitResult.CONTINUE : unlessDeleted(failure);
            }
        });
        return files;
    }

    private static FileVisitResult unlessDeleted(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
