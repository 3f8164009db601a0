package dev.weir.benchmarks.sqlp;

import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.RecordDecoder;
import java.nio.charset.StandardCharsets;

/** Decodes the records of a {@link SqlpStream}: user 3 under key 7 is the unit u3 under the key k7. */
final class SqlpReader implements RecordDecoder<Long> {

    private static final long serialVersionUID = 1L;

    @Override
    public int partition(Long slot) {
        return 0;
    }

    @Override
    public long offset(Long slot) {
        return 0;
    }

    @Override
    public long time(Long slot) {
        return SqlpJob.time(slot);
    }

    @Override
    public byte[] payload(Long slot) {
        return new byte[0];
    }

    @Override
    public void decode(Long slot, long timestamp, DecodedRecord record) {
        record.time(SqlpJob.time(slot));
        record.unit(text('u', SqlpStream.user(slot)));
        byte[] key = text('k', SqlpStream.key(slot));
        record.key(0, key, 0, key.length);
    }

    private static byte[] text(char kind, int number) {
        return (kind + Integer.toString(number)).getBytes(StandardCharsets.ISO_8859_1);
    }
}
