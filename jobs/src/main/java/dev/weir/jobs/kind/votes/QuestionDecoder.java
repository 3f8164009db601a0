package dev.weir.jobs.kind.votes;

import dev.weir.operators.vote.PublicQuestion;
import java.io.Serializable;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.metrics.Counter;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Decodes public questions, and leaves out what is none. The gauge {@code weir.unreadableQuestions} counts these; it is public, as
 * questions are.
 *
 * @param <T> what the source emits
 */
final class QuestionDecoder<T> extends RichFlatMapFunction<T, PublicQuestion> {

    private static final long serialVersionUID = 1L;

    private final Decoding<T> decoding;
    private transient @Nullable Counter unreadable;

    /** Decodes a question; null if it is none. */
    @FunctionalInterface
    interface Decoding<T> extends Serializable {
        @Nullable PublicQuestion decode(T encoded);
    }

    QuestionDecoder(Decoding<T> decoding) {
        this.decoding = decoding;
    }

    @Override
    public void open(OpenContext context) {
        unreadable = getRuntimeContext().getMetricGroup().addGroup("weir").counter("unreadableQuestions");
    }

    @Override
    public void flatMap(T encoded, Collector<PublicQuestion> out) {
        PublicQuestion question = decoding.decode(encoded);
        if (question != null) {
            out.collect(question);
        } else if (unreadable != null) {
            unreadable.inc();
        }
    }
}
