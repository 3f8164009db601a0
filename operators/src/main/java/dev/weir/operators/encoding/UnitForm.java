package dev.weir.operators.encoding;

/**
 * The form in which the ids of privacy units are compared: two ids are one unit if they have the same bytes in this
 * form.
 *
 * <p>The form decides whose account a record is charged to, so state is tied to it. Restoring a state that was written
 * under another form would give every unit whose form has changed a second account; it is refused ({@code
 * state.restore.StateIdentity}).
 */
public enum UnitForm {
    /** The id as the record has it, byte by byte. */
    EXACT,
    /** The id in lower case: {@code String.toLowerCase(Locale.ROOT)}, in Unicode's normal form C before and after. */
    LOWER_CASE,
    /** The id as a whole decimal number, in any spelling of it. */
    NUMBER
}
