package dev.weir.jobs.pipeline;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kafka.sink.DeadLetters;
import dev.weir.jobs.kafka.source.SourceRecord;
import dev.weir.jobs.kafka.source.TopicSource;
import dev.weir.jobs.kind.PipelineKind;
import dev.weir.jobs.lineage.TopicLineage;
import dev.weir.operators.admit.AdmitOperator;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.ReleaseTopology;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;

/**
 * The Flink job of a pipeline. It reads records from Kafka, runs the operators, and writes released rows to a sink and
 * rejected records to the dead-letter topic.
 */
public final class PipelineJob {

    private final Pipeline pipeline;
    private final ReleaseSink.Factory releases;
    private final CounterSink counters;
    private final LedgerAccess ledger;

    /**
     * Creates the job of a pipeline.
     *
     * @param pipeline the pipeline, which defines what is read, counted and released
     * @param releases the sinks in which rows become visible
     * @param counters the sink of the exact counters
     * @param ledger opens the ledger
     */
    public PipelineJob(Pipeline pipeline, ReleaseSink.Factory releases, CounterSink counters, LedgerAccess ledger) {
        this.pipeline = pipeline;
        this.releases = releases;
        this.counters = counters;
        this.ledger = ledger;
    }

    /**
     * Adds the job that replays a recorded topic to its end.
     *
     * @param env the environment to which the job is added
     * @param recording the facts about the recording that the job needs
     */
    public void replay(StreamExecutionEnvironment env, Recording recording) {
        ReleaseTopology topology = new ReleaseTopology(pipeline.plan(), recording.schedule(), ClockMode.STAMPED);
        SingleOutputStreamOperator<ContributionBatch> admitted = admit(topology, TopicSource.replayed(env, pipeline));
        connect(topology, new PipelineKind.Admitted(admitted, admitted), ports().revealing(recording.exact()));
    }

    /**
     * Adds the job that follows a topic until it is stopped. This job never outputs exact values.
     *
     * @param env the environment to which the job is added
     * @param schedule which windows are released
     */
    public void live(StreamExecutionEnvironment env, Schedule schedule) {
        ClockMode mode = pipeline.clock().by() == Clock.By.APPEND_TIME ? ClockMode.APPEND_TIME : ClockMode.RECORD_TIME;
        ReleaseTopology topology = new ReleaseTopology(
                pipeline.plan(), schedule, mode, pipeline.clock().idle());
        DataStream<SourceRecord> records = TopicSource.live(env, pipeline, KafkaRecordDecoder.recordTimes(pipeline));
        SingleOutputStreamOperator<ContributionBatch> admitted = admit(topology, records);
        DataStream<ContributionBatch> ticks = TopicSource.wallClock(env, pipeline, ContributionBatch.TYPE);
        connect(topology, new PipelineKind.Admitted(admitted, ticks), ports());
    }

    private void connect(ReleaseTopology topology, PipelineKind.Admitted admitted, ReleaseTopology.Ports ports) {
        PipelineKinds.of(pipeline).connect(pipeline, topology, admitted, ports);
    }

    private ReleaseTopology.Ports ports() {
        return ReleaseTopology.Ports.of(releases, counters, ledger)
                .told(TopicLineage.releases(
                        pipeline.sink(), pipeline.plan().unit().words(), this::card));
    }

    private String card() {
        return PipelineKinds.of(pipeline).card(pipeline).json();
    }

    private SingleOutputStreamOperator<ContributionBatch> admit(
            ReleaseTopology topology, DataStream<SourceRecord> records) {
        SingleOutputStreamOperator<ContributionBatch> admitted =
                topology.admit(records, new KafkaRecordDecoder(pipeline));
        DeadLetters.write(admitted.getSideOutput(AdmitOperator.DEAD_LETTERS), pipeline);
        return admitted;
    }

    /**
     * The facts about a recording that are needed to replay it.
     *
     * @param schedule the windows that the recording covers
     * @param exact takes the rows of exact values, inside the trusted base; if null, the job outputs no exact values
     */
    public record Recording(Schedule schedule, @Nullable Sink<PublishedRow> exact) {}
}
