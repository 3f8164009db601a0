package dev.weir.jobs.demo.attacks.job;

import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Attack;
import dev.weir.jobs.demo.attacks.world.Fact;
import dev.weir.jobs.demo.attacks.world.Seen;
import dev.weir.testing.world.LocalSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/**
 * A job without Weir: windows of exact totals, and the same totals with fresh noise each time they are published. A key has a row if and
 * only if it has a record, as in any stream that is grouped.
 */
public final class PlainJob {

    private static final Duration PANE = Duration.ofHours(1);

    private final StreamExecutionEnvironment env;

    /**
     * A job without attacks, and without checkpoints.
     *
     * @param folder a folder that is not used, because nothing is checkpointed
     */
    public PlainJob(Path folder) {
        Configuration settings = LocalSettings.of(folder, 1, 0);
        settings.removeConfig(CheckpointingOptions.CHECKPOINTING_INTERVAL);
        settings.set(PipelineOptions.OBJECT_REUSE, true); // no operator keeps or changes what it has handed over
        env = StreamExecutionEnvironment.createLocalEnvironment(settings);
    }

    /**
     * Adds an attack.
     *
     * @param worlds the worlds
     * @param raw takes exact figures
     * @param naive takes figures with fresh noise
     */
    public void add(Worlds worlds, Seen raw, Seen naive) {
        Attack attack = worlds.attack();
        DataStream<ExactRow> exact = rows(worlds);
        SingleOutputStreamOperator<Answer> published =
                exact.map(PlainJob::published).returns(Answer.TYPE).uid(attack.name() + "-raw");
        published.sinkTo(new AnswerSink(raw.name())).uid(attack.name() + "-raw-sink");
        exact.flatMap(new FreshNoise(attack))
                .returns(Answer.TYPE)
                .uid(attack.name() + "-naive")
                .sinkTo(new AnswerSink(naive.name()))
                .uid(attack.name() + "-naive-sink");
    }

    private DataStream<ExactRow> rows(Worlds worlds) {
        Attack attack = worlds.attack();
        return worlds.in(env)
                .filter(Fact::isPresent)
                .uid(attack.name() + "-present")
                .keyBy(Fact::world)
                .window(SlidingEventTimeWindows.of(PANE.multipliedBy(attack.panes()), PANE))
                .aggregate(
                        new ExactTotals(attack),
                        new Placed(attack),
                        PrimitiveArrayTypeInfo.LONG_PRIMITIVE_ARRAY_TYPE_INFO,
                        ExactRow.TYPE)
                .uid(attack.name() + "-windows");
    }

    private static Answer published(ExactRow row) {
        return new Answer(
                row.world(),
                row.first(),
                Arrays.stream(row.figures()).asDoubleStream().toArray());
    }

    /** Gives the figures of a window their numbers. Windows behind the schedule are left out. */
    private record Placed(Attack attack) implements WindowFunction<long[], ExactRow, Integer, TimeWindow> {

        private static final long serialVersionUID = 1L;

        @Override
        public void apply(Integer world, TimeWindow window, Iterable<long[]> totals, Collector<ExactRow> out) {
            int number = (int) ((window.getEnd() - attack.start()) / PANE.toMillis()) - 1;
            if (number < attack.hours()) {
                for (long[] exact : totals) {
                    out.collect(new ExactRow(world, number, attack.published(exact)));
                }
            }
        }
    }

    /** Runs the job to the end of its input. */
    public void run() throws Exception {
        env.execute("attacks on plain windows");
    }
}
