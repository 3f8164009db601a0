package dev.weir.operators.encoding;

import dev.weir.accountant.journal.meaning.UnitField;
import java.io.Serializable;

/**
 * Which ids stand for the privacy units, by the name of the field that holds them, and in which form they are compared.
 *
 * <p>State and ledger keep name and form. Whoever went on under another one would charge accounts that hold nothing of what the
 * same people have lost, and is refused.
 *
 * @param name the canonical name of the field, or the name that stands for the ids in the Java API; empty where every record is a
 *     unit
 * @param form in which form ids are compared
 * @param former the name that the field had before, if whoever runs the job says that it was only renamed; else empty
 */
public record UnitName(String name, UnitForm form, String former) implements Serializable {

    /** Every record is a unit, or nobody has named the ids. */
    public static final UnitName NONE = new UnitName("", UnitForm.EXACT, "");

    /** Ids that are compared byte by byte. */
    public static UnitName of(String name) {
        return new UnitName(name, UnitForm.EXACT, "");
    }

    /** The ids of the same field, compared in another form. */
    public UnitName inForm(UnitForm other) {
        return new UnitName(name, other, former);
    }

    /** These ids, with the name that their field had before. */
    public UnitName formerly(String other) {
        return new UnitName(name, form, other);
    }

    /** Whether ids that state or ledger know by {@code known} are said to be these. */
    public boolean isKnownAs(String known) {
        return known.equals(name) || (!name.isEmpty() && !known.isEmpty() && known.equals(former));
    }

    /** What a ledger declares of it. */
    public UnitField field() {
        return name.isEmpty() ? UnitField.UNKNOWN : new UnitField(name, Spelled.of(form));
    }
}
