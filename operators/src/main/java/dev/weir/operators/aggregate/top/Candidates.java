package dev.weir.operators.aggregate.top;

import dev.weir.operators.encoding.TaggedFields;
import dev.weir.operators.keys.text.WellFormedText;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/**
 * The texts that records may vote for, and how many votes of a unit for one of the texts count in a cell. The texts and
 * this limit are public.
 *
 * @param texts 1 to 4096 distinct texts of 1 to 256 bytes each, without unpaired surrogates
 * @param limit the most votes of a unit for one candidate that count in a cell, 1 to {@link #LARGEST_LIMIT}, or {@link
 *     #UNLIMITED}
 */
public record Candidates(List<String> texts, long limit) implements Serializable {

    /** The limit that lets every vote count. */
    public static final long UNLIMITED = Long.MAX_VALUE;

    /** The largest limit. A count up to this limit takes two bytes for each candidate, unit and cell. */
    public static final long LARGEST_LIMIT = 65_535;

    private static final int MOST = 4096;
    private static final int LONGEST = 256;

    /** @throws IllegalArgumentException if a component is not as described */
    public Candidates {
        texts = List.copyOf(texts);
        if (texts.isEmpty() || texts.size() > MOST || new HashSet<>(texts).size() < texts.size()) {
            throw new IllegalArgumentException(
                    "candidates must be 1 to " + MOST + " distinct texts, were " + texts.size());
        }
        if (texts.stream()
                .anyMatch(text -> text.isEmpty() || !WellFormedText.isWellFormed(text) || size(text) > LONGEST)) {
            throw new IllegalArgumentException("candidates must be well-formed text, 1 to " + LONGEST + " bytes long");
        }
        if (limit < 1 || (limit > LARGEST_LIMIT && limit != UNLIMITED)) {
            throw new IllegalArgumentException("limit must be 1 to " + LARGEST_LIMIT + ", was " + limit);
        }
    }

    private static int size(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** The number of candidates. */
    int count() {
        return texts.size();
    }

    /** Returns {@code number} if it is the number of a candidate, else -1. */
    long known(long number) {
        return number >= 0 && number < texts.size() ? number : -1;
    }

    boolean isLimited() {
        return limit != UNLIMITED;
    }

    /**
     * Returns the text of a candidate. For any other number, which no draw returns, the result is the longest text, so
     * that the largest size of an output row can be computed.
     *
     * @param number the number of the candidate, from 0
     */
    String text(long number) {
        return number >= 0 && number < texts.size()
                ? texts.get((int) number)
                : texts.stream().max(Comparator.comparing(Candidates::size)).orElseThrow();
    }

    /** Adds the texts and, if there is one, the limit to the fields of a fingerprint. All texts have one tag. */
    TaggedFields putInto(TaggedFields fields, int textTag, int limitTag) {
        texts.forEach(text -> fields.put(textTag, text));
        return isLimited() ? fields.put(limitTag, limit) : fields;
    }
}
