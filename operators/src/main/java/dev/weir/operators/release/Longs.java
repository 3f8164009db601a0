package dev.weir.operators.release;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Arrays of longs in state: the length, then each number. */
final class Longs {

    private Longs() {}

    static void write(long[] values, DataOutput out) throws IOException {
        out.writeInt(values.length);
        for (long value : values) {
            out.writeLong(value);
        }
    }

    static long[] read(DataInput in) throws IOException {
        long[] values = new long[in.readInt()];
        for (int i = 0; i < values.length; i++) {
            values[i] = in.readLong();
        }
        return values;
    }
}
