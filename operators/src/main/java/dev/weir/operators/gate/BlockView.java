package dev.weir.operators.gate;

/** A view of the blocks of a window as they were when it was taken. It is read slice by slice, by one thread. */
final class BlockView implements CellView {

    private final int query;
    private final long end;
    private final BlockShape shape;
    private final RowView blocks;
    private long[] slice = {};

    /**
     * A view of blocks.
     *
     * @param query the query's number in the plan
     * @param end the end of the window, epoch milliseconds
     * @param shape the layout of blocks
     * @param blocks the view of the words, with one entry for each block
     */
    BlockView(int query, long end, BlockShape shape, RowView blocks) {
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
        for (int first = 0; first < blocks.size(); first += RowView.SLICE) {
            shape.forEach(slice, blocks.read(first, slice), consumer);
        }
    }

    @Override
    public int records(int entry) {
        return BlockShape.records(slice, entry);
    }

    @Override
    public void copyKept(int entry, long[] kept) {
        BlockShape.copyKept(slice, entry, kept);
    }
}
