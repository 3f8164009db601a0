package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.InvalidParameter;

/**
 * What tells the privacy unit of a record of a domain: the field that holds the units' ids, the form in which the ids are compared, and,
 * for units with periods, the field of the event time. Ids of another field or in another form, and periods of other times, are other
 * units, whose accounts do not contain the earlier losses of the same people.
 *
 * @param name the name of the field as it is written into state and ledger; empty if every record is a unit, or if a
 *     ledger of an earlier build does not name the field
 * @param form the name of the form; empty if, and only if, {@code name} is empty
 * @param times the field of event times; not known if units have no periods, if {@code name} is empty, in ledgers of earlier builds, and
 *     in those of the Java API
 */
public record UnitField(String name, String form, TimeField times) {

    /** The value if a ledger or a pipeline does not name the field, or if every record is a unit. */
    public static final UnitField UNKNOWN = new UnitField("", "");

    /**
     * Checks a field.
     *
     * @throws InvalidParameter if only one of {@code name} and {@code form} is empty, or {@code name} is empty and {@code times} is known
     */
    public UnitField {
        if (name.isEmpty() != form.isEmpty() || (name.isEmpty() && times.isKnown())) {
            throw new InvalidParameter("field of the units' ids", "a name and a form, or neither", name + " " + form);
        }
    }

    /**
     * Creates a field without a field of event times.
     *
     * @param name the name of the field of the units' ids, or an empty text
     * @param form the name of the form, or an empty text
     */
    public UnitField(String name, String form) {
        this(name, form, TimeField.UNKNOWN);
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
        return new UnitField(other, form, times);
    }

    /**
     * Returns the field with another field of event times.
     *
     * @param other the field of event times
     */
    public UnitField with(TimeField other) {
        return new UnitField(name, form, other);
    }

    /**
     * Whether the ids of both fields are the same: equal names and forms.
     *
     * @param other the other field
     */
    public boolean hasIdsOf(UnitField other) {
        return name.equals(other.name) && form.equals(other.form);
    }

    /**
     * Whether {@code next} equals this field, or only adds what this field does not say.
     *
     * @param next the field in a later declaration
     */
    public boolean isKeptBy(UnitField next) {
        return !isKnown() || (hasIdsOf(next) && times.isKeptBy(next.times));
    }

    /** States the name and the form of the ids in words. */
    @Override
    public String toString() {
        return isKnown() ? name + " in form " + form : "no field";
    }
}
