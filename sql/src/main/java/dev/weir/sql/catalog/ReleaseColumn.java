package dev.weir.sql.catalog;

import dev.weir.sql.catalog.format.LinePath;
import org.apache.flink.table.types.DataType;

/**
 * A column of a table of releases.
 *
 * @param name its name
 * @param type its type
 * @param path the place of its content in the line of a row
 */
record ReleaseColumn(String name, DataType type, LinePath path) {}
