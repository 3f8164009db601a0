package dev.weir.jobs.released;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The flat rows of a query, or of what was withheld. This one description serves the schemas that are printed, the rows that are
 * written and the catalog that reads them.
 *
 * @param name the name of the query; {@link FlatTables#WITHHELD}
 * @param ids the beginnings of the release ids of its rows
 * @param columns its columns, {@link #ID} as the last
 * @param isOrdered whether rows come in the order of {@link #WINDOW_END}
 * @param comment what the rows hold
 */
public record FlatTable(String name, List<String> ids, List<FlatColumn> columns, boolean isOrdered, String comment)
        implements Serializable {

    /** The column by which rows are told apart. */
    public static final String ID = "release_id";

    /** The column of the start of the window. */
    public static final String WINDOW_START = "window_start";

    /** The column of the end of the window. */
    public static final String WINDOW_END = "window_end";

    public FlatTable {
        ids = List.copyOf(ids);
        columns = distinct(columns);
    }

    /** Puts a low line behind a name that an earlier column has, or the release id. */
    private static List<FlatColumn> distinct(List<FlatColumn> columns) {
        Set<String> names = new HashSet<>(Set.of(ID));
        List<FlatColumn> distinct = new ArrayList<>();
        for (FlatColumn column : columns) {
            String name = column.name();
            while (!names.add(name) && !isId(column)) {
                name += "_";
            }
            distinct.add(new FlatColumn(name, column.type(), column.path()));
        }
        return List.copyOf(distinct);
    }

    private static boolean isId(FlatColumn column) {
        return column.path().equals(LinePath.of("release"));
    }
}
