package dev.weir.sql;

import dev.weir.jobs.settings.Origin;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * The text of a script, from which problems quote.
 *
 * @param file the name of the file
 * @param lines its lines
 */
record ScriptText(String file, List<String> lines) {

    private static final int LONGEST = 120;

    static ScriptText of(String file, String text) {
        return new ScriptText(file, List.of(text.split("\r\n|\r|\n", -1)));
    }

    /** The place of a node. */
    Origin origin(SqlNode node) {
        return new Origin(file, Math.max(1, node.getParserPosition().getLineNum()));
    }

    /** The text of a node on one line, cut where it is long. */
    String words(SqlNode node) {
        SqlParserPos at = node.getParserPosition();
        StringBuilder words = new StringBuilder();
        for (int line = Math.max(1, at.getLineNum()); line <= Math.min(at.getEndLineNum(), lines.size()); line++) {
            String text = lines.get(line - 1);
            int from = line == at.getLineNum() ? at.getColumnNum() - 1 : 0;
            int to = line == at.getEndLineNum() ? at.getEndColumnNum() : text.length();
            words.append(text, Math.min(Math.max(from, 0), text.length()), Math.min(Math.max(to, from), text.length()))
                    .append(' ');
        }
        String one = words.toString().replaceAll("\\s+", " ").strip();
        return one.length() <= LONGEST ? one : one.substring(0, LONGEST) + " ...";
    }

    /** The exception that refuses a node in its own words. */
    Refused refusal(SqlNode node, String rule) {
        return new Refused(origin(node), words(node), rule);
    }

    /** The exception that refuses a node in other words. */
    Refused refusal(SqlNode node, String what, String rule) {
        return new Refused(origin(node), what, rule);
    }
}
