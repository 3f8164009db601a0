package dev.weir.jobs.spelling;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Guesses the name that was meant by a misspelt one. */
public final class Nearest {

    private Nearest() {}

    /**
     * Returns the known name that is nearest to a misspelt one; the empty text if no known name is near enough. A name is near
     * enough at a distance of two edits, or of one edit if the misspelt name has fewer than four characters.
     *
     * @param name the misspelt name, in any case, with hyphens or underscores
     * @param known the names, in lower case with hyphens
     */
    public static String of(String name, Collection<String> known) {
        String plain = name.toLowerCase(Locale.ROOT).replace('_', '-');
        int limit = Math.max(1, Math.min(2, name.length() / 2));
        return known.stream()
                .filter(candidate -> edits(plain, candidate) <= limit)
                .min(Comparator.comparingInt(candidate -> edits(plain, candidate)))
                .orElse("");
    }

    /** The Levenshtein distance of two texts. */
    private static int edits(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }
}
