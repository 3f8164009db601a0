package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.InvalidParameter;

/**
 * Where the ids of a domain's privacy units are read, and in which form they are compared. Ids of another field or in
 * another form are other units, whose accounts do not contain what the same people have lost.
 *
 * @param name the field, or the name that stands for it, as it is written into state and ledger; empty where every
 * record is a unit, and where a ledger of an earlier build does not name it
 * @param form the name of the form; empty if, and only if, {@code name} is
 */
public record UnitField(String name, String form) {

    /** Stands where a ledger or a pipeline does not name the field, or every record is a unit. */
    public static final UnitField UNKNOWN = new UnitField("", "");

    /**
     * Checks a field.
     *
     * @throws InvalidParameter if one of the two is empty and the other is not
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
     * The field under another name, in the same form.
     *
     * @param other the new name, not empty
     */
    public UnitField renamed(String other) {
        return new UnitField(other, form);
    }

    /** Name and form in words. */
    @Override
    public String toString() {
        return isKnown() ? name + " in form " + form : "no field";
    }
}
