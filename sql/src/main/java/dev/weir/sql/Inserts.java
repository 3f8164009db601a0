package dev.weir.sql;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads where the rows of releases go: every {@code INSERT INTO} of a script. */
final class Inserts {

    private final Map<String, Statement.Table> tables;
    private final Map<String, Statement.View> releases;
    private final String first;
    private final List<Refused> refused = new ArrayList<>();

    /**
     * Creates a reader.
     *
     * @param tables the tables of the script by name, those of keys left out
     * @param releases the views of the releases by name
     * @param first the name of the owner's file
     */
    Inserts(Map<String, Statement.Table> tables, Map<String, Statement.View> releases, String first) {
        this.tables = tables;
        this.releases = releases;
        this.first = first;
    }

    /** Sets the topic of releases, and returns what is refused. A script without inserts sets none. */
    List<Refused> read(List<Statement> statements, SettingTree tree) {
        Set<String> inserted = new HashSet<>();
        String topic = "";
        Statement.Insert last = null;
        for (Statement statement : statements) {
            if (statement instanceof Statement.Insert insert) {
                last = insert;
                try {
                    topic = topic(insert, topic);
                    requireRelease(insert, inserted);
                    tree.putText(
                            "sink.kafka.topic",
                            topic,
                            insert.text().origin(insert.node()),
                            "INSERT INTO " + insert.target());
                } catch (Refused problem) {
                    refused.add(problem);
                }
            }
        }
        if (last != null && refused.isEmpty()) {
            requireAll(last, inserted);
        }
        return refused;
    }

    /** The line that is told is that of the view: in a script of several files the insert that is missing belongs beside it. */
    private void requireAll(Statement.Insert last, Set<String> inserted) {
        releases.forEach((release, view) -> {
            if (!inserted.contains(release)) {
                refused.add(view.text()
                        .refusal(
                                view.node(),
                                release,
                                "must be inserted, as others are: INSERT INTO " + last.target() + " SELECT * FROM "
                                        + release));
            }
        });
    }

    private String topic(Statement.Insert insert, String others) {
        String what = "INSERT INTO " + insert.target();
        Statement.Table table = tables.get(insert.target());
        if (table == null) {
            throw insert.text().refusal(insert.node(), what, "must be a table of " + first);
        }
        if (table.option("connector").equals("weir")) {
            throw insert.text().refusal(insert.node(), what, "the private table is read, never written");
        }
        String topic = table.option("topic");
        if (!others.isEmpty() && !others.equals(topic)) {
            throw insert.text().refusal(insert.node(), what, "must go to the topic of the others: a script has one");
        }
        return topic;
    }

    private void requireRelease(Statement.Insert insert, Set<String> inserted) {
        String release = Expressions.selectedFrom(insert.source()).orElse("");
        if (!releases.containsKey(release)) {
            throw insert.text()
                    .refusal(
                            insert.node(),
                            "INSERT INTO " + insert.target(),
                            "must be of SELECT * FROM a release: what is made of its rows belongs into the job that reads them");
        }
        if (!inserted.add(release)) {
            throw insert.text().refusal(insert.node(), release, "must be inserted once");
        }
    }
}
