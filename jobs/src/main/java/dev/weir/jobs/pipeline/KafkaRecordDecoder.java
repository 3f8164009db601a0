package dev.weir.jobs.pipeline;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.config.pipeline.PipelineKinds;
import dev.weir.jobs.kafka.source.SourceRecord;
import dev.weir.jobs.kafka.source.TopicSource.TimestampExtractor;
import dev.weir.jobs.record.PayloadReader;
import dev.weir.jobs.record.PlacedReader;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import dev.weir.operators.admit.ResolvedSchemas;

/** Decodes the records of a topic according to the pipeline's format. */
final class KafkaRecordDecoder implements RecordDecoder<SourceRecord> {

    private static final long serialVersionUID = 1L;

    private final PayloadReader reader;
    private final long holdMillis;

    KafkaRecordDecoder(Pipeline pipeline) {
        reader = PipelineKinds.of(pipeline).reader(pipeline);
        holdMillis = pipeline.clock().hold().toMillis();
    }

    /**
     * Extracts the event times of records. Flink calls the watermark generator after the operators that are chained to
     * the source. By then admission, if it is chained, has decoded the record and stored its time. If admission is not
     * chained, the record is decoded here.
     */
    static TimestampExtractor recordTimes(Pipeline pipeline) {
        return () -> {
            PayloadReader reader = PipelineKinds.of(pipeline).reader(pipeline);
            DecodedRecord unchained = new DecodedRecord(pipeline.plan());
            return source -> source.isDecoded() ? source.eventTime() : decodedTime(reader, source, unchained);
        };
    }

    private static long decodedTime(PayloadReader reader, SourceRecord source, DecodedRecord decoded) {
        decoded.clear();
        reader.read(source.payload(), source.outside(), decoded);
        return decoded.time();
    }

    @Override
    public ResolvedSchemas schemas() {
        return reader.schemas();
    }

    @Override
    public long holdMillis() {
        return holdMillis;
    }

    @Override
    public int partition(SourceRecord source) {
        return source.partition();
    }

    @Override
    public long offset(SourceRecord source) {
        return source.offset();
    }

    @Override
    public long time(SourceRecord source) {
        return source.time();
    }

    @Override
    public byte[] payload(SourceRecord source) {
        return source.payload();
    }

    @Override
    public int originalLength(SourceRecord source) {
        return source.originalLength();
    }

    @Override
    public void decode(SourceRecord source, long timestamp, DecodedRecord decoded) {
        reader.schemas().next(source.written());
        if (reader instanceof PlacedReader placed) {
            placed.at(source.partition(), source.offset());
        }
        reader.read(source.payload(), source.outside(), decoded);
        source.decoded(decoded.time());
    }
}
