package dev.weir.sql.catalog;

import java.util.List;
import org.apache.flink.table.catalog.AbstractCatalog;
import org.apache.flink.table.catalog.CatalogFunction;
import org.apache.flink.table.catalog.CatalogPartition;
import org.apache.flink.table.catalog.CatalogPartitionSpec;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.FunctionNotExistException;
import org.apache.flink.table.catalog.exceptions.PartitionNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotPartitionedException;
import org.apache.flink.table.catalog.stats.CatalogColumnStatistics;
import org.apache.flink.table.catalog.stats.CatalogTableStatistics;
import org.apache.flink.table.expressions.Expression;

/** A catalog of tables without views, partitions, functions and statistics. */
abstract class PlainCatalog extends AbstractCatalog {

    /**
     * Creates a catalog.
     *
     * @param name its name
     * @param database its first database
     */
    PlainCatalog(String name, String database) {
        super(name, database);
    }

    @Override
    public void open() {}

    @Override
    public void close() {}

    @Override
    public boolean databaseExists(String name) {
        return listDatabases().contains(name);
    }

    @Override
    public List<String> listViews(String database) {
        return List.of();
    }

    private TableNotPartitionedException unpartitioned(ObjectPath path) {
        return new TableNotPartitionedException(getName(), path);
    }

    @Override
    public List<CatalogPartitionSpec> listPartitions(ObjectPath path) throws TableNotPartitionedException {
        throw unpartitioned(path);
    }

    @Override
    public List<CatalogPartitionSpec> listPartitions(ObjectPath path, CatalogPartitionSpec partition)
            throws TableNotPartitionedException {
        throw unpartitioned(path);
    }

    @Override
    public List<CatalogPartitionSpec> listPartitionsByFilter(ObjectPath path, List<Expression> filters)
            throws TableNotPartitionedException {
        throw unpartitioned(path);
    }

    @Override
    public CatalogPartition getPartition(ObjectPath path, CatalogPartitionSpec partition)
            throws PartitionNotExistException {
        throw new PartitionNotExistException(getName(), path, partition);
    }

    @Override
    public boolean partitionExists(ObjectPath path, CatalogPartitionSpec partition) {
        return false;
    }

    @Override
    public List<String> listFunctions(String database) {
        return List.of();
    }

    @Override
    public CatalogFunction getFunction(ObjectPath path) throws FunctionNotExistException {
        throw new FunctionNotExistException(getName(), path);
    }

    @Override
    public boolean functionExists(ObjectPath path) {
        return false;
    }

    private void requireTable(ObjectPath path) throws TableNotExistException {
        if (!tableExists(path)) {
            throw new TableNotExistException(getName(), path);
        }
    }

    @Override
    public CatalogTableStatistics getTableStatistics(ObjectPath path) throws TableNotExistException {
        requireTable(path);
        return CatalogTableStatistics.UNKNOWN;
    }

    @Override
    public CatalogColumnStatistics getTableColumnStatistics(ObjectPath path) throws TableNotExistException {
        requireTable(path);
        return CatalogColumnStatistics.UNKNOWN;
    }

    @Override
    public CatalogTableStatistics getPartitionStatistics(ObjectPath path, CatalogPartitionSpec partition)
            throws PartitionNotExistException {
        throw new PartitionNotExistException(getName(), path, partition);
    }

    @Override
    public CatalogColumnStatistics getPartitionColumnStatistics(ObjectPath path, CatalogPartitionSpec partition)
            throws PartitionNotExistException {
        throw new PartitionNotExistException(getName(), path, partition);
    }
}
