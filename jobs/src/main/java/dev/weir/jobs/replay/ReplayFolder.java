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

/** The folder of a replay's results. Files are drafts until the replay has succeeded, and then all replace what was there. */
final class ReplayFolder implements AutoCloseable {

    private static final String LEDGER = "ledger";

    /** A file that an earlier replay may have left there and that this one need not write. */
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
     * The folder of one replay.
     *
     * @param out where the results go
     * @param allPrivate whether the whole folder is for its owner alone
     */
    static ReplayFolder in(Path out, boolean allPrivate) throws IOException {
        Files.createDirectories(out);
        if (allPrivate) {
            PrivateFolder.at(out);
        }
        return new ReplayFolder(out, TemporaryFolder.in(out, ".draft"));
    }

    /** A draft of a file that may be published. */
    Path open(String name) {
        return drafts.path().resolve(name);
    }

    /** A draft of a file that stays in the trusted base. */
    Path openSecret(String name) throws IOException {
        PrivateFolder.at(secrets).write(name, new byte[0]);
        return secrets.resolve(name);
    }

    /** The folder of private drafts. */
    Path secrets() {
        return secrets;
    }

    /**
     * Sets what must be stopped before the drafts can be deleted when the process is told to stop: it would write them
     * again.
     */
    void usedBy(Runnable stop) {
        drafts.usedBy(stop);
    }

    /** The exact rows of this replay, in a private folder that goes with the drafts. */
    ExactRows exactRows() throws IOException {
        return new ExactRows(secrets.resolve("exact"));
    }

    /** The ledger of this replay alone, in a folder of its own, which goes with the drafts. */
    LedgerAccess ledger(Pipeline pipeline) {
        String folder = drafts.path().resolve(LEDGER).toUri().toString();
        return LedgerAccess.ofOnly(DirectoryLedger.at(folder), pipeline.name());
    }

    /** Puts the drafts in place of what was there. The ledger that was there is kept under another name. */
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

    /** Deletes the drafts that are left. */
    @Override
    public void close() {
        drafts.close();
    }
}
