package dev.weir.sql;

import dev.weir.sql.vocabulary.Column;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the statements of a script may name.
 *
 * @param table the name of the private table
 * @param columns its columns, those that are looked up among them
 * @param time the column of time
 * @param unit the column of the privacy unit; empty if every record is one
 * @param keyFiles the files of the tables of keys, by the tables' names
 * @param keyViews the keys of the views of keys, by the views' names
 * @param releases the names of the releases
 * @param zone the zone of the session: {@code UTC} if the script sets none
 */
record Scope(
        String table,
        List<Column> columns,
        String time,
        String unit,
        Map<String, String> keyFiles,
        Map<String, List<List<String>>> keyViews,
        Set<String> releases,
        String zone) {

    Optional<Column> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    /** The field of a record that a column is. */
    String field(String name) {
        return column(name).map(Column::field).orElse(name);
    }
}
