package dev.weir.sql.catalog;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.table.catalog.CatalogBaseTable;
import org.apache.flink.table.catalog.CatalogDatabase;
import org.apache.flink.table.catalog.CatalogDatabaseImpl;
import org.apache.flink.table.catalog.ObjectPath;
import org.apache.flink.table.catalog.exceptions.DatabaseNotExistException;
import org.apache.flink.table.catalog.exceptions.TableNotExistException;
import org.apache.flink.table.factories.Factory;

/** The catalog of a pipeline's releases, in the database {@code released}, and of its private table, in {@code private}. */
final class WeirCatalog extends ReadOnlyCatalog {

    private static final Map<String, String> DATABASES = Map.of(
            PipelineTables.RELEASED, "releases: noisy, public",
            PipelineTables.PRIVATE, "records: they are described, and cannot be read");

    private final PipelineTables tables;
    private final CatalogSources sources;

    /**
     * Creates a catalog.
     *
     * @param name its name
     * @param tables its tables
     * @param sources their sources
     */
    WeirCatalog(String name, PipelineTables tables, CatalogSources sources) {
        super(name, PipelineTables.RELEASED, tables.made());
        this.tables = tables;
        this.sources = sources;
    }

    /** The catalog's own sources, which Flink asks before it looks for a connector by the option of that name. */
    @Override
    public Optional<Factory> getFactory() {
        return Optional.of(sources);
    }

    @Override
    public List<String> listDatabases() {
        return DATABASES.keySet().stream().sorted().toList();
    }

    @Override
    public CatalogDatabase getDatabase(String name) throws DatabaseNotExistException {
        String comment = DATABASES.get(name);
        if (comment == null) {
            throw new DatabaseNotExistException(getName(), name);
        }
        return new CatalogDatabaseImpl(Map.of(), comment);
    }

    @Override
    public List<String> listTables(String database) throws DatabaseNotExistException {
        getDatabase(database);
        return tables.described().keySet().stream()
                .filter(path -> path.getDatabaseName().equals(database))
                .map(ObjectPath::getObjectName)
                .toList();
    }

    @Override
    public CatalogBaseTable getTable(ObjectPath path) throws TableNotExistException {
        CatalogBaseTable table = tables.described().get(path);
        if (table == null) {
            throw new TableNotExistException(getName(), path);
        }
        return table;
    }

    @Override
    public boolean tableExists(ObjectPath path) {
        return tables.described().containsKey(path);
    }
}
