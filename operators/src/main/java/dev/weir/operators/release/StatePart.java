package dev.weir.operators.release;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** A part of the state of a key group. A snapshot writes a view of it while the part changes. */
interface StatePart {

    /** A view of the present part. It refers to arrays, which do not change until {@link #copyArrays}. */
    View view();

    /** A view of several parts, one after the other. */
    static View view(List<StatePart> parts) {
        List<View> views = parts.stream().map(StatePart::view).toList();
        return out -> {
            for (View view : views) {
                view.write(out);
            }
        };
    }

    /** Replaces every array that {@link #view} has handed out by a copy. */
    void copyArrays();

    /** Reads what a view has written. */
    void read(DataInput in) throws IOException;

    /** Writes a part as it was when the view was taken. */
    interface View {
        void write(DataOutput out) throws IOException;
    }
}
