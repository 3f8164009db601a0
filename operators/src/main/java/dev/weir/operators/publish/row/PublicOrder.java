package dev.weir.operators.publish.row;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * Puts rows into {@link PublishedRow#PUBLIC_ORDER} by their bytes. A stable radix sort orders them by the first eight
 * bytes in which keys may differ, then by window end and query. Rows of one window and query whose keys agree in these
 * eight bytes are then sorted by comparison. Sorting by comparison alone would need about twenty comparisons of strings
 * for each of a million rows.
 *
 * <p>Keys are ordered by the unsigned bytes of their UTF-8, which is the order of code points.
 */
final class PublicOrder {

    private static final int CODE_BYTES = Long.BYTES;
    private static final int BYTE_VALUES = 1 << Byte.SIZE;

    private final RowBytes rows;
    private final int[] groups;
    private final long[] codes;

    /** For each row the index of the first byte of its key. To find it, the texts before the key have to be passed. */
    private final int[] keyStarts;

    private int[] order;
    private int[] spare;
    private int common;

    private record Group(long windowEnd, String query) {}

    private PublicOrder(RowBytes rows) {
        this.rows = rows;
        this.groups = new int[rows.size()];
        this.codes = new long[rows.size()];
        this.keyStarts = new int[rows.size()];
        this.order = new int[rows.size()];
        this.spare = new int[rows.size()];
    }

    /** The indexes of the rows in public order. Equal rows keep the order in which they were written. */
    static int[] of(RowBytes rows) {
        return rows.size() == 0 ? new int[0] : new PublicOrder(rows).order();
    }

    private int[] order() {
        Arrays.setAll(keyStarts, rows::keyStart);
        int groupCount = group();
        common = commonBytes();
        Arrays.setAll(codes, this::code);
        Arrays.setAll(order, row -> row);
        sortByCodes();
        int[] sizes = new int[groupCount];
        for (int group : groups) {
            sizes[group]++;
        }
        sort(row -> groups[row], sizes);
        sortTies(order);
        return order;
    }

    /**
     * Assigns to each row the number of its group: the rows with the same window end and query. The numbers follow the
     * public order. Returns the number of groups.
     */
    private int group() {
        Map<Group, Integer> known = new HashMap<>();
        for (int row = 0; row < groups.length; row++) {
            groups[row] = row > 0 && isSameGroup(row - 1, row)
                    ? groups[row - 1]
                    : known.computeIfAbsent(group(row), any -> known.size());
        }
        List<Group> inOrder = known.keySet().stream()
                .sorted(Comparator.comparingLong(Group::windowEnd).thenComparing(Group::query))
                .toList();
        int[] places = new int[inOrder.size()];
        for (int place = 0; place < places.length; place++) {
            places[known.getOrDefault(inOrder.get(place), 0)] = place;
        }
        Arrays.setAll(groups, row -> places[groups[row]]);
        return places.length;
    }

    private boolean isSameGroup(int row, int other) {
        return windowEnd(row) == windowEnd(other)
                && Arrays.equals(
                        rows.array(row),
                        rows.queryStart(row),
                        RowBytes.queryEnd(keyStarts[row]),
                        rows.array(other),
                        rows.queryStart(other),
                        RowBytes.queryEnd(keyStarts[other]));
    }

    private long windowEnd(int row) {
        return rows.windowEnd(row, keyStarts[row]);
    }

    private Group group(int row) {
        int start = rows.queryStart(row);
        String query =
                new String(rows.array(row), start, RowBytes.queryEnd(keyStarts[row]) - start, StandardCharsets.UTF_8);
        return new Group(windowEnd(row), query);
    }

    /** The length in bytes of the longest common prefix of all keys. */
    private int commonBytes() {
        int bytes = keyEnd(0) - keyStarts[0];
        for (int row = 1; row < groups.length && bytes > 0; row++) {
            int length = Math.min(bytes, keyEnd(row) - keyStarts[row]);
            int differing = Arrays.mismatch(
                    rows.array(0),
                    keyStarts[0],
                    keyStarts[0] + length,
                    rows.array(row),
                    keyStarts[row],
                    keyStarts[row] + length);
            bytes = differing < 0 ? length : differing;
        }
        return bytes;
    }

    private int keyEnd(int row) {
        return rows.keyEnd(row, keyStarts[row]);
    }

    /**
     * The eight bytes of a key after the common prefix, as an unsigned number with the same order. Missing
     * bytes count as zeros.
     */
    private long code(int row) {
        byte[] array = rows.array(row);
        int start = keyStarts[row] + common;
        int end = keyEnd(row);
        long code = 0;
        for (int at = start; at < start + CODE_BYTES; at++) {
            code = (code << Byte.SIZE) | (at < end ? array[at] & 0xFF : 0);
        }
        return code;
    }

    /** Sorts the rows by their codes, byte by byte from the last one. */
    private void sortByCodes() {
        int[][] counts = new int[CODE_BYTES][BYTE_VALUES];
        for (long code : codes) {
            for (int at = 0; at < CODE_BYTES; at++) {
                counts[at][(int) (code >>> (at * Byte.SIZE)) & 0xFF]++;
            }
        }
        for (int at = 0; at < CODE_BYTES; at++) {
            int shift = at * Byte.SIZE;
            sort(row -> (int) (codes[row] >>> shift) & 0xFF, counts[at]);
        }
    }

    /**
     * Sorts the rows by one digit of the radix sort. Rows with equal digits keep their order.
     *
     * @param counts how many rows have each digit; changed by this method
     */
    private void sort(IntUnaryOperator digits, int[] counts) {
        if (counts[digits.applyAsInt(0)] == order.length) {
            return;
        }
        int place = 0;
        for (int digit = 0; digit < counts.length; digit++) {
            int count = counts[digit];
            counts[digit] = place;
            place += count;
        }
        for (int row : order) {
            spare[counts[digits.applyAsInt(row)]++] = row;
        }
        int[] sorted = spare;
        spare = order;
        order = sorted;
    }

    private void sortTies(int[] order) {
        for (int from = 0; from < order.length; ) {
            int to = from + 1;
            while (to < order.length && isTie(order[from], order[to])) {
                to++;
            }
            if (!isSorted(order, from, to)) {
                sortTie(order, from, to);
            }
            from = to;
        }
    }

    private boolean isTie(int row, int other) {
        return codes[row] == codes[other] && groups[row] == groups[other];
    }

    private boolean isSorted(int[] order, int from, int to) {
        for (int at = from + 1; at < to; at++) {
            if (compareKeys(order[at - 1], order[at]) > 0) {
                return false;
            }
        }
        return true;
    }

    private void sortTie(int[] order, int from, int to) {
        int[] tied = Arrays.stream(order, from, to)
                .boxed()
                .sorted(this::compareKeys)
                .mapToInt(Integer::intValue)
                .toArray();
        System.arraycopy(tied, 0, order, from, tied.length);
    }

    private int compareKeys(int row, int other) {
        return Arrays.compareUnsigned(
                rows.array(row), keyStarts[row], keyEnd(row), rows.array(other), keyStarts[other], keyEnd(other));
    }
}
