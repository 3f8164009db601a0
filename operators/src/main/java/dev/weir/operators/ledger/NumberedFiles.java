package dev.weir.operators.ledger;

import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.state.restore.StartRefused;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Files with numbers from 1 on. A file is first written under another name and then gets its number by a hard link. The
 * operating system (POSIX {@code link}) creates a link atomically and only if the name is free, so the numbered file
 * has its whole content at once. If several processes want a number, exactly one gets it.
 *
 * <p>Neither Flink's {@code NO_OVERWRITE} nor Java's copy and move can replace the link: Flink's local file system
 * checks whether the file exists and creates it in a second step, so two processes may both find the file missing. A
 * copy shows an unfinished file, and a move may replace an existing one.
 */
final class NumberedFiles {

    private final Path numbered;
    private final Path drafts;

    private NumberedFiles(Path numbered, Path drafts) {
        this.numbered = numbered;
        this.drafts = drafts;
    }

    /**
     * Opens the files in a folder, and creates a folder that is missing.
     *
     * @throws IOException if the folder cannot be used
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if the file system has no hard links, or
     *     lets a link replace an existing file
     */
    static NumberedFiles in(Path folder) throws IOException {
        Path numbered = PrivateFolder.at(folder.resolve("log")).path();
        Path drafts = PrivateFolder.at(folder.resolve("drafts")).path();
        NumberedFiles files = new NumberedFiles(numbered, drafts);
        files.probe(folder);
        return files;
    }

    private void probe(Path folder) throws IOException {
        Path draft = draft(UUID.randomUUID().toString());
        Files.createFile(draft);
        try {
            if (!isLinkedOnce(draft)) {
                throw unusable(folder);
            }
        } finally {
            Files.deleteIfExists(draft);
        }
    }

    /** Whether a link can be made, and a second link with the same name is refused. */
    private boolean isLinkedOnce(Path draft) throws IOException {
        Path link = draft("probe-" + UUID.randomUUID());
        try {
            return link(draft, link) && !link(draft, link);
        } catch (UnsupportedOperationException e) {
            return false;
        } finally {
            Files.deleteIfExists(link);
        }
    }

    private static RuntimeException unusable(Path folder) {
        return new StartRefused(
                        StartRefused.Code.LEDGER_UNUSABLE,
                        "the file system of " + folder + " cannot create a file only if it is absent (no hard links):"
                                + " keep the ledger in a local folder")
                .asFailure();
    }

    /** The path of a file before it has a number. */
    Path draft(String name) {
        return drafts.resolve(name);
    }

    /** The path of the file with a number. */
    Path file(long number) {
        return numbered.resolve(String.format("%019d", number));
    }

    boolean exists(long number) {
        return Files.exists(file(number));
    }

    /** The highest number of a file; 0 if there is no file. */
    long last() throws IOException {
        try (Stream<Path> files = Files.list(numbered)) {
            return files.mapToLong(file -> Long.parseLong(file.getFileName().toString()))
                    .max()
                    .orElse(0);
        }
    }

    /** Gives a draft a number, durably. Returns false if the number is taken. */
    boolean number(Path draft, long number) throws IOException {
        boolean isMine = link(draft, file(number));
        if (isMine) {
            PrivateFolder.force(numbered);
        }
        return isMine;
    }

    private static boolean link(Path draft, Path file) throws IOException {
        try {
            Files.createLink(file, draft);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }
}
