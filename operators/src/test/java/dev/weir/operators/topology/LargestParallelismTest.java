package dev.weir.operators.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.counters.CounterSink;
import dev.weir.operators.ledger.LedgerAccess;
import dev.weir.operators.publish.commit.ReleaseSink;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.testing.Plans;
import dev.weir.operators.testing.Queries;
import dev.weir.operators.testing.Slots;
import dev.weir.operators.time.Schedule;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.runtime.OperatorIDPair;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Flink stores, with the state of each operator, the maximum parallelism of the task into which the operator is chained, and
 * refuses the state if this has changed. So it must not depend on chaining, which depends on the parallelism.
 */
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
class LargestParallelismTest {

    private static final Plan PLAN = Plans.daily(
            Queries.hourly("q").keys(Slots.KEYS.toArray(String[]::new)).count());

    @TempDir
    private Path directory = Path.of("");

    private record NoSink() implements ReleaseSink {

        @Override
        public void publish(long number, Collection<PublishedRow> rows) {}

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void every_operator_has_the_largest_parallelism_that_it_has_at_parallelism_1(int parallelism) {
        assertThat(largest(parallelism)).isEqualTo(largest(1)).containsValues(1, 8);
    }

    private static PublishedRow never(Outcome outcome) {
        throw new AssertionError("nothing runs");
    }

    /** Returns the maximum parallelism of each operator's task, by the operator's id. */
    private Map<String, Integer> largest(int parallelism) {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                RequiredSettingsTest.sound(directory.toUri().toString()));
        environment.setParallelism(parallelism);
        ReleaseTopology chain =
                new ReleaseTopology(PLAN, new Schedule(Slots.START, Slots.START + Slots.SPAN), ClockMode.STAMPED);
        var admitted = chain.admit(environment.fromSequence(0, 9).uid("numbers"), new Slots(10, parallelism));
        chain.release(
                admitted,
                admitted,
                LargestParallelismTest::never,
                ReleaseTopology.Ports.of(NoSink::new, CounterSink.NONE, LedgerAccess.none("p"))
                        .revealing(new DiscardingSink<>()));
        Map<String, Integer> largest = new TreeMap<>();
        for (JobVertex vertex : environment.getStreamGraph().getJobGraph().getVertices()) {
            for (OperatorIDPair operator : vertex.getOperatorIDs()) {
                largest.put(operator.getGeneratedOperatorID().toString(), vertex.getMaxParallelism());
            }
        }
        return largest;
    }
}
