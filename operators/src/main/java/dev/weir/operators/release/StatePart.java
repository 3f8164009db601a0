package dev.weir.operators.release;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;

/** A part of the state of a key group. A snapshot writes a view of the part while the part itself may change. */
interface StatePart {

    /**
     * Returns a view of the present content. The view refers to arrays that do not change before {@link #copyArrays} is
     * called.
     */
    View view();

    /** Returns a view that writes several parts, one after another. */
    static View view(List<StatePart> parts) {
        List<View> views = parts.stream().map(StatePart::view).toList();
        return out -> {
            for (View view : views) {
                view.write(out);
            }
        };
    }

    /** Replaces every array that views refer to by a copy, so that this part can change without changing the views. */
    void copyArrays();

    /** Reads content that a view has written. */
    void read(DataInput in) throws IOException;

    /** Writes the content that the part had when the view was taken. */
    interface View {
        void write(DataOutput out) throws IOException;
    }
}
