package dev.weir.jobs.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.kafka.Pipelines;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.publish.ReleaseSink;
import dev.weir.operators.release.ReleaseOperator;
import dev.weir.operators.time.Schedule;
import dev.weir.operators.topology.RequiredSettings;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.List;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LiveJobTest {

    private static final Pipeline PIPELINE =
            Pipelines.pipeline("localhost:1", "edits", Clock.By.APPEND_TIME, Duration.ofSeconds(1));

    private static final ReleaseSink.Factory NEVER_OPENED = () -> {
        throw new IllegalStateException("never opened");
    };

    @Test
    void a_live_job_reveals_nothing_exact() throws Exception {
        PipelineJob job = new PipelineJob(PIPELINE, NEVER_OPENED, CounterSink.NONE, Pipelines.ledger(PIPELINE));
        StreamExecutionEnvironment live = environment();
        job.live(live, Schedule.startingAt(0));
        assertThat(reveals(live)).containsExactly(false);
        StreamExecutionEnvironment replay = environment();
        PipelineJob.Recording revealed = new PipelineJob.Recording(new Schedule(0, 1), NEVER_OPENED);
        job.replay(replay, revealed);
        assertThat(reveals(replay)).as("what the test looks for").containsExactly(true);
    }

    private static StreamExecutionEnvironment environment() {
        return StreamExecutionEnvironment.createLocalEnvironment(
                RequiredSettings.settings("file:///nowhere", Duration.ofSeconds(1)));
    }

    private static List<Boolean> reveals(StreamExecutionEnvironment env) throws ReflectiveOperationException {
        Field reveal = ReleaseOperator.class.getDeclaredField("reveal");
        reveal.setAccessible(true);
        for (StreamNode node : env.getStreamGraph().getStreamNodes()) {
            if (node.getOperatorFactory() instanceof SimpleOperatorFactory<?> factory
                    && operator(factory) instanceof ReleaseOperator release) {
                return List.of(reveal.getBoolean(release));
            }
        }
        return List.of();
    }

    private static StreamOperator<?> operator(SimpleOperatorFactory<?> factory) {
        return factory.getOperator();
    }
}
