package dev.weir.jobs;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.DeadLetters;
import dev.weir.jobs.kafka.Slot;
import dev.weir.jobs.kafka.SlotSource;
import dev.weir.jobs.output.JsonRows;
import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.admit.ClockMode;
import dev.weir.operators.admit.Parcel;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.query.Schedule;
import dev.weir.operators.tally.CounterSink;
import dev.weir.operators.wiring.ReleaseChain;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * The Flink job of a pipeline: slots from Kafka, the chain of the operators, rows to a sink, rejects to the dead-letter
 * topic.
 */
public final class PipelineJob {

    private PipelineJob() {}

    /**
     * Adds the job that replays a recorded topic to its end.
     *
     * @param recording what is known of the recording
     * @param releases where rows become visible
     * @param counters where the exact counters go
     */
    public static void replay(
            StreamExecutionEnvironment env,
            Pipeline pipeline,
            Recording recording,
            ReleaseSink.Factory releases,
            CounterSink counters) {
        ReleaseChain chain = new ReleaseChain(pipeline.plan(), recording.schedule(), ClockMode.STAMPED);
        SingleOutputStreamOperator<Parcel> admitted = admit(chain, SlotSource.replayed(env, pipeline), pipeline);
        ReleaseChain.Ports ports = new ReleaseChain.Ports(releases, counters, recording.exact());
        chain.release(admitted, admitted, new JsonRows(pipeline.plan()), ports);
    }

    /** Adds the job that follows a topic until it is stopped. It never reveals anything exact. */
    public static void live(
            StreamExecutionEnvironment env,
            Pipeline pipeline,
            Schedule schedule,
            ReleaseSink.Factory releases,
            CounterSink counters) {
        ClockMode mode = pipeline.clock().by() == Clock.By.APPEND_TIME ? ClockMode.APPEND_TIME : ClockMode.RECORD_TIME;
        ReleaseChain chain = new ReleaseChain(pipeline.plan(), schedule, mode);
        DataStream<Slot> slots = SlotSource.live(env, pipeline, KafkaSlotReader.times(pipeline));
        SingleOutputStreamOperator<Parcel> admitted = admit(chain, slots, pipeline);
        DataStream<Parcel> ticks = SlotSource.wallClock(env, pipeline, Parcel.TYPE);
        ReleaseChain.Ports ports = ReleaseChain.Ports.of(releases, counters);
        chain.release(admitted, ticks, new JsonRows(pipeline.plan()), ports);
    }

    private static SingleOutputStreamOperator<Parcel> admit(
            ReleaseChain chain, DataStream<Slot> slots, Pipeline pipeline) {
        SingleOutputStreamOperator<Parcel> admitted = chain.admit(slots, new KafkaSlotReader(pipeline));
        DeadLetters.write(admitted.getSideOutput(AdmitOperator.DEAD_LETTERS), pipeline);
        return admitted;
    }

    /**
     * What is known of a recording before it is replayed.
     *
     * @param schedule the windows that it covers
     * @param exact where exact values go, inside the trusted base; absent: they are never handed over
     */
    public record Recording(Schedule schedule, ReleaseSink.@Nullable Factory exact) {}
}
