package dev.weir.jobs.replay;

import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.output.LedgerJson;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.query.Plan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the ledger of a replay to a file with one line per record, in the ledger's order. */
final class LedgerFile {

    private LedgerFile() {}

    /**
     * Writes every record of a ledger to a file.
     *
     * @param access the access to the ledger
     * @param plan the plan of the pipeline that wrote the ledger
     * @param file the file, which is replaced
     */
    static void write(LedgerAccess access, Plan plan, Path file) throws IOException, InterruptedException {
        try (Ledger ledger = access.open(plan);
                Writer out = Files.newBufferedWriter(file)) {
            LedgerJson lines = new LedgerJson();
            ledger.read(LedgerRecords.of(
                    record -> append(out, lines.line(record, -1)), () -> append(out, lines.line(new byte[0], -1))));
        }
    }

    private static void append(Writer out, String line) {
        try {
            out.write(line);
            out.write('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
