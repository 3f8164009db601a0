package dev.weir.jobs.settings;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** The languages of pipeline files: YAML, and those of modules on the class path. */
public final class PipelineLanguages {

    private static final PipelineLanguage YAML = new PipelineLanguage() {

        @Override
        public boolean reads(String file) {
            return true;
        }

        @Override
        public Item tree(List<Text> files, Problems problems) {
            Text file = files.get(0);
            if (files.size() > 1) {
                problems.add(
                        new Origin(files.get(1).file(), 1),
                        "file",
                        "must be the only pipeline file: scripts alone are several files");
            }
            return YamlTree.ofFile(file.text(), file.file(), problems);
        }
    };

    private PipelineLanguages() {}

    /**
     * Reads files into one tree. The language is that of the first file.
     *
     * @param files the files, at least one
     * @param problems collects the problems of the files
     */
    public static Item tree(List<PipelineLanguage.Text> files, Problems problems) {
        String first = files.get(0).file();
        Optional<PipelineLanguage> other = found(first);
        if (other.isEmpty() && first.toLowerCase(Locale.ROOT).endsWith(".sql")) {
            problems.add(new Origin(first, 1), "file", "needs the module weir-sql on the class path to be read");
            return Item.nothing(new Origin(first, 1));
        }
        return other.orElse(YAML).tree(files, problems);
    }

    /** Returns the language of a module that reads a file. A job's own classes may come from another loader than its thread's. */
    private static Optional<PipelineLanguage> found(String file) {
        return Stream.of(
                        PipelineLanguages.class.getClassLoader(),
                        Thread.currentThread().getContextClassLoader())
                .flatMap(loader -> ServiceLoader.load(PipelineLanguage.class, loader).stream())
                .map(ServiceLoader.Provider::get)
                .filter(language -> language.reads(file))
                .findFirst();
    }

    /**
     * Writes a tree in another language.
     *
     * @param tree the tree of a valid pipeline; it may be changed
     * @param file a file name of the language
     * @param problems collects what the language cannot say
     * @return the text; empty if no module for the language is on the class path
     */
    public static Optional<String> text(Item tree, String file, Problems problems) {
        return found(file).flatMap(language -> language.text(tree, problems));
    }
}
