package dev.weir.accountant.journal.meaning;

import dev.weir.accountant.privacy.InvalidParameter;
import java.io.Serializable;

/**
 * The field that holds the event times of a domain's records, and how the times are written. Where privacy units have
 * periods, it decides in which period a record lies. Two pipelines that read times differently would cut the records
 * of one person into different periods, and the budgets of both would add up in each of them.
 *
 * @param name the name of the field as it is written into the ledger; empty if it is not known, or if units have no periods
 * @param form how the times are written, with the rules of their zone; empty if, and only if, {@code name} is empty
 */
public record TimeField(String name, String form) implements Serializable {

    /** The value if a ledger or a pipeline does not say how times are read, or if units have no periods. */
    public static final TimeField UNKNOWN = new TimeField("", "");

    /**
     * Checks a field.
     *
     * @throws InvalidParameter if only one of {@code name} and {@code form} is empty
     */
    public TimeField {
        if (name.isEmpty() != form.isEmpty()) {
            throw new InvalidParameter("field of event times", "a name and a form, or neither", name + " " + form);
        }
    }

    /** Whether the field is named. */
    public boolean isKnown() {
        return !name.isEmpty();
    }

    /** Whether {@code next} equals this field, or this field is not known. */
    boolean isKeptBy(TimeField next) {
        return !isKnown() || equals(next);
    }

    /** States the name and the form in words, by which a person says what the former reading was. */
    @Override
    public String toString() {
        return isKnown() ? name + " as " + form : "no field";
    }
}
