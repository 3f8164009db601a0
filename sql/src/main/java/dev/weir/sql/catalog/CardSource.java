package dev.weir.sql.catalog;

import java.util.List;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.connector.ChangelogMode;
import org.apache.flink.table.connector.ProviderContext;
import org.apache.flink.table.connector.source.DataStreamScanProvider;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.connector.source.ScanTableSource;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.types.DataType;

/**
 * A source of rows that are known beforehand.
 *
 * @param rows the rows
 * @param type their type
 */
record CardSource(List<RowData> rows, DataType type) implements ScanTableSource {

    @Override
    public ChangelogMode getChangelogMode() {
        return ChangelogMode.insertOnly();
    }

    @Override
    public ScanRuntimeProvider getScanRuntimeProvider(ScanContext context) {
        return new Rows(rows, context.createTypeInformation(type));
    }

    private record Rows(List<RowData> rows, TypeInformation<RowData> type) implements DataStreamScanProvider {

        @Override
        public DataStream<RowData> produceDataStream(ProviderContext context, StreamExecutionEnvironment environment) {
            return environment.fromData(rows, type).setParallelism(1);
        }

        @Override
        public boolean isBounded() {
            return true;
        }
    }

    @Override
    public DynamicTableSource copy() {
        return this;
    }

    @Override
    public String asSummaryString() {
        return "card of a pipeline";
    }
}
