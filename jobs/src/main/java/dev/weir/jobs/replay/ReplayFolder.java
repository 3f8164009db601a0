package dev.weir.jobs.replay;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.embedded.TemporaryFolder;
import dev.weir.jobs.output.ExactRows;
import dev.weir.operators.counters.PrivateFolder;
import dev.weir.operators.ledger.DirectoryLedger;
import dev.weir.operators.ledger.LedgerAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of a replay's results. Its files are drafts until the replay has succeeded. Then all drafts replace the earlier
 * results.
 */
final class ReplayFolder implements AutoCloseable {

    private static final String LEDGER = "ledger";

    /** The file of exact totals. An earlier replay may have left one, and not every replay writes one. */
    private static final String EXACT = "exact.jsonl";

    private final Path out;
    private final TemporaryFolder drafts;
    private final Path secrets;

    private ReplayFolder(Path out, TemporaryFolder drafts) throws IOException {
        this.out = out;
        this.drafts = drafts;
        this.secrets =
                PrivateFolder.at(drafts.path().resolve(EarlierReplays.PRIVATE)).path();
    }

    /**
     * Prepares the folder of one replay.
     *
     * @param out the folder of the results
     * @param allPrivate whether only the owner may read the whole folder
     */
    static ReplayFolder in(Path out, boolean allPrivate) throws IOException {
        Files.createDirectories(out);
        if (allPrivate) {
            PrivateFolder.at(out);
        }
        return new ReplayFolder(out, TemporaryFolder.in(out, ".draft"));
    }

    /** Returns the path for the draft of a file that may be published. */
    Path open(String name) {
        return drafts.path().resolve(name);
    }

    /** Creates the draft of a file that stays in the trusted base. */
    Path openSecret(String name) throws IOException {
        PrivateFolder.at(secrets).write(name, new byte[0]);
        return secrets.resolve(name);
    }

    /** The folder of private drafts. */
    Path secrets() {
        return secrets;
    }

    /**
     * Sets the action that stops the writer of the drafts. It runs before the drafts are deleted when the process is told to
     * stop, because the writer would write them again.
     */
    void usedBy(Runnable stop) {
        drafts.usedBy(stop);
    }

    /** Returns the store of this replay's exact rows, in a private folder that is deleted with the drafts. */
    ExactRows exactRows() throws IOException {
        return new ExactRows(secrets.resolve("exact"));
    }

    /** Returns the access to the ledger of this replay, in its own folder, which is deleted with the drafts. */
    LedgerAccess ledger(Pipeline pipeline) {
        String folder = drafts.path().resolve(LEDGER).toUri().toString();
        return LedgerAccess.ofOnly(DirectoryLedger.at(folder), pipeline.name());
    }

    /** Replaces the earlier results by the drafts. The earlier ledger is kept under another name. */
    void replace() throws IOException {
        Path kept = PrivateFolder.at(out.resolve(EarlierReplays.PRIVATE)).path();
        Files.deleteIfExists(kept.resolve(EXACT));
        EarlierReplays.in(out).keepLedger();
        moveAll(secrets, kept);
        moveAll(drafts.path(), out);
    }

    private static void moveAll(Path from, Path to) throws IOException {
        for (Path draft : filesIn(from)) {
            Files.move(draft, to.resolve(draft.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    /** Deletes the remaining drafts. */
    @Override
    public void close() {
        drafts.close();
    }
}
