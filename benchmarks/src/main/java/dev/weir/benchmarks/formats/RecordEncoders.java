package dev.weir.benchmarks.formats;

import java.util.List;

/** The formats of records by their words in a pipeline file. */
public enum RecordEncoders {
    CSV,
    JSON,
    AVRO,
    PROTOBUF;

    /**
     * Returns an encoder of records with some columns.
     *
     * @param columns the columns, in order
     */
    public RecordEncoder of(List<Column> columns) {
        return switch (this) {
            case CSV -> new CsvEncoder(columns);
            case JSON -> new JsonEncoder(columns);
            case AVRO -> new AvroEncoder(columns);
            case PROTOBUF -> new ProtobufEncoder(columns);
        };
    }
}
