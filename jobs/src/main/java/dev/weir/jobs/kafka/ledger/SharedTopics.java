package dev.weir.jobs.kafka.ledger;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import java.io.Serializable;
import java.util.HashSet;
import java.util.Set;

/**
 * The topics of a pipeline other than its ledger's, as far as they are known.
 *
 * @param clocks the topics whose newest timestamps show when the pipeline last ran: the topics of published and of withheld
 *     releases, and the input topic if the clock goes by append time
 * @param inputs the topics that the pipeline reads
 */
record SharedTopics(Set<String> clocks, Set<String> inputs) implements Serializable {

    static final SharedTopics NONE = new SharedTopics(Set.of(), Set.of());

    SharedTopics {
        clocks = Set.copyOf(clocks);
        inputs = Set.copyOf(inputs);
    }

    static SharedTopics of(Pipeline pipeline) {
        Sink sink = pipeline.sink();
        String input = pipeline.source().kafka().topic();
        Set<String> clocks = new HashSet<>(Set.of(sink.released(), sink.withheld()));
        if (pipeline.clock().by() == Clock.By.APPEND_TIME) {
            clocks.add(input);
        }
        return new SharedTopics(clocks, Set.of(input));
    }
}
