package dev.weir.operators.encoding;

/**
 * The form in which the ids of privacy units are compared: two ids are the same unit if their bytes in this form are
 * equal.
 *
 * <p>The form decides which account a record is charged to, so state is only valid for one form. State that was written
 * with another form is refused ({@code state.restore.StateIdentity}), because units whose ids differ between the two
 * forms would get a second account.
 */
public enum UnitForm {
    /** The id as the record has it, byte by byte. */
    EXACT,
    /** The id in lower case: {@code String.toLowerCase(Locale.ROOT)}, in Unicode's normal form C before and after. */
    LOWER_CASE,
    /** The id as a whole decimal number, so that all spellings of a number are the same unit. */
    NUMBER
}
