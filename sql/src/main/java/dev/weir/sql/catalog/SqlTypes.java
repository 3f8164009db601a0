package dev.weir.sql.catalog;

import dev.weir.jobs.released.FlatType;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;

/** The types of Flink SQL for the columns of flat rows. */
final class SqlTypes {

    private static final int MILLIS = 3;

    private SqlTypes() {}

    /**
     * Returns the type of a column.
     *
     * @param type the column's type
     */
    static DataType of(FlatType type) {
        DataType sql =
                switch (type.kind()) {
                    case TEXT -> DataTypes.STRING();
                    case TIME -> DataTypes.TIMESTAMP_LTZ(MILLIS);
                    case LONG -> DataTypes.BIGINT();
                    case DOUBLE -> DataTypes.DOUBLE();
                    case DECIMAL -> DataTypes.DECIMAL(FlatType.DIGITS, type.scale());
                    case TRUTH -> DataTypes.BOOLEAN();
                    case LIST -> DataTypes.ARRAY(of(type.elements()));
                    case NUMBERS -> DataTypes.MAP(DataTypes.STRING(), DataTypes.DOUBLE());
                };
        return type.isRequired() ? sql.notNull() : sql;
    }
}
