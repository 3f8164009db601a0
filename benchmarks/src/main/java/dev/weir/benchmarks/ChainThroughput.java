package dev.weir.benchmarks;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.admit.ClockMode;
import dev.weir.operators.admit.Offer;
import dev.weir.operators.admit.Reading;
import dev.weir.operators.admit.SlotReader;
import dev.weir.operators.aggregate.Count;
import dev.weir.operators.aggregate.Sum;
import dev.weir.operators.publish.Outlet;
import dev.weir.operators.publish.Row;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.Query;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.query.Spend;
import dev.weir.operators.query.Timing;
import dev.weir.operators.query.TumblingWindow;
import dev.weir.operators.tally.Tally;
import dev.weir.operators.wiring.ReleaseChain;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Records a second through admit, gate, release and publish, without a broker and without parsing: count and clamped sum
 * of 1 000 keys in windows of ten seconds, 100 000 units a day. Arguments: records, parallelism, runs.
 */
public final class ChainThroughput {

    private static final int KEYS = 1_000;
    private static final int UNITS = 100_000;
    private static final int RECORDS_PER_MILLI = 100;
    private static final long START = 1_700_000_000_000L;

    private ChainThroughput() {}

    /** Prints one line a run. */
    public static void main(String[] arguments) throws Exception {
        long records = Long.parseLong(arguments[0]);
        int parallelism = Integer.parseInt(arguments[1]);
        for (int run = 0; run < Integer.parseInt(arguments[2]); run++) {
            long begun = System.nanoTime();
            job(records, parallelism).execute("chain-throughput");
            double seconds = (System.nanoTime() - begun) / 1e9;
            System.out.printf(
                    "records %d parallelism %d run %d seconds %.2f records/s %.0f%n",
                    records, parallelism, run, seconds, records / seconds);
        }
    }

    private static StreamExecutionEnvironment job(long records, int parallelism) throws Exception {
        Path checkpoints = Files.createTempDirectory("weir-benchmark");
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        configuration.set(PipelineOptions.OBJECT_REUSE, true);
        configuration.set(PipelineOptions.MAX_PARALLELISM, 128);
        configuration.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(2));
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY, checkpoints.toUri().toString());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(parallelism, configuration);
        DataGeneratorSource<Long> numbers = new DataGeneratorSource<>(n -> n, records, Types.LONG);
        WatermarkStrategy<Long> clock = WatermarkStrategy.<Long>forMonotonousTimestamps()
                .withTimestampAssigner((n, timestamp) -> START + n / RECORDS_PER_MILLI);
        Schedule schedule = new Schedule(START, START + records / RECORDS_PER_MILLI + 1);
        ReleaseChain chain = new ReleaseChain(plan(), schedule, ClockMode.STAMPED, false);
        SingleOutputStreamOperator<Offer> admitted =
                chain.admit(env.fromSource(numbers, clock, "numbers"), new NumberReader());
        chain.release(
                admitted,
                admitted,
                outcome -> new Row(outcome.kind(), outcome.windowEnd(), "q", "", "", new byte[0]),
                () -> NOWHERE);
        return env;
    }

    private static Plan plan() {
        List<String> keys = IntStream.range(0, KEYS).mapToObj(Integer::toString).toList();
        Query query = new Query(
                "q",
                1,
                "",
                keys,
                TumblingWindow.of(Duration.ofSeconds(10)),
                new Bounds(4, Bounds.UNBOUNDED, Bounds.UNBOUNDED, Bounds.UNBOUNDED),
                List.of(
                        new Count("count", BigDecimal.ONE),
                        new Sum("sum", BigDecimal.ONE, BigDecimal.ONE, new Sum.Range(0, 100), null)),
                new Spend(null, 10_000),
                null);
        Budget budget = new Budget.Pure(BigDecimal.ONE);
        return Plan.of("benchmark", PrivacyUnit.USER_PER_DAY, budget, new Timing(0, 0), List.of(query));
    }

    private static final Outlet NOWHERE = new Outlet() {
        @Override
        public void publish(List<Row> rows) {}

        @Override
        public void counters(Tally totals) {}

        @Override
        public void close() {}
    };

    /** Makes a record of a number: skewed keys, uniform units. */
    private static final class NumberReader implements SlotReader<Long> {

        private static final long serialVersionUID = 1L;

        @Override
        public int partition(Long number) {
            return 0;
        }

        @Override
        public long offset(Long number) {
            return number;
        }

        @Override
        public long time(Long number) {
            return START + number / RECORDS_PER_MILLI;
        }

        @Override
        public byte[] payload(Long number) {
            return new byte[0];
        }

        @Override
        public void read(Long number, Reading reading) {
            SplittableRandom random = new SplittableRandom(number);
            reading.time(time(number));
            reading.unit(ByteBuffer.allocate(16)
                    .putLong(random.nextInt(UNITS))
                    .putLong(0)
                    .array());
            double uniform = random.nextDouble();
            reading.offer(0, (int) (KEYS * uniform * uniform * uniform));
            reading.value(0, 1, BigDecimal.valueOf(random.nextInt(200)));
        }
    }
}
