package dev.weir.jobs.kind.votes;

import dev.weir.jobs.config.Clock;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.Source;
import dev.weir.jobs.failure.CommandFailure;
import dev.weir.jobs.kafka.source.QuestionSource;
import dev.weir.jobs.kafka.source.SourceRecord;
import dev.weir.jobs.kafka.topic.QuestionTopicCheck;
import dev.weir.jobs.kafka.topic.TopicProblem;
import dev.weir.jobs.record.QuestionReader;
import dev.weir.operators.vote.PublicQuestion;
import java.nio.charset.StandardCharsets;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The public questions of a pipeline as a stream: of a topic in a live job, of a file in a replay.
 *
 * @param pipeline the pipeline
 * @param asked what the pipeline asks
 */
record QuestionStream(Pipeline pipeline, AskedVotes asked) {

    private static final String UID = "questions";

    /**
     * Adds the questions to a job.
     *
     * @param env the environment in which the job is built
     * @param start the time of a recorded question that states none, epoch milliseconds
     * @throws CommandFailure if the topic is not ready
     */
    DataStream<PublicQuestion> in(StreamExecutionEnvironment env, long start) {
        QuestionReader reader =
                new QuestionReader(asked.questions().names(), asked.terms().labels());
        Source.Topic topic = asked.questions().topic();
        return topic == null ? recorded(env, reader, start) : live(env, reader, topic);
    }

    private DataStream<PublicQuestion> live(StreamExecutionEnvironment env, QuestionReader reader, Source.Topic topic) {
        require(topic);
        boolean isWritten = pipeline.clock().by() == Clock.By.APPEND_TIME;
        DataStream<SourceRecord> records =
                QuestionSource.live(env, pipeline, topic, () -> record -> reader.time(record.payload()));
        return records.flatMap(new QuestionDecoder<SourceRecord>(record -> isWritten
                        ? reader.readWritten(record.payload(), record.time())
                        : reader.read(record.payload(), record.time())))
                .returns(PublicQuestion.TYPE)
                .name("read-questions")
                .uid(UID + "-read");
    }

    private void require(Source.Topic topic) {
        try {
            QuestionTopicCheck.require(topic, pipeline.clock().by());
        } catch (TopicProblem e) {
            throw new CommandFailure(CommandFailure.FAILED, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CommandFailure(CommandFailure.FAILED, "interrupted");
        }
    }

    /** A file is read by one subtask, so that the first question with an id is the first in the file. */
    private DataStream<PublicQuestion> recorded(StreamExecutionEnvironment env, QuestionReader reader, long start) {
        String file = asked.questions().file();
        if (file == null) {
            throw new IllegalStateException("a replay must have a recording of the questions");
        }
        FileSource<String> source = FileSource.forRecordStreamFormat(
                        new TextLineInputFormat(),
                        new Path(java.nio.file.Path.of(file).toUri()))
                .build();
        return env.fromSource(source, WatermarkStrategy.noWatermarks(), UID)
                .setParallelism(1)
                .uid(UID)
                .flatMap(new QuestionDecoder<String>(line -> reader.read(line.getBytes(StandardCharsets.UTF_8), start)))
                .returns(PublicQuestion.TYPE)
                .name("read-questions")
                .uid(UID + "-read")
                .setParallelism(1);
    }
}
