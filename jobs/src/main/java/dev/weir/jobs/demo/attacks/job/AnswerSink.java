package dev.weir.jobs.demo.attacks.job;

import dev.weir.jobs.demo.attacks.world.Answer;
import dev.weir.jobs.demo.attacks.world.Seen;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/**
 * Shows answers to an adversary.
 *
 * @param name the name of what the adversary has seen
 */
record AnswerSink(String name) implements Sink<Answer> {

    private static final long serialVersionUID = 1L;

    @Override
    public SinkWriter<Answer> createWriter(WriterInitContext context) {
        Seen seen = Seen.named(name);
        return new SinkWriter<>() {
            @Override
            public void write(Answer answer, Context at) {
                seen.take(answer);
            }

            @Override
            public void flush(boolean endOfInput) {}

            @Override
            public void close() {}
        };
    }
}
