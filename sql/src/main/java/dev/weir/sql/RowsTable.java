package dev.weir.sql;

import java.util.HashSet;
import java.util.Set;

/** Refuses what the table of rows says and a run would not follow. */
final class RowsTable {

    private static final String BROKERS = "properties.bootstrap.servers";

    private RowsTable() {}

    /**
     * Requires a topic, and no option that would be dropped.
     *
     * @param rows the table of rows
     * @param source the private table, whose brokers take the rows as well
     * @throws Refused if an option is not followed
     */
    static void require(Statement.Table rows, Statement.Table source) {
        Set<String> given = new HashSet<>();
        for (Statement.Option option : rows.options()) {
            String what = rows.name() + ": '" + option.key() + "'";
            if (!given.add(option.key())) {
                throw rows.text().refusal(option.node(), what, "must be given once");
            }
            String rule = rule(option, source);
            if (!rule.isEmpty()) {
                throw rows.text().refusal(option.node(), what, rule);
            }
        }
        if (rows.option("topic").isEmpty()) {
            throw rows.text().refusal(rows.node(), rows.name() + ": 'topic'", "must be given");
        }
    }

    private static String rule(Statement.Option option, Statement.Table source) {
        return switch (option.key()) {
            case "connector", "topic" -> "";
            case "format" -> option.value().equals("json") ? "" : "must be 'json': rows are";
            case BROKERS ->
                option.value().equals(source.option(BROKERS)) ? "" : "must be that of the private table, or left out";
            default -> "is not an option of the table of rows: 'connector' and 'topic' are";
        };
    }
}
