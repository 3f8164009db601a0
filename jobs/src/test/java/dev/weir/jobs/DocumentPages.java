package dev.weir.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The Markdown pages of the repository and the anchors of their headings.
 *
 * @param root the repository
 * @param anchors of each page, by its absolute path
 */
record DocumentPages(Path root, Map<Path, List<String>> anchors) {

    private static final List<String> FOLDERS = List.of("", "docs", "docs/decisions", "docker", "k8s", "benchmarks");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern HEADING = Pattern.compile("#{1,6} (.+)");
    private static final Pattern OWN = Pattern.compile("\\]\\(#([^)]+)\\)");

    /**
     * A link of a page.
     *
     * @param page where it is
     * @param text its target as written
     */
    record Link(Path page, String text) {

        boolean isLocal() {
            return !text.contains("://") && !text.startsWith("mailto:");
        }

        Path target() {
            String path = text.replaceAll("#.*", "");
            return path.isEmpty() ? page : page.resolveSibling(path).normalize();
        }

        String anchor() {
            return text.contains("#") ? text.substring(text.indexOf('#') + 1) : "";
        }
    }

    static DocumentPages ofRepository() throws IOException {
        Path root = Snippet.repository();
        Map<Path, List<String>> anchors = new TreeMap<>();
        for (String folder : FOLDERS) {
            for (Path page : markdown(root.resolve(folder))) {
                anchors.put(page, anchorsOf(prose(page)));
            }
        }
        return new DocumentPages(root, anchors);
    }

    private static List<Path> markdown(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.normalize())) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns the pages directly in a folder. */
    List<Path> in(String folder) {
        Path parent = root.resolve(folder);
        return anchors.keySet().stream()
                .filter(page -> parent.equals(page.getParent()))
                .toList();
    }

    /** Returns all links outside of code. */
    List<Link> links() {
        return anchors.keySet().stream()
                .flatMap(page -> prose(page).stream()
                        .map(line -> line.replaceAll("`[^`]*`", ""))
                        .flatMap(line -> LINK.matcher(line).results())
                        .map(link -> new Link(page, link.group(1))))
                .toList();
    }

    /** Returns a text of a page in whose links anchors of other pages about pipeline files have these pages before them. */
    String resolved(String text, Path page) {
        return OWN.matcher(text).replaceAll(link -> {
            String anchor = link.group(1);
            return Matcher.quoteReplacement(
                    "](" + (anchors.getOrDefault(page, List.of()).contains(anchor) ? "" : owner(anchor)) + "#" + anchor
                            + ")");
        });
    }

    private String owner(String anchor) {
        return in("docs").stream()
                .filter(page -> page.getFileName().toString().startsWith("pipeline"))
                .filter(page -> anchors.getOrDefault(page, List.of()).contains(anchor))
                .findFirst()
                .map(page -> page.getFileName().toString())
                .orElse("");
    }

    /** Returns the lines outside of fenced blocks. */
    static List<String> prose(Path page) {
        List<String> lines = new ArrayList<>();
        boolean isCode = false;
        try {
            for (String line : Files.readAllLines(page)) {
                if (line.strip().startsWith("```")) {
                    isCode = !isCode;
                } else if (!isCode) {
                    lines.add(line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines;
    }

    /** Returns the anchors of headings as repository browsers make them: the second heading of one text has {@code -1} behind it. */
    private static List<String> anchorsOf(List<String> lines) {
        List<String> anchors = new ArrayList<>();
        Map<String, Integer> seen = new HashMap<>();
        for (String line : lines) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                String anchor = heading.group(1)
                        .replaceAll("\\]\\([^)]*\\)", "")
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int before = seen.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }
}
