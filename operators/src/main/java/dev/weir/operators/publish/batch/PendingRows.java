package dev.weir.operators.publish.batch;

import dev.weir.accountant.canonical.CanonicalReader;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import java.util.Iterator;
import java.util.NoSuchElementException;

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
        requireNext();
        return rows.block();
    }

    private void requireNext() {
        if (!hasNext()) {
            throw new NoSuchElementException("there are no more rows");
        }
    }

    /** Returns an iterator over the rows that are left. It decodes each from the array, without a copy of the row. */
    Iterator<PublishedRow> decoded() {
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return PendingRows.this.hasNext();
            }

            @Override
            public PublishedRow next() {
                requireNext();
                return LedgerEncoding.readNext(rows);
            }
        };
    }
}
