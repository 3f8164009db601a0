package dev.weir.operators.release;

import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.keys.text.TextTable;
import dev.weir.operators.release.draw.StepDraws;
import dev.weir.operators.state.DataFields;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The running totals of one query in one key group, whose keys nobody declared. {@link SeriesAnnouncement} has the guarantee, which rests on
 * the following.
 *
 * <ul>
 *   <li>A key whose first amount or touch is at step s takes steps 1 to s - 1 with 0 added, by the same draws, before it takes step s. Its
 *       exact totals are 0 there, so the series is, number by number, one that ran from step 1. Nothing is examined at these steps.
 *   <li>Every key with a series takes every step, and every key that exists is examined at every examination, with records or without.
 *   <li>With a pre-threshold, a key has a series before it exists. Otherwise amounts from before would have to be added at the step at which
 *       it exists, and one unit more would move the amounts of all other units to another step.
 *   <li>Until a reset, nothing of a key is forgotten before the last examination, whatever its totals are and for however long it has no
 *       records. After the last examination the series of keys that are not announced end, and no series begins.
 *   <li>A reset ends everything. Nothing is kept of a key that was announced before.
 * </ul>
 *
 * <p>All numbers of a step are drawn before its first row leaves. Rows are in the order of the bytes of their keys. The state holds no future
 * noise.
 */
final class DiscoveredSeries implements DiscoveredTotals {

    private static final int NO_KEY = -1;

    private final SeriesAnnouncement announcement;
    private final TextHash hash;
    private final OpenTotals totals;

    /** The texts of keys, by the ends of the series that they belong to. */
    private final Map<Long, TextTable> texts = new TreeMap<>();

    private final long[] nothing;
    private final long[] skipped;
    private DiscoveredRows rows;

    /** The exact totals of all steps so far, if they are revealed. */
    private PagedEntries exact;

    private long spanEnd;

    /** The number of the step that the series have taken last; 0 if they have ended. */
    private long taken;

    /** The number of the step that was closed last, also if the series have ended with it. */
    private long closed;

    /**
     * Creates an object without keys.
     *
     * @param announcement how keys are drawn and announced
     * @param hash finds texts in memory
     * @param totals keeps the totals of open steps; it has none yet
     */
    DiscoveredSeries(SeriesAnnouncement announcement, TextHash hash, OpenTotals totals) {
        this.announcement = announcement;
        this.hash = hash;
        this.totals = totals;
        this.nothing = new long[announcement.totals()];
        this.skipped = new long[announcement.width()];
        this.rows = new DiscoveredRows(announcement.draws().words());
        this.exact = new PagedEntries(0, announcement.totals());
    }

    @Override
    public void add(byte[] text, long end, long[] amounts) {
        long span = announcement.window().spanEnd(end);
        int key = texts.computeIfAbsent(span, any -> new TextTable(hash)).findOrAdd(text, 0, text.length);
        totals.add(key, end, amounts);
    }

    /** @throws IllegalStateException if a step is left out while keys have series */
    @Override
    public List<AnnouncedKey> close(long end, @Nullable List<AnnouncedKey> revealed) {
        long span = announcement.window().spanEnd(end);
        if (span != spanEnd) {
            beginSpan(span);
        }
        PagedEntries added = totals.remove(end);
        long step = announcement.window().step(end, taken);
        if (step > announcement.lastStep()) {
            return List.of();
        }
        if (step != taken + 1 && rows.size() > 0) {
            throw new IllegalStateException("steps must follow one another, was " + step + " after " + taken);
        }
        taken = step;
        closed = step;
        TextTable known = texts.getOrDefault(span, new TextTable(hash));
        include(added);
        if (revealed != null) {
            reveal(known, added, revealed);
        }
        List<AnnouncedKey> released = release(known, draw(known.size(), added));
        if (step >= announcement.lastExamination()) {
            rows.keepAnnounced();
        }
        if (end == span) {
            beginSpan(span);
        }
        return released;
    }

    /** Adds up what was added at all steps so far, and returns the exact numbers of all keys that units have touched. */
    private void reveal(TextTable known, @Nullable PagedEntries added, List<AnnouncedKey> revealed) {
        if (added != null) {
            added.forEachNonZero((key, words, at) -> {
                long[] sum = exact.touch(key);
                int to = exact.at(key);
                for (int i = 0; i < exact.width(); i++) {
                    sum[to + i] = Math.addExact(sum[to + i], words[at + i]);
                }
            });
        }
        exact.forEachNonZero((key, words, at) -> {
            long[] values = new long[announcement.width()];
            announcement.draws().measure(nothing, 0, words, at, values);
            revealed.add(new AnnouncedKey(known.text(key), false, values));
        });
    }

    @Override
    public long step() {
        return closed;
    }

    /** Series end with an adoption, so nothing that is read is kept in part. */
    @Override
    public void drop(long closedUpTo) {
        throw new IllegalStateException("series of discovered keys end as a whole");
    }

