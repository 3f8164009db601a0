package dev.weir.sql.catalog;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.table.api.Schema;
import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogTable;
import org.apache.flink.table.catalog.ObjectIdentifier;
import org.apache.flink.table.catalog.ResolvedCatalogTable;
import org.apache.flink.table.catalog.ResolvedSchema;
import org.apache.flink.table.connector.sink.DynamicTableSink;
import org.apache.flink.table.connector.source.DynamicTableSource;
import org.apache.flink.table.factories.DynamicTableSinkFactory;
import org.apache.flink.table.factories.DynamicTableSourceFactory;
import org.apache.flink.table.factories.FactoryUtil;

/**
 * The sources of the catalog's tables. A table is known by its name in the catalog alone, and what is read follows from the pipeline file:
 * options that a statement adds are refused unless they say from where to where to read, because others can name another connector or
 * topic. The private table has no source.
 */
final class CatalogSources implements DynamicTableSourceFactory, DynamicTableSinkFactory {

    private static final String SCAN = "scan.";

    private final PipelineTables tables;
    private final Map<String, String> client;

    /**
     * Creates the sources.
     *
     * @param tables the tables
     * @param client options of the Kafka client, each with {@code properties.} before it
     */
    CatalogSources(PipelineTables tables, Map<String, String> client) {
        this.tables = tables;
        this.client = Map.copyOf(client);
    }

    @Override
    public String factoryIdentifier() {
        return WeirCatalogFactory.NAME;
    }

    @Override
    public Set<ConfigOption<?>> requiredOptions() {
        return Set.of();
    }

    @Override
    public Set<ConfigOption<?>> optionalOptions() {
        return Set.of();
    }

    @Override
    public DynamicTableSource createDynamicTableSource(Context context) {
        ObjectIdentifier table = context.getObjectIdentifier();
        String name = table.getCatalogName() + "." + table.getDatabaseName() + "." + table.getObjectName();
        if (!table.getDatabaseName().equals(PipelineTables.RELEASED)) {
            throw new ValidationException(name + " is private: only the releases of its pipeline can be read");
        }
        Map<String, String> scan = scanOptions(context, name);
        if (table.getObjectName().equals(CardTable.NAME)) {
            return new CardSource(tables.card(), context.getPhysicalRowDataType());
        }
        Map<String, String> options =
                new HashMap<>(tables.release(table.getObjectName()).kafkaOptions(client));
        options.putAll(scan);
        return kafka(context, options);
    }

    private static Map<String, String> scanOptions(Context context, String table) {
        Map<String, String> options = new HashMap<>(context.getCatalogTable().getOptions());
        options.putAll(context.getEnrichmentOptions());
        PipelineTables.OPTIONS.forEach(options::remove);
        for (String option : options.keySet()) {
            if (!option.startsWith(SCAN)) {
                throw new ValidationException(
                        table + ": takes the options scan.* of the Kafka connector alone, not '" + option + "'");
            }
        }
        return options;
    }

    private static DynamicTableSource kafka(Context context, Map<String, String> options) {
        ResolvedSchema schema = context.getCatalogTable().getResolvedSchema();
        // Flink's connector takes no key of a format that is insert-only
        ResolvedSchema withoutKey =
                new ResolvedSchema(schema.getColumns(), schema.getWatermarkSpecs(), null, List.of());
        CatalogTable origin = CatalogTable.newBuilder()
                .schema(Schema.newBuilder().fromResolvedSchema(withoutKey).build())
                .options(options)
                .build();
        return FactoryUtil.discoverFactory(context.getClassLoader(), DynamicTableSourceFactory.class, "kafka")
                .createDynamicTableSource(new FactoryUtil.DefaultDynamicTableContext(
                        context.getObjectIdentifier(),
                        new ResolvedCatalogTable(origin, withoutKey),
                        Map.of(),
                        context.getConfiguration(),
                        context.getClassLoader(),
                        context.isTemporary()));
    }

    @Override
    public DynamicTableSink createDynamicTableSink(Context context) {
        throw new ValidationException("INSERT INTO "
                + context.getObjectIdentifier().asSummaryString() + ": is not allowed: " + tables.made());
    }
}
