package dev.weir.operators.api;

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

/** Lists folders that a job is writing to. */
final class Folders {

    private Folders() {}

    /** Returns the files of a folder while a job may be deleting some of them; none if the folder does not exist. */
    static List<Path> filesBelow(Path folder) throws IOException {
        Listing listing = new Listing();
        Files.walkFileTree(folder, listing);
        return listing.files;
    }

    private static final class Listing extends SimpleFileVisitor<Path> {

        private final List<Path> files = new ArrayList<>();

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            files.add(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException gone) throws IOException {
            return unlessGone(gone);
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException gone) throws IOException {
            return gone == null ? FileVisitResult.CONTINUE : unlessGone(gone);
        }
    }

    private static FileVisitResult unlessGone(IOException failure) throws IOException {
        if (failure instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw failure;
    }
}
