package dev.weir.operators.release;

import dev.weir.operators.keys.text.TextHash;
import dev.weir.operators.keys.text.TextTable;
import dev.weir.operators.state.PagedEntries;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The open windows of one query in one key group, whose keys nobody declared: the texts of the keys of each window, and their exact totals.
 * When a window closes, some of its keys are announced; totals and texts of all are dropped in the same call, those of keys that are not
 * announced too.
 *
 * <p>The content is as sensitive as the input: it holds texts that must not leave the job unless they are announced. It appears in no message
 * and no text of this class.
 */
final class DiscoveredCells implements DiscoveredTotals {

    private final LongFunction<WindowAnnouncement> announcements;
    private final TextHash hash;
    private final OpenTotals totals;
    private final Map<Long, TextTable> texts = new TreeMap<>();

    /**
     * Creates an object without open windows.
     *
     * @param announcements how the keys of the window that ends at a time are announced
     * @param hash finds texts in memory
     * @param totals keeps the totals of open windows; it has none yet
     */
    DiscoveredCells(LongFunction<WindowAnnouncement> announcements, TextHash hash, OpenTotals totals) {
        this.announcements = announcements;
        this.hash = hash;
        this.totals = totals;
    }

    @Override
    public void add(byte[] text, long end, long[] amounts) {
        int key = texts.computeIfAbsent(end, any -> new TextTable(hash)).findOrAdd(text, 0, text.length);
        totals.add(key, end, amounts);
    }

    @Override
    public List<AnnouncedKey> close(long end, @Nullable List<AnnouncedKey> revealed) {
        PagedEntries cell = totals.remove(end);
        TextTable known = texts.remove(end);
        if (cell == null || known == null) {
            return List.of();
        }
        WindowAnnouncement announcement = announcements.apply(end);
        if (revealed != null) {
            revealed.addAll(announcement.exact(known, cell));
        }
        return announcement.announce(known, cell);
    }

    @Override
    public long step() {
        return 0;
    }

    @Override
    public void drop(long closedUpTo) {
        totals.drop(closedUpTo);
        texts.keySet().removeIf(end -> end <= closedUpTo);
    }

    @Override
    public View view() {
        Map<Long, TextTable.View> viewed = new TreeMap<>();
        texts.forEach((end, table) -> viewed.put(end, table.view()));
        View amounts = totals.view();
        return out -> {
            write(viewed, out);
            amounts.write(out);
        };
    }

    private static void write(Map<Long, TextTable.View> viewed, DataOutput out) throws IOException {
        out.writeInt(viewed.size());
        for (Map.Entry<Long, TextTable.View> window : viewed.entrySet()) {
            out.writeLong(window.getKey());
            window.getValue().write(out);
        }
    }

    /** Texts are only appended, so views of them need no copy. */
    @Override
    public void copyArrays() {
        totals.copyArrays();
    }

    /**
     * Reads content that a view has written.
     *
     * @throws IllegalStateException if there are open windows, because the numbers of their texts would not be those of the written totals
     */
    @Override
    public void read(DataInput in) throws IOException {
        if (!texts.isEmpty()) {
            throw new IllegalStateException("windows of discovered keys must be read before records are added");
        }
        for (int left = in.readInt(); left > 0; left--) {
            TextTable table = new TextTable(hash);
            texts.put(in.readLong(), table);
            table.read(in, number -> {});
        }
        totals.read(in);
    }
}
