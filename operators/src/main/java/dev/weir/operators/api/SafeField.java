package dev.weir.operators.api;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * Reads a field and throws nothing except errors of the virtual machine, because an exception from a field may quote
 * the record, and no record may appear in a log.
 *
 * @param field reads the value
 */
record SafeField<T, V>(Field<T, V> field) implements Serializable {

    @Nullable V of(T record) {
        try {
            return field.of(record);
        } catch (StackOverflowError e) { // caused by deeply nested data, not by the machine
            return null;
        } catch (VirtualMachineError e) {
            throw e;
        } catch (Throwable e) { // lambdas of other languages throw checked exceptions and errors too
            return null;
        }
    }
}
