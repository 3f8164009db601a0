package dev.weir.operators.encoding;

/**
 * In which form the ids of privacy units are compared: two ids are one unit if they are the same bytes in this form.
 *
 * <p>The form decides whose account a record is charged to, so state is tied to it: whoever takes up state that was written
 * under another form would give every unit whose form has changed a second account, and is refused
 * ({@code state.restore.StateIdentity}).
 */
public enum UnitForm {
    /** As the record has it, byte by byte. */
    EXACT,
    /** In lower case: {@code String.toLowerCase(Locale.ROOT)}, in Unicode's normal form C before and after. */
    LOWER_CASE,
    /** As a whole decimal number, however it is written. */
    NUMBER
}
