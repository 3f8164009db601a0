package dev.weir.operators.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.audit.LedgerReader;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.LedgerBytes;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.reading.LedgerRecords;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a start on a ledger with a foreign record after the last record of a pipeline {@code other}, which has an owner. */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LedgerStartTest {

    private final List<byte[]> records = new ArrayList<>();
    private LedgerView before = new LedgerReader(LedgerBench.DOMAIN, WantedDigests.NOTHING).view();
    private int readings;

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void someoneWritesBehindAnOwner() throws Exception {
        try (LedgerBench bench =
                new LedgerBench(DirectoryLedger.at(folder.toUri().toString()))) {
            Ledger owner = bench.own("other", "run");
            owner.writePipeline(bench.batch("other", 1));
            before = bench.view();
            records.addAll(bench.records(owner));
        }
        records.add(new byte[] {42});
    }

    /** Returns a ledger of these records, in which the other pipeline, if it runs, confirms after the first reading. */
    private Ledger ledger(boolean runs) {
        return (Ledger) Proxy.newProxyInstance(
                Ledger.class.getClassLoader(), new Class<?>[] {Ledger.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("readFromSnapshot")) {
                        return false;
                    }
                    read((LedgerRecords) arguments[0]);
                    if (runs && readings == 1) {
                        PipelineView other = before.pipeline("other");
                        records.add(LedgerBytes.encode(new Confirmation(
                                other.tip(), "other", other.owner().number(), 1)));
                    }
                    return null;
                });
    }

    private void read(LedgerRecords reader) {
        readings++;
        reader.newest(before.tip());
        records.forEach(reader::accept);
    }

    private LedgerView readAs(String pipeline, boolean runs) throws Exception {
        return new LedgerReadings(ledger(runs), LedgerBench.DOMAIN).read(new WantedDigests(pipeline, Set.of(), 0));
    }

    @Test
    void another_pipeline_that_runs_has_some_seconds_to_confirm_how_far_it_has_come() throws Exception {
        LedgerView view = readAs("starting", true);
        assertThat(view.broken()).isEmpty();
        assertThat(view.skipped().count()).isEqualTo(1);
        assertThat(readings).isEqualTo(2);
    }

    @Test
    void a_pipeline_that_starts_does_not_wait_for_its_own_dead_owner() throws Exception {
        assertThat(readAs("other", false).broken()).hasValueSatisfying(found -> assertThat(found)
                .hasToString("UNREADABLE at record " + (records.size() - 1)
                        + " (nothing of pipeline other behind it shows that no batch is missing)"));
        assertThat(readings).isEqualTo(1);
    }
}
