package dev.weir.sql.catalog.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.weir.jobs.released.LinePath;
import dev.weir.jobs.released.schema.ReleasedOptions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.format.DecodingFormat;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.factories.DeserializationFormatFactory;
import org.apache.flink.table.factories.DynamicTableFactory;
import org.apache.flink.table.factories.FactoryUtil;
import org.apache.flink.table.types.DataType;

/**
 * The format {@code weir-released}: reads the rows of some queries out of a topic and skips those of others. It is insert-only, for a
 * released value never changes.
 */
public final class ReleasedFormat implements DeserializationFormatFactory {

    /** The name of the format. */
    public static final String NAME = ReleasedOptions.FORMAT;

    /** The beginnings of the release ids of the rows that are read. */
    public static final ConfigOption<List<String>> IDS = ConfigOptions.key(ReleasedOptions.IDS)
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription("beginnings of release ids, each domain/query/version/");

    /** The places of the columns in a line. */
    public static final ConfigOption<String> COLUMNS = ConfigOptions.key(ReleasedOptions.COLUMNS)
            .stringType()
            .noDefaultValue()
            .withDescription("the place of each column in a nested line, as JSON, in the order of flat rows");

    /** The schema of the rows in Avro. */
    public static final ConfigOption<String> AVRO_SCHEMA = ConfigOptions.key(ReleasedOptions.AVRO_SCHEMA)
            .stringType()
            .noDefaultValue()
            .withDescription("the schema of the rows, if they are in Avro");

    @Override
    public String factoryIdentifier() {
        return NAME;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of(IDS, COLUMNS, AVRO_SCHEMA);
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DecodingFormat<DeserializationSchema<RowData>> createDecodingFormat(
            DynamicTableFactory.Context context, ReadableConfig options) {
        FactoryUtil.validateFactoryOptions(this, options);
        return new Decoding(options.get(IDS), paths(options.get(COLUMNS)), options.get(AVRO_SCHEMA));
    }

    private static Map<String, LinePath> paths(String text) {
        try {
            return LinePath.parse(text);
        } catch (JsonProcessingException e) {
            throw new ValidationException("'" + NAME + ".columns' must be JSON, as the catalog of type weir writes it");
        }
    }

    private record Decoding(List<String> ids, Map<String, LinePath> paths, String avroSchema)
            implements DecodingFormat<DeserializationSchema<RowData>> {

        @Override
        public DeserializationSchema<RowData> createRuntimeDecoder(DynamicTableSource.Context context, DataType type) {
            List<ReleasedLines.Column> columns = DataType.getFields(type).stream()
                    .map(field -> new ReleasedLines.Column(
                            field.getName(),
                            path(field.getName()),
                            field.getDataType().getLogicalType()))
                    .toList();
            RowForms forms = new RowForms(List.copyOf(paths.keySet()), avroSchema);
            return new ReleasedLines(ids, columns, forms, context.createTypeInformation(type));
        }

        private LinePath path(String column) {
            LinePath path = paths.get(column);
            if (path == null) {
                throw new ValidationException("column " + column + " is not one of the release's");
            }
            return path;
        }

        @Override
        public ChangelogMode getChangelogMode() {
            return ChangelogMode.insertOnly();
        }
    }
}
