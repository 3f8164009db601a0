package dev.weir.accountant.journal;

import static dev.weir.accountant.journal.audit.TestLedger.DOMAIN;
import static dev.weir.accountant.journal.audit.TestLedger.claim;
import static dev.weir.accountant.journal.audit.TestLedger.declaration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.TestLedger;
import dev.weir.accountant.journal.chain.Batch;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Drives the start of a pipeline on a ledger, without crashes and without other pipelines. */
final class SteppedStarts {

    static final StartRequest REQUEST = request("run-1", 700);

    private SteppedStarts() {}

    static StartRequest request(String run, long share) {
        return new StartRequest("p", run, declaration(1000), claim(0, share, "trips"));
    }

    static TestLedger ledger(int batches) {
        return ledger(declaration(1000), batches);
    }

    static TestLedger ledger(Declaration declared, int batches) {
        TestLedger ledger = new TestLedger().decide(declared).own("p", "run-1", claim(0, 700, "trips"));
        for (int hour = 1; hour <= batches; hour++) {
            ledger.batch("p", "trips", hour, "harbour");
        }
        return ledger;
    }

    /**
     * Returns a state of the run that wrote the ledger, with {@code published} published batches, and pending ones up to
     * {@code closed}.
     */
    static JournalState state(int published, int closed) {
        return state(declaration(1000), published, closed);
    }

    static JournalState state(Declaration declared, int published, int closed) {
        JournalState state = JournalState.empty(DOMAIN, "p")
                .ownedSince(ledger(declared, 0).view().tip());
        for (Batch batch : batches(ledger(declared, closed))) {
            state = state.close(batch, batch.sequence());
            state = batch.sequence() <= published ? state.forgetOldest() : state;
        }
        return state;
    }

    static List<Batch> batches(TestLedger ledger) {
        List<Batch> batches = new ArrayList<>();
        ledger.records.forEach(record -> {
            if (record instanceof BatchSeal seal) {
                batches.add(seal.batch());
            }
        });
        return batches;
    }

    static StartStep outcome(StartRequest request, JournalState state, TestLedger ledger) {
        return run(Start.of(request, state), ledger);
    }

    static StartStep run(Start begun, TestLedger ledger) {
        return run(begun, ledger, entries -> ledger.records.addAll(entries));
    }

    /** Drives a start, and passes its writes to {@code writing}. */
    static StartStep run(Start begun, TestLedger ledger, Consumer<List<DomainEntry>> writing) {
        Start start = begun;
        while (true) {
            StartStep step = start.next();
            if (step instanceof StartStep.Read read) {
                start = start.read(ledger.view(read.wanted()), false);
            } else if (step instanceof StartStep.Write write) {
                writing.accept(write.entries());
                start = start.written();
            } else if (step instanceof StartStep.TakeDomain || step instanceof StartStep.TakePipeline) {
                start = start.taken();
            } else {
                return step;
            }
        }
    }

    static Code refusal(StartStep step) {
        assertThat(step).isInstanceOf(StartStep.Refused.class);
        return ((StartStep.Refused) step).refusal().code();
    }
}
