package dev.weir.operators.gate.cell;

/**
 * A view of the segments of a window as they were when the view was taken. Only one thread reads it, slice by slice.
 */
final class SegmentView implements CellView {

    private final int query;
    private final long end;
    private final SegmentLayout shape;
    private final EntryView segments;
    private long[] slice = {};

    /** @param segments the segments, each of them one entry */
    SegmentView(int query, long end, SegmentLayout shape, EntryView segments) {
        this.query = query;
        this.end = end;
        this.shape = shape;
        this.segments = segments;
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
        slice = segments.newSlice();
        for (int first = 0; first < segments.size(); first += EntryView.SLICE) {
            shape.forEach(slice, segments.read(first, slice), consumer);
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
