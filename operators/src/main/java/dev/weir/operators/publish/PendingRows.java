package dev.weir.operators.publish;

import dev.weir.accountant.canonical.CanonicalReader;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Walks over rows that stand behind their lengths in an array, without copying the array. */
final class PendingRows implements Iterator<byte[]> {

    private final CanonicalReader rows;

    /**
     * Begins before the first row.
     *
     * @param bytes hold the rows
     * @param from where the length of the first one stands
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

    /** The same walk over what each row says. */
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
