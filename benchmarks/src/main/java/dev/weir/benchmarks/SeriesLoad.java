package dev.weir.benchmarks;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.keys.DeclaredKeys;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedTotals;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Spend;
import dev.weir.operators.time.RunningWindow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.time.TimeBounds;
import java.io.Serializable;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Running totals of many keys: a count for each key under Gaussian noise. Every key is released at every step, with or
 * without records.
 *
 * @param keys the number of declared keys
 * @param steps the number of steps of the job
 * @param records the number of records in a step, at least one per subtask, each of a different unit
 * @param horizon the number of steps for which the noise is optimized
 * @param parallelism the number of readers that share the records, all at the same event time
 * @param hasLevels whether there are a tenth and a hundredth as many keys above the declared ones, and one row for all
 */
record SeriesLoad(int keys, int steps, int records, long horizon, int parallelism, boolean hasLevels)
        implements Serializable {

    private static final long STEP_MILLIS = 300_000;
    private static final BigDecimal DELTA = new BigDecimal("1e-6");

    /** The number of rows that the job releases. */
    long rows() {
        return (long) steps * (hasLevels ? keys + (keys + 9) / 10 + (keys + 99) / 100 + 1 : keys);
    }

    /** Returns a load with as many rows, or up to two more, in four levels. */
    SeriesLoad inLevels() {
        return new SeriesLoad((int) (keys * 100L / 111), steps, records, horizon, parallelism, true);
    }

    /** The number of bytes of state of a key. */
    int stateBytes() {
        return ((PricedTotals) plan().queries().get(0)).series().noise(0).words() * Long.BYTES;
    }

    /** Returns the end of a step, numbered from 0, in epoch milliseconds. */
    long end(long step) {
        return Load.START + (step + 1) * STEP_MILLIS;
    }

    Schedule schedule() {
        return new Schedule(Load.START, Load.START + steps * STEP_MILLIS);
    }

    Plan plan() {
        return plan("benchmark");
    }

    Plan plan(String domain) {
        Budget budget = new Budget.Approximate(BigDecimal.ONE, Delta.atMost(DELTA));
        return Plan.of(domain, PrivacyUnit.USER_PER_DAY, budget, new TimeBounds(0, 0), List.of(query("running")));
    }

    private Query query(String name) {
        return new Query(
                name,
                1,
                "",
                hasLevels
                        ? Jobs.levels(keys)
                        : new DeclaredKeys(IntStream.range(0, keys)
                                .mapToObj(Integer::toString)
                                .toList()),
                RunningWindow.of(Duration.ofMillis(STEP_MILLIS), horizon),
                Bounds.of(new Bounds.Series(Bounds.UNBOUNDED, 1, Bounds.UNBOUNDED, 0)),
                List.of(new Count("count", BigDecimal.ONE)),
                new Spend(null, 2),
                null);
    }

    DataStream<Event> events(StreamExecutionEnvironment env) {
        WatermarkStrategy<Event> clock =
                WatermarkStrategy.<Event>forMonotonousTimestamps().withTimestampAssigner((event, before) -> event.time);
        return env.fromSource(new DataGeneratorSource<>(new Generator(this), all(), Event.TYPE), clock, "events");
    }

    private long all() {
        return (long) perReader() * parallelism * steps;
    }

    private int perReader() {
        return Math.max(1, records / parallelism);
    }

    /** Fills {@code event} with record {@code number}. Each reader has a range of consecutive numbers. */
    private void fill(Event event, long number) {
        long mine = number % ((long) perReader() * steps);
        event.time = Load.START + mine / perReader() * STEP_MILLIS;
        event.unitHigh = number;
        event.unitLow = number;
        event.key = (int) (number * 7919 % keys);
        event.value = 1;
    }

    /** Generates events from their numbers, and reuses one object for all. */
    private static final class Generator implements GeneratorFunction<Long, Event> {

        private static final long serialVersionUID = 1L;

        private final SeriesLoad load;
        private transient Event event;

        @SuppressWarnings("NullAway.Init")
        Generator(SeriesLoad load) {
            this.load = load;
        }

        @Override
        public void open(SourceReaderContext context) {
            event = new Event();
        }

        @Override
        public Event map(Long number) {
            load.fill(event, number);
            return event;
        }
    }
}
