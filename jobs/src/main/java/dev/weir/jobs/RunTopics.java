package dev.weir.jobs;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Sink;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.kafka.KafkaReleaseSink;
import dev.weir.jobs.kafka.SkippingSink;
import dev.weir.jobs.kafka.TopicCheck;
import dev.weir.jobs.kafka.TopicProblem;
import dev.weir.operators.publish.ReleaseSink;
import java.util.function.Consumer;

/** The topics of a run: what is looked at before it, what is made for it, and what it writes to. */
final class RunTopics {

    private final Pipeline pipeline;

    RunTopics(Pipeline pipeline) {
        this.pipeline = pipeline;
    }

    /**
     * Looks at the topics that there are.
     *
     * @param warn takes what is unwise about them
     * @throws CommandFailure if the job could not run with them
     */
    void look(Consumer<String> warn) throws InterruptedException {
        telling(() -> {
            TopicCheck.look(pipeline).forEach(warn);
            TopicCheck.ledgerWarnings(pipeline).forEach(warn);
        });
    }

    /** Makes those that are missing. A start that is refused makes none: nothing else stands against this one any more. */
    void makeMissing() throws InterruptedException {
        telling(() -> TopicCheck.makeMissing(pipeline));
    }

    private interface Look {
        void run() throws TopicProblem, InterruptedException;
    }

    private static void telling(Look look) throws InterruptedException {
        try {
            look.run();
        } catch (TopicProblem e) {
            throw new CommandFailure(CommandFailure.FAILED, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            throw LedgerFailures.refused(e);
        }
    }

    /** What the job's tasks do once they have started, for whoever waits for it. */
    String tasks() {
        Sink sink = pipeline.sink();
        return "the job's tasks to start; they read the ledger again and look whether another run of this pipeline is alive"
                + (sink.skipPresent()
                        ? ", and read the end of topic " + sink.released()
                                + " where a killed process may have written rows already"
                        : "");
    }

    /** Where releases go. */
    ReleaseSink.Factory releases() {
        Sink sink = pipeline.sink();
        Source.Topic broker = pipeline.source().kafka();
        KafkaReleaseSink.Topics topics = new KafkaReleaseSink.Topics(sink.released(), sink.withheld());
        KafkaReleaseSink.Factory rows = new KafkaReleaseSink.Factory(broker.brokers(), broker.properties(), topics);
        return sink.skipPresent()
                ? new SkippingSink.Factory(rows, pipeline.plan().timing().maxSkewMillis())
                : rows;
    }
}
