package dev.weir.jobs;

import dev.weir.accountant.journal.audit.PipelineView.Owner;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import dev.weir.accountant.journal.reading.LedgerRecords;
import dev.weir.jobs.CrashPlan.Moment;
import dev.weir.jobs.CrashPlan.Point;
import dev.weir.operators.ledger.Ledger;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** A ledger with planned faults before and after its steps. */
final class CrashingLedger implements Ledger {

    private static final int STOPPED_MILLIS = 5000;

    private final Ledger ledger;
    private final Rival rival;
    private final CrashPlan plan = CrashPlan.present();
    private final int attempt = plan.next();
    private boolean hasLooked;

    private CrashingLedger(Ledger ledger, Rival rival) {
        this.ledger = ledger;
        this.rival = rival;
    }

    /** Opens the same ledger for a rival process. */
    private interface Rival {
        Ledger open() throws IOException;
    }

    /** Opens ledgers at a place. */
    record Place(Factory place) implements Factory {

        @Override
        public Ledger open(String domain, String pipeline) throws IOException {
            CrashPlan plan = CrashPlan.present();
            if (plan.strikes(Point.OPEN, Moment.BEFORE)) {
                throw new IOException("failed on purpose before the ledger was opened");
            }
            CrashingLedger opened =
                    new CrashingLedger(place.open(domain, pipeline), () -> place.open(domain, pipeline));
            try {
                plan.pass(opened.attempt, Point.OPEN, Moment.AFTER);
                return opened;
            } catch (IOException e) {
                opened.close();
                throw e;
            }
        }
    }

    @Override
    public void read(LedgerRecords records) throws IOException, InterruptedException {
        Point point = hasLooked ? Point.READ : Point.LOOK;
        hasLooked = true;
        plan.pass(attempt, point, Moment.BEFORE);
        ledger.read(records);
        plan.pass(attempt, point, Moment.AFTER);
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
        plan.pass(attempt, Point.TAKE_DOMAIN, Moment.BEFORE);
        ledger.takeDomain();
        plan.pass(attempt, Point.TAKE_DOMAIN, Moment.AFTER);
    }

    @Override
    public void takePipeline() throws IOException, InterruptedException {
        plan.pass(attempt, Point.TAKE_PIPELINE, Moment.BEFORE);
        ledger.takePipeline();
        plan.pass(attempt, Point.TAKE_PIPELINE, Moment.AFTER);
    }

    @Override
    public Result writeDomain(List<DomainEntry> entries) throws InterruptedException {
        pass(Point.WRITE_OWNERSHIP, Moment.BEFORE);
        if (plan.strikes(Point.OWNERSHIP_UNKNOWN, Moment.BEFORE)) {
            return Result.UNKNOWN;
        }
        Result result = ledger.writeDomain(entries);
        pass(Point.WRITE_OWNERSHIP, Moment.AFTER);
        return plan.strikes(Point.OWNERSHIP_UNKNOWN, Moment.AFTER) ? Result.UNKNOWN : result;
    }

    @Override
    public void releaseDomain() {
        pass(Point.RELEASE_DOMAIN, Moment.BEFORE);
        ledger.releaseDomain();
        pass(Point.RELEASE_DOMAIN, Moment.AFTER);
    }

    @Override
    public Result writePipeline(Iterable<? extends LedgerRecord> records) throws InterruptedException {
        pass(Point.WRITE_BATCH, Moment.BEFORE);
        around(Moment.BEFORE);
        if (plan.strikes(Point.BATCH_UNKNOWN, Moment.BEFORE)) {
            return Result.UNKNOWN;
        }
        Result result = ledger.writePipeline(() -> new Rows(records.iterator()));
        pass(Point.WRITE_BATCH, Moment.AFTER);
        around(Moment.AFTER);
        return plan.strikes(Point.BATCH_UNKNOWN, Moment.AFTER) ? Result.UNKNOWN : result;
    }

    /** Applies the faults around a batch that other processes cause. */
    private void around(Moment moment) throws InterruptedException {
        if (plan.strikes(Point.FENCED, moment)) {
            fence();
        }
        if (plan.strikes(Point.BROKER, moment)) {
            plan.broker().standStill(STOPPED_MILLIS);
        }
        if (plan.strikes(Point.TASK_MANAGER, moment)) {
            plan.kill(attempt);
            plan.awaitLoss();
        }
    }

    private void fence() throws InterruptedException {
        try (Ledger other = rival.open()) {
            other.takePipeline();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(Point point, Moment moment) {
        try {
            plan.pass(attempt, point, moment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void showLife(long owner, Runnable replaced) throws IOException, InterruptedException {
        plan.pass(attempt, Point.SHOW_LIFE, Moment.BEFORE);
        ledger.showLife(owner, replaced);
        plan.pass(attempt, Point.SHOW_LIFE, Moment.AFTER);
    }

    @Override
    public void watch(IntConsumer foreign) {
        ledger.watch(foreign);
    }

    @Override
    public void close() throws IOException {
        ledger.close();
    }

    /** The records of a transaction; iteration may end at a record that is the last one that this process sends. */
    private final class Rows implements Iterator<LedgerRecord> {

        private final Iterator<? extends LedgerRecord> records;
        private int given;

        Rows(Iterator<? extends LedgerRecord> records) {
            this.records = records;
        }

        @Override
        public boolean hasNext() {
            boolean more = records.hasNext();
            if (!more) {
                vanish(Point.SEAL, Moment.AFTER);
                wait(Moment.AFTER);
            }
            return more;
        }

        @Override
        public LedgerRecord next() {
            LedgerRecord record = records.next();
            if (given == 0) {
                vanish(Point.FIRST_ROW, Moment.BEFORE);
            } else if (given == 1) {
                vanish(Point.FIRST_ROW, Moment.AFTER);
                wait(Moment.BEFORE);
            }
            if (record instanceof BatchSeal) {
                vanish(Point.SEAL, Moment.BEFORE);
            }
            given++;
            return record;
        }

        /** Disconnects from the broker without ending the transaction, which stays open. */
        private void vanish(Point point, Moment moment) {
            try {
                plan.pass(attempt, point, moment);
            } catch (IOException e) {
                closeQuietly();
                throw new UncheckedIOException(e);
            }
        }

        private void closeQuietly() {
            try {
                ledger.close();
            } catch (IOException e) {
                // the connection is closed nevertheless
            }
        }

        private void wait(Moment moment) {
            if (plan.strikes(Point.TIMED_OUT, moment)) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(6));
            }
        }
    }
}
