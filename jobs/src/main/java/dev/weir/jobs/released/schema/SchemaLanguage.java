package dev.weir.jobs.released.schema;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.released.FlatTable;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The languages in which the schema of flat rows can be written. */
public enum SchemaLanguage {
    JSON_SCHEMA {
        @Override
        public String text(Pipeline pipeline, List<FlatTable> tables) {
            return JsonSchemas.text(tables);
        }
    },
    AVRO {
        @Override
        public String text(Pipeline pipeline, List<FlatTable> tables) {
            return AvroSchemas.text(tables);
        }
    },
    FLINK_DDL {
        @Override
        public String text(Pipeline pipeline, List<FlatTable> tables) {
            return new FlinkDdl(pipeline).text(tables);
        }
    },
    CLICKHOUSE_DDL {
        @Override
        public String text(Pipeline pipeline, List<FlatTable> tables) {
            return ClickHouseDdl.text(tables);
        }
    };

    /**
     * Returns the schema of tables.
     *
     * @param pipeline the pipeline that releases the rows
     * @param tables the tables, at least one
     */
    public abstract String text(Pipeline pipeline, List<FlatTable> tables);

    /** Returns the words of all languages, separated by commas. */
    public static String words() {
        return Arrays.stream(values()).map(SchemaLanguage::toString).collect(Collectors.joining(", "));
    }

    /** The word of the language on the command line, such as {@code flink-ddl}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