    /** Ends all series, and forgets the texts of series that have ended. */
    private void beginSpan(long span) {
        boolean isOver = span == spanEnd;
        texts.keySet().removeIf(end -> isOver ? end <= span : end < span);
        rows = new DiscoveredRows(announcement.draws().words());
        exact = new PagedEntries(0, announcement.totals());
        spanEnd = span;
        taken = 0;
    }

    /** Counts the marks of a step, and begins the series of new keys. */
    private void include(@Nullable PagedEntries added) {
        if (added == null || taken > announcement.lastExamination()) {
            return;
        }
        added.forEachNonZero((key, words, at) -> {
            if (!rows.hasSeries(key)) {
                begin(key);
            }
            rows.mark(key, announcement.marks(words, at));
        });
    }

    /** Begins the series of a key with the steps that it has missed, in which nothing was added. */
    private void begin(int key) {
        rows.begin(key);
        StepDraws draws = announcement.draws();
        for (long missed = 1; missed < taken; missed++) {
            draws.draw(rows.page(key), rows.at(key), nothing, 0, skipped, 0, announcement.randomness());
        }
    }

    /** Draws the step of every key that has a series. */
    private long[] draw(int keys, @Nullable PagedEntries added) {
        int width = announcement.width();
        StepDraws draws = announcement.draws();
        long[] noisy = new long[Math.multiplyExact(keys, width)];
        for (int key = 0; key < rows.size(); key++) {
            if (rows.hasSeries(key)) {
                long[] found = added == null ? null : added.find(key);
                long[] amounts = found == null ? nothing : found;
                int from = found == null || added == null ? 0 : added.at(key);
                int to = key * width;
                draws.draw(rows.page(key), rows.at(key), amounts, from, noisy, to, announcement.randomness());
            }
        }
        return noisy;
    }

    private List<AnnouncedKey> release(TextTable known, long[] noisy) {
        int[] before = rows.announced();
        OptionalLong threshold = announcement.announcedFrom(taken);
        if (threshold.isPresent()) {
            examine(threshold.getAsLong(), noisy);
        }
        return IntStream.of(rows.announcedBy(known::compare))
                .mapToObj(key ->
                        new AnnouncedKey(known.text(key), Arrays.binarySearch(before, key) < 0, values(noisy, key)))
                .toList();
    }

    private void examine(long threshold, long[] noisy) {
        for (int key = 0; key < rows.size(); key++) {
            boolean reaches = noisy[key * announcement.width() + announcement.statistic()] >= threshold;
            if (rows.hasSeries(key) && announcement.exists(rows.marks(key)) && reaches) {
                rows.announce(key);
            }
        }
    }

    private long[] values(long[] noisy, int key) {
        int width = announcement.width();
        return Arrays.copyOfRange(noisy, key * width, (key + 1) * width);
    }

    @Override
    public View view() {
        Map<Long, TextTable.View> viewed = new TreeMap<>();
        texts.forEach((end, table) -> viewed.put(end, table.view()));
        View series = rows.view();
        View amounts = totals.view();
        PagedEntries viewedExact = exact;
        long viewedSpanEnd = spanEnd;
        long viewedTaken = taken;
        return out -> {
            out.writeLong(viewedSpanEnd);
            out.writeLong(viewedTaken);
            write(viewed, out);
            series.write(out);
            amounts.write(out);
            writeExact(viewedExact, out);
        };
    }

    private static void write(Map<Long, TextTable.View> viewed, DataOutput out) throws IOException {
        out.writeInt(viewed.size());
        for (Map.Entry<Long, TextTable.View> span : viewed.entrySet()) {
            out.writeLong(span.getKey());
            span.getValue().write(out);
        }
    }

    private static void writeExact(PagedEntries totals, DataOutput out) throws IOException {
        totals.forEachNonZero((key, words, at) -> {
            out.writeInt(key);
            DataFields.writeWords(words, at, totals.width(), out);
        });
        out.writeInt(NO_KEY);
    }

    @Override
    public void copyArrays() {
        exact = exact.copy();
        rows.copyArrays();
        totals.copyArrays();
    }

    /**
     * Reads content that a view has written.
     *
     * @throws IllegalStateException if there are keys, because the numbers of their texts would not be those of the written series
     */
    @Override
    public void read(DataInput in) throws IOException {
        if (!texts.isEmpty() || rows.size() > 0) {
            throw new IllegalStateException("series of discovered keys must be read before records are added");
        }
        spanEnd = in.readLong();
        taken = in.readLong();
        for (int left = in.readInt(); left > 0; left--) {
            TextTable table = new TextTable(hash);
            texts.put(in.readLong(), table);
            table.read(in, number -> {});
        }
        rows.read(in);
        totals.read(in);
        for (int key = in.readInt(); key != NO_KEY; key = in.readInt()) {
            DataFields.readWords(in, exact.touch(key), exact.at(key), exact.width());
        }
    }
}
