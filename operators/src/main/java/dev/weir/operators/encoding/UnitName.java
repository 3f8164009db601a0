package dev.weir.operators.encoding;

import dev.weir.accountant.journal.meaning.UnitField;
import java.io.Serializable;

/**
 * The ids of the privacy units: the name of the field that holds them, and the form in which they are compared.
 *
 * <p>State and ledger keep name and form. A job with another name or form is refused, because its accounts would not
 * contain what the same people have lost.
 *
 * @param name the canonical name of the field, or the name that stands for the ids in the Java API; empty where every record is a
 *     unit
 * @param form the form in which ids are compared
 * @param former the name that the field had before, if the person who runs the job states that it was only renamed;
 * else empty
 */
public record UnitName(String name, UnitForm form, String former) implements Serializable {

    /** The value where every record is a unit, or nobody has named the ids. */
    public static final UnitName NONE = new UnitName("", UnitForm.EXACT, "");

    /**
     * Ids that are compared byte by byte.
     *
     * @param name the canonical name of the field, or the name that stands for the ids in the Java API
     */
    public static UnitName of(String name) {
        return new UnitName(name, UnitForm.EXACT, "");
    }

    /**
     * The ids of the same field, compared in another form.
     *
     * @param other the form
     */
    public UnitName inForm(UnitForm other) {
        return new UnitName(name, other, former);
    }

    /**
     * These ids, with the former name of their field.
     *
     * @param other the former name; empty if there is none
     */
    public UnitName formerly(String other) {
        return new UnitName(name, form, other);
    }

    /**
     * Whether these ids are, by statement, those that state or ledger have under another name.
     *
     * @param known the name in state or ledger; empty if it has none
     */
    public boolean isKnownAs(String known) {
        return known.equals(name) || (!name.isEmpty() && !known.isEmpty() && known.equals(former));
    }

    /** The field as a ledger declares it. */
    public UnitField field() {
        return name.isEmpty() ? UnitField.UNKNOWN : new UnitField(name, Spelled.of(form));
    }
}
