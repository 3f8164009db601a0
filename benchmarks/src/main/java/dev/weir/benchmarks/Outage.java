package dev.weir.benchmarks;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import dev.weir.operators.topology.ReleaseTopology;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The stream of a job after an outage: first one record, then the records of the missed windows as fast as the job reads
 * them, and then one every 5 ms. Rows are written in the format of a live job, and the sink only counts them.
 *
 * @param windows the number of missed windows
 * @param keys the number of keys that are released in each window
 * @param records the number of records in the missed windows, evenly spread
 */
record Outage(int windows, int keys, long records) implements Serializable {

    private static final long AFTERWARDS_MILLIS = 5;

    private static final AtomicLong ROWS = new AtomicLong();
    private static final AtomicInteger BATCHES = new AtomicInteger();
    private static final AtomicInteger LARGEST = new AtomicInteger();

    /** The number of rows of the missed windows. */
    long rows() {
        return (long) windows * keys;
    }

    /** The number of rows that have been published. */
    static long published() {
        return ROWS.get();
    }

    static int batches() {
        return BATCHES.get();
    }

    static int largestBatch() {
        return LARGEST.get();
    }

    /** Adds the job to an environment. */
    void attach(StreamExecutionEnvironment env) {
        Plan plan = plan();
        DataGeneratorSource<Event> events = new DataGeneratorSource<>(new Generator(this), Long.MAX_VALUE, Event.TYPE);
        WatermarkStrategy<Event> clock =
                WatermarkStrategy.<Event>forMonotonousTimestamps().withTimestampAssigner((event, before) -> event.time);
        ReleaseTopology chain = new ReleaseTopology(plan, Schedule.startingAt(Load.START), ClockMode.APPEND_TIME);
        SingleOutputStreamOperator<ContributionBatch> admitted =
                chain.admit(env.fromSource(events, clock, "events").setParallelism(1), new EventReader(1, 1));
        admitted.setParallelism(1);
        chain.release(
                admitted,
                admitted,
                new JsonRows(plan),
                ReleaseTopology.Ports.of(Outage::counting, CounterSink.NONE, LedgerAccess.none("benchmark")));
    }

    private Plan plan() {
        Query query = Jobs.query("q", keys, Jobs.WINDOW, Bounds.NONE);
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return Plan.of("benchmark", PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), List.of(query));
    }

    private static ReleaseSink counting() {
        return new ReleaseSink() {
            @Override
            public void publish(long number, Collection<PublishedRow> rows) {
                BATCHES.incrementAndGet();
                LARGEST.accumulateAndGet(rows.size(), Math::max);
                ROWS.addAndGet(rows.size());
            }

            @Override
            public void close() {}
        };
    }

    /** Generates events from their numbers, and reuses one object for all. */
    private static final class Generator implements GeneratorFunction<Long, Event> {

        private static final long serialVersionUID = 1L;

        private final Outage outage;
        private transient Event event;

        @SuppressWarnings("NullAway.Init")
        Generator(Outage outage) {
            this.outage = outage;
        }

        @Override
        public void open(SourceReaderContext context) {
            event = new Event();
        }

        @Override
        public Event map(Long number) throws InterruptedException {
            long span = outage.windows * Load.WINDOW_MILLIS;
            long after = number - outage.records;
            if (after > 1) {
                Thread.sleep(AFTERWARDS_MILLIS);
            }
            event.time =
                    Load.START + (after > 0 ? span + after : (long) ((double) span * number / (outage.records + 1)));
            event.unitHigh = number;
            event.unitLow = number;
            event.key = (int) (number % outage.keys);
            event.value = 1;
            return event;
        }
    }
}
