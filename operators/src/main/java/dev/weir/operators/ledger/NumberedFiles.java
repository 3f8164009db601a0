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
 * Files with numbers from 1 on. A file is written under another name first and gets its number by a hard link, which
 * the operating system makes only if the number is free, at once and with the whole content: POSIX {@code link}. If
 * several processes want a number, exactly one gets it.
 *
 * <p>Neither Flink's {@code NO_OVERWRITE} nor Java's copy and move do that: Flink's local file system asks whether the
 * file exists and then creates it, so that two may both find it missing.
 */
final class NumberedFiles {

    private final Path numbered;
    private final Path drafts;

    private NumberedFiles(Path numbered, Path drafts) {
        this.numbered = numbered;
        this.drafts = drafts;
    }

    /**
     * The files in a folder. The folder is created if it is missing.
     *
     * @throws IOException if the folder cannot be used
     * @throws org.apache.flink.runtime.execution.SuppressRestartsException if the file system has no hard links, or makes one
     *     over another
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

    /** Whether a link can be made, and a second of the same name cannot. */
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

    /** The path under which a file is written before it is numbered. */
    Path draft(String name) {
        return drafts.resolve(name);
    }

    /** The file of a number. */
    Path file(long number) {
        return numbered.resolve(String.format("%019d", number));
    }

    boolean exists(long number) {
        return Files.exists(file(number));
    }

    /** The highest number, 0 if there is none. */
    long last() throws IOException {
        try (Stream<Path> files = Files.list(numbered)) {
            return files.mapToLong(file -> Long.parseLong(file.getFileName().toString()))
                    .max()
                    .orElse(0);
        }
    }

    /** Gives a draft a number, durably; false if the number is taken. */
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
