package dev.weir.operators.publish.batch;

import dev.weir.accountant.canonical.CanonicalReader;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Iterates over rows that are stored in an array, each preceded by its length, without copying the array. */
final class PendingRows implements Iterator<byte[]> {

    private final CanonicalReader rows;

    /**
     * Creates an iterator that begins with the first row.
     *
     * @param bytes the array with the rows
     * @param from the index of the length of the first row
     */
    PendingRows(byte[] bytes, int from) {
        this.rows = new CanonicalReader(bytes, from);
    }

    @Override
    public boolean hasNext() {
        return rows.hasMore();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        return rows.block();
    }

    /** Returns an iterator over the results of applying {@code reading} to each row. */
    <T> Iterator<T> map(Function<byte[], T> reading) {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return PendingRows.this.hasNext();
            }

            @Override
            public T next() {
                return reading.apply(PendingRows.this.next());
            }
        };
    }
}
