package dev.weir.operators.publish;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.operators.ledger.Ledger;
import dev.weir.operators.publish.Faults.Kind;
import dev.weir.operators.publish.Faults.Moment;
import dev.weir.operators.publish.Faults.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.IntConsumer;

/** A ledger with planned faults before and after its steps. */
record FaultyLedger(Ledger ledger, Faults faults, int attempt) implements Ledger {

    @Override
    public void read(LedgerRecords records) throws IOException, InterruptedException {
        if (faults.isLedgerDown()) {
            throw new IOException("the ledger is down");
        }
        faults.pass(attempt, Point.READ, Moment.BEFORE);
        ledger.read(records);
        faults.pass(attempt, Point.READ, Moment.AFTER);
    }

    @Override
    public long lastWritten() throws IOException, InterruptedException {
        return ledger.lastWritten();
    }

    @Override
    public boolean isAlive(Owner owner) throws IOException, InterruptedException {
        return ledger.isAlive(owner);
    }

    @Override
    public void takeDomain() throws IOException, InterruptedException {
        faults.pass(attempt, Point.TAKE_DOMAIN, Moment.BEFORE);
        ledger.takeDomain();
        faults.pass(attempt, Point.TAKE_DOMAIN, Moment.AFTER);
    }

    @Override
    public void takePipeline() throws IOException, InterruptedException {
        faults.pass(attempt, Point.TAKE_PIPELINE, Moment.BEFORE);
        ledger.takePipeline();
        faults.pass(attempt, Point.TAKE_PIPELINE, Moment.AFTER);
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) throws InterruptedException {
        return write(Point.WRITE_DOMAIN, () -> ledger.writeDomain(entries));
    }

    @Override
    public void releaseDomain() {
        ledger.releaseDomain();
    }

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) throws InterruptedException {
        return faults.areBatchesLost()
                ? Result.UNKNOWN
                : write(Point.WRITE_PIPELINE, () -> ledger.writePipeline(records));
    }

    private Result write(Point point, Write write) throws InterruptedException {
        try {
            if (faults.isLedgerDown() || faults.pass(attempt, point, Moment.BEFORE) == Kind.UNKNOWN) {
                return Result.UNKNOWN;
            }
            Result result = write.run();
            return faults.pass(attempt, point, Moment.AFTER) == Kind.UNKNOWN ? Result.UNKNOWN : result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Write {
        Result run() throws InterruptedException;
    }

    @Override
    public void showLife(long owner, Runnable replaced) throws IOException, InterruptedException {
        faults.pass(attempt, Point.SHOW_LIFE, Moment.BEFORE);
        ledger.showLife(owner, replaced);
        faults.pass(attempt, Point.SHOW_LIFE, Moment.AFTER);
    }

    @Override
    public void watch(IntConsumer foreign) {
        ledger.watch(foreign);
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }
}
