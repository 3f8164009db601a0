package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.PipelineLanguage;
import dev.weir.jobs.settings.Problems;
import dev.weir.sql.write.ScriptWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Flink SQL as a language of pipeline files. Several files are one script; only the first may hold the private table and settings. A
 * script is parsed and never planned.
 */
public final class SqlLanguage implements PipelineLanguage {

    @Override
    public boolean reads(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".sql");
    }

    @Override
    public Optional<String> text(Item tree, Problems problems) {
        return Optional.of(new ScriptWriter(tree, problems).write());
    }

    @Override
    public Item tree(List<Text> files, Problems problems) {
        List<Statement> statements = new ArrayList<>();
        for (Text file : files) {
            try {
                statements.addAll(ScriptParser.statements(file.file(), file.text()));
            } catch (Refused refused) {
                refused.addTo(problems);
            }
        }
        String first = files.get(0).file();
        Problems unread = problems.count() > 0 ? problems.apart() : problems;
        return new Script(first, statements, unread).read();
    }
}
