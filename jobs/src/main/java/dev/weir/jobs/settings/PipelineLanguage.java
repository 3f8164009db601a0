package dev.weir.jobs.settings;

import java.util.List;
import java.util.Optional;

/** A language in which pipeline files are written. It turns their text into a tree of settings. */
public interface PipelineLanguage {

    /**
     * The text of a file.
     *
     * @param file the name of the file, for problems
     * @param text its content
     */
    record Text(String file, String text) {}

    /**
     * Whether this language reads files of a name.
     *
     * @param file the name of a file
     */
    boolean reads(String file);

    /**
     * Reads files into one tree. A language that has its own words for settings gives them to {@link Problems#nameFields}.
     *
     * @param files the files, at least one, of names that this language {@link #reads}
     * @param problems collects the problems of the files
     */
    Item tree(List<Text> files, Problems problems);

    /**
     * Writes a tree in this language.
     *
     * @param tree the tree of a valid pipeline; it may be changed
     * @param problems collects what this language cannot say
     * @return the text, which is of use if there are no problems; empty if this language is read and never written
     */
    default Optional<String> text(Item tree, Problems problems) {
        return Optional.empty();
    }
}
