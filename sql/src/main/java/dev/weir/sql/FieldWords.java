package dev.weir.sql;

import dev.weir.sql.vocabulary.OptionNames;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says the path of a field of the tree of settings in the words of the script. */
final class FieldWords {

    private static final Pattern QUERY = Pattern.compile("queries\\[(\\d+)\\]\\.?(.*)");

    private static final Map<String, String> OTHERS = Map.of(
            "pipeline", "SET 'pipeline.name'",
            "checkpoint", "SET 'execution.checkpointing.dir'",
            "checkpoint.dir", "SET 'execution.checkpointing.dir'",
            "checkpoint.every", "SET 'execution.checkpointing.interval'",
            "sink", "INSERT INTO",
            "queries", "CREATE VIEW");

    private static final Map<String, String> OF_QUERY =
            Map.of("spend", "OPTIONS", "key.discovered", "OPTIONS 'discovered.delta'");

    private final String table;
    private final SettingTree tree;
    private final List<SettingTree> queries;

    /**
     * Creates the words of a script.
     *
     * @param table the name of the private table
     * @param tree the tree of the script, with its words
     * @param queries the trees of its queries, in order
     */
    FieldWords(String table, SettingTree tree, List<SettingTree> queries) {
        this.table = table;
        this.tree = tree;
        this.queries = queries;
    }

    /**
     * Returns the words for a field.
     *
     * @param path the path of the field
     */
    String of(String path) {
        Matcher query = QUERY.matcher(path);
        if (query.matches() && Integer.parseInt(query.group(1)) < queries.size()) {
            SettingTree own = queries.get(Integer.parseInt(query.group(1)));
            String name = own.find("name").text();
            return query.group(2).isEmpty() ? name : name + ": " + ofQuery(own, query.group(2));
        }
        String option = OptionNames.of(OptionNames.TABLE, path)
                .map(found -> table + ": '" + found + "'")
                .orElse("");
        return option.isEmpty() ? nearest(path, tree.words(), OTHERS) : option;
    }

    private static String ofQuery(SettingTree query, String path) {
        String option = OptionNames.of(OptionNames.RELEASE, path)
                .map(found -> "OPTIONS '" + found + "'")
                .orElse("");
        return option.isEmpty() ? nearest(path, query.words(), OF_QUERY) : option;
    }

    /** The words for a path, or for the nearest path above it that has some. */
    private static String nearest(String path, Map<String, String> words, Map<String, String> others) {
        for (String above = path; !above.isEmpty(); above = above.replaceAll("(^|\\.)[^.\\[]+$|\\[\\d+\\]$", "")) {
            String found = words.getOrDefault(above, others.get(above));
            if (found != null) {
                return found;
            }
        }
        return path;
    }
}
