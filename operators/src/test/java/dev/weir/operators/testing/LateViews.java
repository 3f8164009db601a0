package dev.weir.operators.testing;

import dev.weir.operators.state.KeyGroupTable;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

/** Views of a table that are written some steps after they were taken, several of them open at the same time. */
public final class LateViews {

    private static final int MOST_OPEN = 3;

    private final Queue<Late> open = new ArrayDeque<>();
    private int changed;

    private record Late(byte[] then, KeyGroupTable.Contents contents, Runnable close) {}

    /** Takes a view, as a snapshot does, and closes the oldest if too many are open. */
    public void take(KeyGroupTable table) {
        byte[] then;
        try (KeyGroupTable.View now = table.view()) {
            then = bytes(now::write);
        }
        KeyGroupTable.View view = table.view();
        add(new Late(then, view::write, view::close));
    }

    /**
     * Takes references without telling the table, which therefore copies nothing.
     *
     * @param contents the contents that the table would give to a view
     */
    public void takeWithoutAView(KeyGroupTable.Contents contents) {
        add(new Late(bytes(contents), contents, () -> {}));
    }

    private void add(Late late) {
        open.add(late);
        if (open.size() > MOST_OPEN) {
            finish(open.remove());
        }
    }

    private void finish(Late late) {
        changed += Arrays.equals(late.then, bytes(late.contents)) ? 0 : 1;
        late.close.run();
    }

    /**
     * Writes all views that are still open, and returns how many of all views were written with other bytes than when they
     * were taken.
     */
    public int changed() {
        open.forEach(this::finish);
        open.clear();
        return changed;
    }

    private static byte[] bytes(KeyGroupTable.Contents contents) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            contents.write(new DataOutputStream(bytes));
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
