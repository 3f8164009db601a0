package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.InvalidParameter;

/**
 * Where the ids of a domain's privacy units are read, and in which form they are compared. Ids of another field or in another
 * form are other units: their accounts hold nothing of what the same people have lost.
 *
 * @param name the field, or the name that stands for it, as it is written into state and ledger; empty where every record is a
 *     unit, and where a ledger of an earlier build does not say
 * @param form the name of the form; empty where {@code name} is
 */
public record UnitField(String name, String form) {

    /** A ledger or a pipeline does not say which field it is, or every record is a unit. */
    public static final UnitField UNKNOWN = new UnitField("", "");

    /** @throws InvalidParameter if one of the two is empty and the other is not */
    public UnitField {
        if (name.isEmpty() != form.isEmpty()) {
            throw new InvalidParameter("field of the units' ids", "a name and a form, or neither", name + " " + form);
        }
    }

    /** Whether there is a field. */
    public boolean isKnown() {
        return !name.isEmpty();
    }

    /** The field under another name, in the same form. */
    public UnitField renamed(String other) {
        return new UnitField(other, form);
    }

    /** Name and form in words. */
    @Override
    public String toString() {
        return isKnown() ? name + " in form " + form : "no field";
    }
}
