package dev.weir.jobs.format;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The names of one JSON object, of which each may occur once. A few names are compared with one another, in place; where there are more, or
 * one has escapes, a hash set holds copies of all, so that the time stays linear in their size. The set is let go with the object, so that no
 * record's names stay in memory.
 */
final class JsonNames {

    /** The most UTF-16 code units of a name. */
    static final int LONGEST = 50_000;

    private static final int FEW = 16;

    private final int[] marks = new int[FEW];
    private final int[] from = new int[FEW];
    private final int[] to = new int[FEW];
    private int size;

    /** The names of an object with many, or with one that has escapes; null if the names are in the arrays. */
    private @Nullable Set<String> many;

    /** Forgets the names of the last object. */
    void clear() {
        many = null;
        size = 0;
    }

    /** Adds the string that was read last. Returns false if the object already has this name, or the name is too long. */
    boolean add(JsonTokens name) {
        if (name.to() - name.from() > LONGEST && units(name) > LONGEST) {
            return false;
        }
        boolean isOneOfFew = many == null && size < FEW && !name.isCopy();
        return isOneOfFew ? addToFew(name) : addToMany(name);
    }

    private boolean addToFew(JsonTokens name) {
        byte[] bytes = name.source();
        int mark = mark(bytes, name.from(), name.to());
        for (int i = 0; i < size; i++) {
            if (marks[i] == mark && isEqual(name, bytes, from[i], to[i])) {
                return false;
            }
        }
        marks[size] = mark;
        from[size] = name.from();
        to[size++] = name.to();
        return true;
    }

    private boolean addToMany(JsonTokens name) {
        Set<String> all = many;
        if (all == null) {
            all = new HashSet<>();
            for (int i = 0; i < size; i++) {
                all.add(text(name.json(), from[i], to[i]));
            }
            many = all;
        }
        return all.add(text(name.source(), name.from(), name.to()));
    }

    /** A text of which each character is one byte, so that different bytes are different texts. */
    private static String text(byte[] bytes, int start, int end) {
        return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
    }

    /** A number that is equal for equal names, and differs for most others. */
    static int mark(byte[] bytes, int start, int end) {
        if (start == end) {
            return 0;
        }
        int ends = (bytes[start] << 16) ^ bytes[end - 1];
        return ends ^ (bytes[(start + end) >>> 1] << 8) ^ ((end - start) << 24);
    }

    /** Whether the string that was read last has the given bytes. */
    static boolean isEqual(JsonTokens name, byte[] bytes, int start, int end) {
        return Arrays.equals(name.source(), name.from(), name.to(), bytes, start, end);
    }

    /** The UTF-16 code units of a name: one for each character, and one more for each that takes four bytes. */
    private static int units(JsonTokens name) {
        int units = 0;
        for (int i = name.from(); i < name.to(); i++) {
            byte b = name.source()[i];
            units += (b & 0xC0) == 0x80 ? 0 : (b & 0xF8) == 0xF0 ? 2 : 1;
        }
        return units;
    }
}
