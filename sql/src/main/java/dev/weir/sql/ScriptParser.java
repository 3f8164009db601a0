package dev.weir.sql;

import dev.weir.jobs.settings.Origin;
import dev.weir.sql.vocabulary.Column;
import dev.weir.sql.vocabulary.ReservedWords;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.config.Lex;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.flink.sql.parser.ddl.SqlCreateTable;
import org.apache.flink.sql.parser.ddl.SqlCreateTableAs;
import org.apache.flink.sql.parser.ddl.SqlCreateTableLike;
import org.apache.flink.sql.parser.ddl.SqlCreateView;
import org.apache.flink.sql.parser.ddl.SqlSet;
import org.apache.flink.sql.parser.ddl.SqlTableColumn;
import org.apache.flink.sql.parser.ddl.SqlTableColumn.SqlMetadataColumn;
import org.apache.flink.sql.parser.ddl.SqlTableColumn.SqlRegularColumn;
import org.apache.flink.sql.parser.ddl.SqlTableOption;
import org.apache.flink.sql.parser.dml.RichSqlInsert;
import org.apache.flink.sql.parser.dml.SqlExecute;
import org.apache.flink.sql.parser.dml.SqlStatementSet;
import org.apache.flink.sql.parser.impl.FlinkSqlParserImpl;
import org.apache.flink.sql.parser.type.ExtendedSqlRowTypeNameSpec;
import org.apache.flink.sql.parser.validate.FlinkSqlConformance;

/** Reads the text of a script by Flink's parser. No other class names a type of it. */
final class ScriptParser {

    private static final SqlParser.Config CONFIG = SqlParser.config()
            .withParserFactory(FlinkSqlParserImpl.FACTORY)
            .withConformance(FlinkSqlConformance.DEFAULT)
            .withLex(Lex.JAVA)
            .withIdentifierMaxLength(256);

    private static final Pattern ENCOUNTERED = Pattern.compile("Encountered \"([^\"]*)\".*", Pattern.DOTALL);

    private static final Pattern LEXICAL =
            Pattern.compile("Lexical error at line (\\d+), column \\d+\\..*", Pattern.DOTALL);

    private static final int LONGEST = 1 << 20;

    private final ScriptText text;

    private ScriptParser(ScriptText text) {
        this.text = text;
    }

    /**
     * Reads the statements of a file.
     *
     * @param file the name of the file
     * @param sql its content
     * @throws Refused if it is no SQL
     */
    static List<Statement> statements(String file, String sql) {
        ScriptText text = ScriptText.of(file, sql);
        if (sql.length() > LONGEST) {
            throw new Refused(new Origin(file, 1), "file", "must have at most " + LONGEST + " characters");
        }
        try {
            SqlNodeList nodes = SqlParser.create(new StringReader(sql), CONFIG).parseStmtList();
            List<Statement> statements = new ArrayList<>();
            nodes.forEach(node -> new ScriptParser(text).add(node, statements));
            return statements;
        } catch (SqlParseException e) {
            throw inOurWords(file, e);
        } catch (StackOverflowError e) {
            throw tooDeep(new Origin(file, 1), "file");
        }
    }

    private static Refused tooDeep(Origin origin, String what) {
        return new Refused(
                origin,
                what,
                "must be nested less deeply, at most " + Nesting.DEEPEST + " levels, and have shorter conditions");
    }

