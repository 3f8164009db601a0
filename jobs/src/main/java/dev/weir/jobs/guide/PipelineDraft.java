package dev.weir.jobs.guide;

import dev.weir.jobs.format.Delimiter;
import dev.weir.operators.encoding.Spelled;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes a first pipeline file. Behind every line stands where it comes from; of the data it has the form alone, and no value. */
public final class PipelineDraft {

    private static final String CHOICE = "CHOICE, a default: ";
    private static final String ANSWER = "your answer";
    private static final String FILE = "read off the file";
    private static final int COMMENT = 60;

    private final List<String> lines = new ArrayList<>();

    private PipelineDraft() {}

    /**
     * Returns the text of the file.
     *
     * @param delimiter the separator of the columns
     * @param wishes what is released, and about whom
     */
    public static String of(Delimiter delimiter, Wishes wishes) {
        PipelineDraft draft = new PipelineDraft();
        draft.begin(delimiter, wishes);
        draft.protect(wishes);
        draft.query(wishes);
        return String.join("\n", draft.lines) + "\n";
    }

    private void begin(Delimiter delimiter, Wishes wishes) {
        lines.add(
                "# A first pipeline, made by weir new. Of the data it has the names of columns and how times and decimals are written;");
        lines.add("# no value. Look at every line that says CHOICE: docs/choosing.md says how such numbers are found.");
        add("pipeline: " + quoted(wishes.name()), ANSWER + ", or the file's name");
        add(
                "domain: {name: " + quoted(wishes.name()) + "}",
                CHOICE + "all pipelines about the same people name one domain");
        add("source:", "");
        add("  format: csv", FILE);
        if (delimiter != Delimiter.COMMA) {
            add("  delimiter: " + Spelled.of(delimiter), FILE);
        }
        Wishes.Time time = wishes.time();
        add("  time: " + quoted(time.column()), FILE);
        if (!time.form().form().isEmpty()) {
            add("  time-format: " + quoted(time.form().form()), FILE);
        }
        if (!time.zone().isEmpty()) {
            add("  time-zone: " + quoted(time.zone()), ANSWER + ": times of the file tell no zone");
        }
        if (!wishes.person().column().isEmpty()) {
            add("  unit: " + quoted(wishes.person().column()), ANSWER + ": the column that names the person");
        }
        add("clock: {by: record-time, delay: 0s, max-skew: 31d}", "of every replay; a live job needs another");
    }

    private void protect(Wishes wishes) {
        add("privacy:", "");
        add("  unit: " + wishes.person().unit(), ANSWER + ": what is hidden as a whole");
        add(
                "  budget: {epsilon: " + wishes.epsilon().text() + "}",
                from(wishes.epsilon(), "what one unit may lose at most"));
    }

    private void query(Wishes wishes) {
        add("queries:", "");
        add("  - name: " + quoted(wishes.name()), "");
        add("    version: 1", "");
        add("    key: " + key(wishes), ANSWER + ": each key has a row in every window");
        add("    window: {tumbling: " + wishes.window() + "}", ANSWER + ", in UTC");
        add("    release:", "");
        add("      - {count: records}", "");
        Wishes.Sum sum = wishes.sum();
        if (sum != null) {
            String clamp = ", clamp: [" + sum.low() + ", " + sum.high() + "]";
            String grid =
                    ", grid: " + BigDecimal.ONE.movePointLeft(sum.decimals()).toPlainString();
            add(
                    "      - {sum: " + quoted(sum.column()) + ", as: " + quoted(plain(sum.column())) + clamp + grid
                            + "}",
                    "clamp: " + ANSWER + "; grid: the decimals of the file");
        }
        add(
                "    spend: {contributions: " + wishes.contributions().text() + "}",
                wishes.person().isRecord()
                        ? "a record is one contribution"
                        : from(
                                wishes.contributions(),
                                "so many full-size records of a unit's period count for certain"));
    }

    private static String key(Wishes wishes) {
        Wishes.Key key = wishes.key();
        if (key == null) {
            return "none";
        }
        String keys = key.file().isEmpty()
                ? "declared: "
                        + key.declared().stream().map(PipelineDraft::quoted).collect(Collectors.joining(", ", "[", "]"))
                : "declared-file: " + quoted(key.file());
        return "{field: " + quoted(key.column()) + ", " + keys + "}";
    }

    private static String from(Wishes.Chosen number, String meaning) {
        return (number.isDefault() ? CHOICE : ANSWER + ": ") + meaning;
    }

    private void add(String line, String comment) {
        String padding = " ".repeat(Math.max(2, COMMENT - line.length()));
        lines.add(comment.isEmpty() ? line : line + padding + "# " + comment);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** The name of a value: the column's name with a dash for every run of other signs. */
    static String plain(String column) {
        String name = column.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^-+|-+$", "");
        return name.isEmpty() ? "sum" : name.substring(0, Math.min(name.length(), 200));
    }
}
