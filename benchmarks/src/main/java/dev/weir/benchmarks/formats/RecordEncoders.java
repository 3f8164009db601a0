package dev.weir.benchmarks.formats;

import java.util.List;
import java.util.function.Function;

/** The formats of records by their words in a pipeline file. */
public enum RecordEncoders {
    CSV(CsvEncoder::new),
    JSON(JsonEncoder::new),
    AVRO(AvroEncoder::new),
    PROTOBUF(ProtobufEncoder::new);

    private final Function<List<Column>, RecordEncoder> maker;

    RecordEncoders(Function<List<Column>, RecordEncoder> maker) {
        this.maker = maker;
    }

    /**
     * Returns an encoder of records with some columns.
     *
     * @param columns the columns, in order
     */
    public RecordEncoder of(List<Column> columns) {
        return maker.apply(columns);
    }
}
