package dev.weir.jobs.sample;

import dev.weir.jobs.config.Pipeline;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.LocalAdmission;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.aggregate.move.ScalarMove;
import dev.weir.operators.gate.LocalGate;
import dev.weir.operators.gate.PartialSum;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.time.Schedule;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Passes the records of one query through the admission and the gate of a replay, with terms that may differ from the
 * pipeline's.
 */
final class GateTrial {

    private final Plan plan;
    private final Schedule schedule;

    /**
     * One cell of one key.
     *
     * @param key the key's number
     * @param end the end of the cell, epoch milliseconds
     */
    record Cell(int key, long end) {}

    /**
     * The exact and private result of a trial.
     *
     * @param totals the totals of each cell to which a record contributes
     * @param admitted the records that the admission takes, in order; records that are late, for example, are not among them
     */
    record Outcome(Map<Cell, long[]> totals, List<SampleRecord> admitted) {}

    /**
     * @param pipeline the pipeline, which gives the unit, the budget and the times
     * @param priced the query with the terms to try
     * @param schedule the schedule of the windows
     */
    GateTrial(Pipeline pipeline, PricedQuery priced, Schedule schedule) {
        this.plan = pipeline.plan().withQueries(List.of(priced));
        this.schedule = schedule;
    }

    Outcome run(List<SampleRecord> records) {
        Map<Cell, long[]> totals = new HashMap<>();
        LocalGate gate = new LocalGate(plan, schedule, sum -> add(sum, totals));
        LocalAdmission<SampleRecord> admission = new LocalAdmission<>(plan, schedule, new SampleDecoder(), gate::pass);
        List<SampleRecord> admitted = new ArrayList<>();
        for (SampleRecord record : records) {
            if (admission.take(record)) {
                admitted.add(record);
            }
        }
        admission.sendAll();
        gate.finish();
        return new Outcome(totals, admitted);
    }

    private static void add(PartialSum sum, Map<Cell, long[]> totals) {
        totals.merge(new Cell(sum.key(), sum.windowEnd()), sum.amounts(), GateTrial::sum);
    }

    /** Adds two arrays element by element, where a sum beyond the range of a long becomes the nearest long. */
    static long[] sum(long[] some, long[] more) {
        long[] both = some.clone();
        for (int i = 0; i < both.length; i++) {
            both[i] = ScalarMove.saturatedSum(both[i], more[i]);
        }
        return both;
    }

    /** Decodes sample records, which are already decoded, by copying their fields. */
    private static final class SampleDecoder implements RecordDecoder<SampleRecord> {

        private static final long serialVersionUID = 1L;
        private static final byte[] NOTHING = {};

        @Override
        public int partition(SampleRecord record) {
            return 0;
        }

        @Override
        public long offset(SampleRecord record) {
            return record.number();
        }

        @Override
        public long time(SampleRecord record) {
            return record.stamp();
        }

        @Override
        public byte[] payload(SampleRecord record) {
            return NOTHING;
        }

        @Override
        public void decode(SampleRecord record, long timestamp, DecodedRecord decoded) {
            decoded.time(record.time());
            decoded.unit(record.unit());
            decoded.key(0, record.key());
            for (int i = 0; i < record.values().length; i++) {
                if (record.values()[i].length > 0) {
                    decoded.values(0, i, record.values()[i], 0);
                }
            }
        }
    }
}
