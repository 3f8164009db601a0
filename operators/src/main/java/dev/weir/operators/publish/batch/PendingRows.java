package dev.weir.operators.publish.batch;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.function.Function;

/** Iterates over rows that are stored in an array, each preceded by its length, without copying the array. */
final class PendingRows implements Iterator<byte[]> {

    private final ByteBuffer bytes;

    /** An iterator that starts at the first byte. */
    PendingRows(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    int nextInt() {
        return bytes.getInt();
    }

    long nextLong() {
        return bytes.getLong();
    }

    void skip(int count) {
        bytes.position(bytes.position() + count);
    }

    @Override
    public boolean hasNext() {
        return bytes.hasRemaining();
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
        byte[] row = new byte[bytes.getInt()];
        bytes.get(row);
        return row;
    }

    /** An iterator over the results of reading each row. */
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
