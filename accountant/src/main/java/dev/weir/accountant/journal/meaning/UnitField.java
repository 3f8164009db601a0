package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.InvalidParameter;

/**
 * The field that holds the ids of a domain's privacy units, and the form in which the ids are compared. Ids of another
 * field or in another form are other units, whose accounts do not contain the earlier losses of the same people.
 *
 * @param name the name of the field as it is written into state and ledger; empty if every record is a unit, or if a
 *     ledger of an earlier build does not name the field
 * @param form the name of the form; empty if, and only if, {@code name} is empty
 */
public record UnitField(String name, String form) {

    /** The value if a ledger or a pipeline does not name the field, or if every record is a unit. */
    public static final UnitField UNKNOWN = new UnitField("", "");

    /**
     * Checks a field.
     *
     * @throws InvalidParameter if only one of {@code name} and {@code form} is empty
     */
    public UnitField {
        if (name.isEmpty() != form.isEmpty()) {
            throw new InvalidParameter("field of the units' ids", "a name and a form, or neither", name + " " + form);
        }
    }

    /** Whether the field is named. */
    public boolean isKnown() {
        return !name.isEmpty();
    }

    /**
     * Returns the field under another name, in the same form.
     *
     * @param other the new name, not empty
     */
    public UnitField renamed(String other) {
        return new UnitField(other, form);
    }

    /** States the name and the form in words. */
    @Override
    public String toString() {
        return isKnown() ? name + " in form " + form : "no field";
    }
}
