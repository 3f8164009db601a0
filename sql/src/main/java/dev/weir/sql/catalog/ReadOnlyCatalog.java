package dev.weir.sql.catalog;

import org.apache.flink.table.api.ValidationException;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogModel;
import org.apache.flink.table.catalog.CatalogPartition;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.TemporaryOperationListener;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;

/**
 * A catalog that no statement can change. Temporary objects are refused under its name, too: one could stand before a release and be taken
 * for it.
 */
abstract class ReadOnlyCatalog extends PlainCatalog implements TemporaryOperationListener {

    private final String made;

    /**
     * Creates a catalog.
     *
     * @param name its name
     * @param database its first database
     * @param made says how its tables are made
     */
    ReadOnlyCatalog(String name, String database, String made) {
        super(name, database);
        this.made = made;
    }

    private ValidationException refusal(String statement) {
        return new ValidationException(statement + ": is not allowed in catalog " + getName() + ": " + made);
    }

    @Override
    public void createDatabase(String name, CatalogDatabase database, boolean ignored) {
        throw refusal("CREATE DATABASE");
    }

    @Override
    public void dropDatabase(String name, boolean ignored, boolean cascade) {
        throw refusal("DROP DATABASE");
    }

    @Override
    public void alterDatabase(String name, CatalogDatabase database, boolean ignored) {
        throw refusal("ALTER DATABASE");
    }

    @Override
    public void dropTable(ObjectPath path, boolean ignored) {
        throw refusal("DROP TABLE");
    }

    @Override
    public void renameTable(ObjectPath path, String name, boolean ignored) {
        throw refusal("ALTER TABLE");
    }

    @Override
    public void createTable(ObjectPath path, CatalogBaseTable table, boolean ignored) {
        throw refusal("CREATE");
    }

    @Override
    public void alterTable(ObjectPath path, CatalogBaseTable table, boolean ignored) {
        throw refusal("ALTER");
    }

    @Override
    public void createPartition(
            ObjectPath path, CatalogPartitionSpec spec, CatalogPartition partition, boolean ignored) {
        throw refusal("ALTER TABLE");
    }

    @Override
    public void dropPartition(ObjectPath path, CatalogPartitionSpec spec, boolean ignored) {
        throw refusal("ALTER TABLE");
    }

    @Override
    public void alterPartition(
            ObjectPath path, CatalogPartitionSpec spec, CatalogPartition partition, boolean ignored) {
        throw refusal("ALTER TABLE");
    }

    @Override
    public void createFunction(ObjectPath path, CatalogFunction function, boolean ignored) {
        throw refusal("CREATE FUNCTION");
    }

    @Override
    public void alterFunction(ObjectPath path, CatalogFunction function, boolean ignored) {
        throw refusal("ALTER FUNCTION");
    }

    @Override
    public void dropFunction(ObjectPath path, boolean ignored) {
        throw refusal("DROP FUNCTION");
    }

    @Override
    public void createModel(ObjectPath path, CatalogModel model, boolean ignored) {
        throw refusal("CREATE MODEL");
    }

    @Override
    public void alterTableStatistics(ObjectPath path, CatalogTableStatistics statistics, boolean ignored) {
        throw refusal("ANALYZE TABLE");
    }

    @Override
    public void alterTableColumnStatistics(ObjectPath path, CatalogColumnStatistics statistics, boolean ignored) {
        throw refusal("ANALYZE TABLE");
    }

    @Override
    public void alterPartitionStatistics(
            ObjectPath path, CatalogPartitionSpec spec, CatalogTableStatistics statistics, boolean ignored) {
        throw refusal("ANALYZE TABLE");
    }

    @Override
    public void alterPartitionColumnStatistics(
            ObjectPath path, CatalogPartitionSpec spec, CatalogColumnStatistics statistics, boolean ignored) {
        throw refusal("ANALYZE TABLE");
    }

    @Override
    public CatalogBaseTable onCreateTemporaryTable(ObjectPath path, CatalogBaseTable table) {
        throw refusal("CREATE TEMPORARY");
    }

    @Override
    public void onDropTemporaryTable(ObjectPath path) {}

    @Override
    public CatalogModel onCreateTemporaryModel(ObjectPath path, CatalogModel model) {
        throw refusal("CREATE TEMPORARY MODEL");
    }

    @Override
    public void onDropTemporaryModel(ObjectPath path) {}

    @Override
    public CatalogFunction onCreateTemporaryFunction(ObjectPath path, CatalogFunction function) {
        throw refusal("CREATE TEMPORARY FUNCTION");
    }

    @Override
    public void onDropTemporaryFunction(ObjectPath path) {}
}
