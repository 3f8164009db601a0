package dev.weir.benchmarks.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A fault to be planted. Its file begins with lines {@code what:}, {@code in:} and {@code tests:}. Then come its edits, each of them
 * the lines that stand in the source between {@code <<<<} and {@code ====}, and those that replace them up to {@code >>>>}.
 * Another {@code in:} before an edit names the source of the edits from there on.
 *
 * @param name the file's name without its ending
 * @param what what is wrong with it, in a few words
 * @param tests the classes whose tests are to notice it, the fastest first; a name is that below {@code dev.weir.operators}
 * @param edits at least one
 */
record Mutant(String name, String what, List<String> tests, List<Edit> edits) {

    private static final String ENDING = ".mutant";
    private static final String TESTS_BELOW = "dev.weir.operators.";

    /**
     * A replacement of whole lines.
     *
     * @param source the file, from the root of the tree
     * @param before lines that the file has once, each with its line feed
     * @param after lines that stand in their place
     */
    record Edit(String source, String before, String after) {

        /**
         * The source with these lines replaced.
         *
         * @throws IOException if the source does not have the lines, or has them twice: then it has changed, and the mutant is
         *     no longer what it says
         */
        String apply(String text) throws IOException {
            int at = text.indexOf(before);
            if (at < 0 || text.indexOf(before, at + 1) >= 0) {
                throw new IOException(source + " must have the lines to be replaced once");
            }
            return text.substring(0, at) + after + text.substring(at + before.length());
        }
    }

    /**
     * The sources that it changes, with the fault in them.
     *
     * @param root of the tree
     * @return their texts by their places, from the root
     * @throws IOException if a source does not have the lines to be replaced once, or if the mutant changes nothing
     */
    Map<String, String> sources(Path root) throws IOException {
        Map<String, String> sources = new LinkedHashMap<>();
        for (Edit edit : edits) {
            String text = sources.get(edit.source());
            String before = text == null ? Files.readString(root.resolve(edit.source())) : text;
            sources.put(edit.source(), edit.apply(before));
        }
        if (sources.isEmpty()) {
            throw new IOException("a mutant must have an edit");
        }
        return sources;
    }

    /** All mutants of a folder, by name. */
    static List<Mutant> all(Path folder) throws IOException {
        List<Path> files;
        try (var entries = Files.list(folder)) {
            files = entries.filter(file -> file.toString().endsWith(ENDING))
                    .sorted()
                    .toList();
        }
        List<Mutant> mutants = new ArrayList<>();
        for (Path file : files) {
            mutants.add(read(file));
        }
        return mutants;
    }

    private static Mutant read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<Edit> edits = new ArrayList<>();
        String source = "";
        for (int at = 0; at < lines.size(); at++) {
            source = value(lines.get(at), "in").orElse(source);
            if (lines.get(at).equals("<<<<")) {
                int middle = find(lines, "====", at);
                int end = find(lines, ">>>>", middle);
                edits.add(new Edit(source, text(lines.subList(at + 1, middle)), text(lines.subList(middle + 1, end))));
                at = end;
            }
        }
        String name = file.getFileName().toString().replace(ENDING, "");
        List<String> tests = List.of(header(lines, "tests", file).split(" +"));
        return new Mutant(
                name,
                header(lines, "what", file),
                tests.stream().map(TESTS_BELOW::concat).toList(),
                List.copyOf(edits));
    }

    private static int find(List<String> lines, String mark, int from) throws IOException {
        int at = lines.subList(from, lines.size()).indexOf(mark);
        if (at < 0) {
            throw new IOException("a mutant's edit must have a line " + mark);
        }
        return from + at;
    }

    private static String text(List<String> lines) {
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }

    private static String header(List<String> lines, String field, Path file) throws IOException {
        return lines.stream()
                .flatMap(line -> value(line, field).stream())
                .findFirst()
                .orElseThrow(() -> new IOException(file + " must have a line " + field + ":"));
    }

    private static Optional<String> value(String line, String field) {
        return line.startsWith(field + ": ")
                ? Optional.of(line.substring(field.length() + 2).strip())
                : Optional.empty();
    }
}
