package dev.weir.sql;

import dev.weir.sql.vocabulary.Column;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A statement of a script, without the parser's own types of statements. */
sealed interface Statement {

    /** The file that holds the statement. */
    ScriptText text();

    /** The whole statement. */
    SqlNode node();

    /** {@code SET 'key' = 'value'}. */
    record Setting(ScriptText text, SqlNode node, String key, String value) implements Statement {}

    /**
     * {@code CREATE TABLE}.
     *
     * @param name the name of the table
     * @param columns its columns
     * @param watermark the column of time and what the watermark follows, or null
     * @param options its options
     */
    record Table(
            ScriptText text,
            SqlNode node,
            String name,
            List<Column> columns,
            @Nullable Watermark watermark,
            List<Option> options)
            implements Statement {

        /** The value of an option, or the empty text. */
        String option(String key) {
            return options.stream()
                    .filter(option -> option.key().equals(key))
                    .map(Option::value)
                    .findFirst()
                    .orElse("");
        }
    }

    /**
     * {@code WATERMARK FOR time AS strategy}.
     *
     * @param column the column of time
     * @param strategy what the watermark follows
     */
    record Watermark(SqlNode column, SqlNode strategy) {}

    /**
     * An option in quotes.
     *
     * @param node where it stands
     * @param key its name
     * @param value its value
     */
    record Option(SqlNode node, String key, String value) {}

    /** {@code CREATE VIEW name AS query}. */
    record View(ScriptText text, SqlNode node, String name, SqlNode query) implements Statement {}

    /** {@code INSERT INTO target source}. */
    record Insert(ScriptText text, SqlNode node, String target, SqlNode source) implements Statement {}

    /**
     * A statement that no script may have.
     *
     * @param what the words of its beginning
     * @param rule why it is refused
     */
    record Other(ScriptText text, SqlNode node, String what, String rule) implements Statement {}
}
