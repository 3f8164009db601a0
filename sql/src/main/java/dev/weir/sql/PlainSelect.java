package dev.weir.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/** {@code SELECT * FROM name} without more, and lists of keys. */
final class PlainSelect {

    private PlainSelect() {}

    /** The name of the table or view of which all is selected; empty for another query. */
    static Optional<String> from(SqlNode query) {
        boolean isPlain = query instanceof SqlSelect select
                && select.getFrom() != null
                && select.getWhere() == null
                && select.getGroup() == null
                && select.getHaving() == null
                && select.getSelectList().size() == 1
                && select.getSelectList().get(0) instanceof SqlIdentifier star
                && star.isStar()
                && !select.isDistinct();
        return isPlain ? Expressions.name(((SqlSelect) query).getFrom()) : Optional.empty();
    }

    /**
     * The keys of a list.
     *
     * @param columns the number of columns of a key
     * @throws Refused if a key is not written out
     */
    static List<List<String>> rows(ScriptText text, Iterable<SqlNode> list, int columns) {
        List<List<String>> rows = new ArrayList<>();
        for (SqlNode node : list) {
            List<String> row = Expressions.list(node).stream()
                    .map(value -> Expressions.text(value)
                            .or(() -> Expressions.number(value))
                            .orElseThrow(() -> text.refusal(value, "must be a key that is written out")))
                    .toList();
            if (row.size() != columns) {
                throw text.refusal(node, "must be a key of " + columns + " columns");
            }
            rows.add(row);
        }
        return rows;
    }
}
