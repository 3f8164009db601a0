package dev.weir.operators.gate.cell;

/** The blocks of a window as they were when the view was taken, slice by slice. For one thread. */
final class SegmentView implements CellView {

    private final int query;
    private final long end;
    private final SegmentLayout shape;
    private final EntryView blocks;
    private long[] slice = {};

    /** @param blocks a row for each block */
    SegmentView(int query, long end, SegmentLayout shape, EntryView blocks) {
        this.query = query;
        this.end = end;
        this.shape = shape;
        this.blocks = blocks;
    }

    @Override
    public int query() {
        return query;
    }

    @Override
    public long end() {
        return end;
    }

    @Override
    public <E extends Exception> void forEach(CellConsumer<E> consumer) throws E {
        slice = blocks.newSlice();
        for (int first = 0; first < blocks.size(); first += EntryView.SLICE) {
            shape.forEach(slice, blocks.read(first, slice), consumer);
        }
    }

    @Override
    public int records(int entry) {
        return SegmentLayout.records(slice, entry);
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        SegmentLayout.copyKept(slice, entry, kept);
    }
}
