package dev.weir.sql;

import dev.weir.jobs.settings.Item;
import dev.weir.jobs.settings.Origin;
import dev.weir.jobs.settings.PipelineLanguage;
import dev.weir.jobs.settings.Problems;
import java.util.List;
import java.util.Locale;

/** Flink SQL as a language of pipeline files. */
public final class SqlLanguage implements PipelineLanguage {

    @Override
    public boolean reads(String file) {
        return file.toLowerCase(Locale.ROOT).endsWith(".sql");
    }

    @Override
    public Item tree(List<Text> files, Problems problems) {
        Origin beginning = new Origin(files.get(0).file(), 1);
        problems.add(beginning, "file", "scripts of SQL cannot be read yet");
        return Item.nothing(beginning);
    }
}