    private static Refused inOurWords(String file, SqlParseException e) {
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof LinkageError broken) {
                throw broken;
            }
            if (cause instanceof StackOverflowError) {
                return tooDeep(new Origin(file, 1), "file");
            }
        }
        String message = String.valueOf(e.getMessage());
        Matcher lexical = LEXICAL.matcher(message);
        int line = lexical.matches()
                ? Integer.parseInt(lexical.group(1))
                : e.getPos() == null ? 1 : e.getPos().getLineNum();
        Origin origin = new Origin(file, Math.max(1, line));
        Matcher found = ENCOUNTERED.matcher(message);
        String word = found.matches() ? found.group(1).strip() : "";
        if (ReservedWords.isReserved(word)) {
            return new Refused(
                    origin,
                    word,
                    "is a reserved word of Flink SQL: as a name it must be in back quotes (`time` and `value` are others);"
                            + " else the statement is wrong before it");
        }
        String at = word.equals("<EOF>") || word.isEmpty() ? "" : " at " + word;
        return new Refused(origin, "file", "must be statements of Flink SQL, separated by ;: cannot be read on" + at);
    }

    private void add(SqlNode node, List<Statement> statements) {
        if (Nesting.isTooDeep(node)) {
            throw tooDeep(text.origin(node), "statement");
        } else if (node instanceof SqlExecute execute) {
            add(execute.getStatement(), statements);
        } else if (node instanceof SqlStatementSet set) {
            set.getInserts().forEach(insert -> add(insert, statements));
        } else {
            statements.add(statement(node));
        }
    }

    private Statement statement(SqlNode node) {
        if (node instanceof SqlSet set && set.getKey() != null && set.getValue() != null) {
            return new Statement.Setting(text, node, set.getKeyString(), set.getValueString());
        }
        if (node instanceof SqlCreateTableAs || node instanceof SqlCreateTableLike) {
            boolean isAs = node instanceof SqlCreateTableAs;
            return isAs
                    ? new Statement.Other(
                            text, node, "CREATE TABLE ... AS", "would copy records: CREATE VIEW makes a release")
                    : new Statement.Other(
                            text, node, "CREATE TABLE ... LIKE", "would copy options that are private: write them out");
        }
        if (node instanceof SqlCreateTable table) {
            return table(table);
        }
        return node instanceof SqlCreateView view
                ? view(view)
                : node instanceof RichSqlInsert insert ? insert(insert) : other(node);
    }

    private Statement view(SqlCreateView view) {
        boolean isPlain = view.getFieldList().isEmpty() && !view.getReplace() && !view.isTemporary();
        return isPlain
                ? new Statement.View(text, view, view.getViewName().toString(), view.getQuery())
                : new Statement.Other(
                        text,
                        view,
                        "CREATE VIEW " + view.getViewName(),
                        "must be CREATE VIEW name AS SELECT: without OR REPLACE, TEMPORARY and a list of columns");
    }

    private Statement insert(RichSqlInsert insert) {
        boolean isPlain = !insert.isOverwrite()
                && insert.getTargetColumnList() == null
                && insert.getStaticPartitions().isEmpty();
        return isPlain
                ? new Statement.Insert(text, insert, insert.getTargetTable().toString(), insert.getSource())
                : new Statement.Other(
                        text, insert, "INSERT", "must be INSERT INTO name SELECT * FROM view, without more");
    }

    private Statement other(SqlNode node) {
        String what = node instanceof SqlCall call
                ? call.getOperator().getName().toUpperCase(Locale.ROOT).replace('_', ' ')
                : "statement";
        return new Statement.Other(
                text,
                node,
                what,
                "is not a statement of a release: CREATE TABLE, CREATE VIEW, SET and INSERT INTO are");
    }

    private Statement table(SqlCreateTable table) {
        String name = table.getTableName().toString();
        List<Column> columns = new ArrayList<>();
        for (SqlNode column : table.getColumnList()) {
            Optional<String> broken = add((SqlTableColumn) column, columns);
            if (broken.isPresent()) {
                return new Statement.Other(text, column, "CREATE TABLE " + name, broken.get());
            }
        }
        if (table.isTemporary() || table.isIfNotExists()) {
            return new Statement.Other(
                    text, table, "CREATE TABLE " + name, "must be CREATE TABLE, without TEMPORARY and IF NOT EXISTS");
        }
        return table(table, name, columns);
    }

    private Statement table(SqlCreateTable table, String name, List<Column> columns) {
        boolean isPlain = table.getFullConstraints().isEmpty()
                && table.getPartitionKeyList().isEmpty()
                && table.getDistribution() == null;
        if (!isPlain) {
            return new Statement.Other(
                    text,
                    table,
                    "CREATE TABLE " + name,
                    "must have no PRIMARY KEY, UNIQUE, PARTITIONED BY and DISTRIBUTED BY: nothing would follow them");
        }
        Statement.Watermark watermark = table.getWatermark()
                .map(stated -> new Statement.Watermark(stated.getEventTimeColumnName(), stated.getWatermarkStrategy()))
                .orElse(null);
        List<Statement.Option> options = table.getPropertyList().getList().stream()
                .map(SqlTableOption.class::cast)
                .map(option -> new Statement.Option(option, option.getKeyString(), option.getValueString()))
                .toList();
        return new Statement.Table(text, table, name, columns, watermark, options);
    }

    /** Adds a column, and returns the rule that it breaks. */
    private Optional<String> add(SqlTableColumn column, List<Column> columns) {
        String name = column.getName().toString();
        if (column instanceof SqlRegularColumn regular) {
            add(name, regular.getType(), columns);
            return Optional.empty();
        }
        if (column instanceof SqlMetadataColumn metadata) {
            String field = metadata.getMetadataAlias().orElse(name);
            columns.add(new Column(name, "$" + field, type(metadata.getType())));
            return field.matches("key|headers\\..+")
                    ? Optional.empty()
                    : Optional.of("must have METADATA FROM 'key' or 'headers.NAME' alone: " + name + " is of neither");
        }
        return Optional.of("must not compute a column: " + name + " is computed before the records are written");
    }

    /** Adds a column, or the fields of a row under their paths. */
    private void add(String name, SqlDataTypeSpec type, List<Column> columns) {
        if (type.getTypeNameSpec() instanceof ExtendedSqlRowTypeNameSpec row) {
            List<SqlIdentifier> names = row.getFieldNames();
            for (int i = 0; i < names.size(); i++) {
                add(name + "." + names.get(i), row.getFieldTypes().get(i), columns);
            }
        } else {
            columns.add(new Column(name, name, type(type)));
        }
    }

    /** The name of a type; of a decimal with its digits. */
    private static String type(SqlDataTypeSpec type) {
        String name = type.getTypeName().toString();
        return type.getTypeNameSpec() instanceof SqlBasicTypeNameSpec basic && basic.getScale() >= 0
                ? name + "(" + basic.getPrecision() + ", " + basic.getScale() + ")"
                : name;
    }
}
