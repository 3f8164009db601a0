package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.Source;
import dev.weir.jobs.record.QuestionReader;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Where public questions come from: a topic for a run, a recording of it for a replay.
 *
 * @param topic the topic on the source's brokers; null if the file is not read for a run
 * @param file the path of the recording; null if the file is not read for a replay
 * @param names the fields of a question
 */
record QuestionPlace(Source.@Nullable Topic topic, @Nullable String file, QuestionReader.Names names)
        implements Serializable {

    private static final long serialVersionUID = 1L;
}
