package dev.weir.operators.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/** Reads a field and never throws: what a field throws may quote the record, and belongs in no log. */
record SafeField<T, V>(Field<T, V> field) implements Serializable {

    @Nullable V of(T record) {
        try {
            return field.of(record);
        } catch (StackOverflowError e) { // nested data, not a sick machine
            return null;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) { // other languages' lambdas throw checked exceptions and errors too
            return null;
        }
    }
}
