package dev.weir.operators.encoding;

import dev.weir.accountant.journal.meaning.TimeField;
import dev.weir.accountant.journal.meaning.UnitField;
import java.io.Serializable;

/**
 * The ids of the privacy units: the name of the field that holds them, and the form in which they are compared. For units with periods also
 * the field of the event times, which tells the period of a record.
 *
 * <p>State and ledger contain the name and the form. A job with another name or form is refused, because its accounts would not contain the
 * earlier privacy losses of the same people.
 *
 * @param name the canonical name of the field, or the name of the ids that was given in the Java API; empty if every record is a unit
 * @param form the form in which ids are compared
 * @param former the name that the field had before, if the person who runs the job states that it was only renamed; else empty
 * @param times the field of the event times; not known if code reads them
 * @param formerTimes the former field of the event times in words, if the person who runs the job states that the new one gives every
 *     record the same time; else empty
 */
public record UnitName(String name, UnitForm form, String former, TimeField times, String formerTimes)
        implements Serializable {

    /** The value if every record is a unit, or no name was given for the ids. */
    public static final UnitName NONE = new UnitName("", UnitForm.EXACT, "", TimeField.UNKNOWN, "");

    /**
     * Returns the ids of a field, compared byte by byte.
     *
     * @param name the canonical name of the field, or the name of the ids that was given in the Java API
     */
    public static UnitName of(String name) {
        return new UnitName(name, UnitForm.EXACT, "", TimeField.UNKNOWN, "");
    }

    /**
     * Returns the ids of the same field, compared in another form.
     *
     * @param other the form
     */
    public UnitName inForm(UnitForm other) {
        return new UnitName(name, other, former, times, formerTimes);
    }

    /**
     * Returns these ids, with a former name of their field.
     *
     * @param other the former name; empty if the field had no other name
     */
    public UnitName formerly(String other) {
        return new UnitName(name, form, other, times, formerTimes);
    }

    /**
     * Returns these ids, with the field of the records' event times.
     *
     * @param field the field; {@link TimeField#UNKNOWN} if code reads the times
     * @param before the former field in words; empty if the times were never read otherwise
     */
    public UnitName timedBy(TimeField field, String before) {
        return new UnitName(name, form, former, field, before);
    }

    /**
     * Whether state or ledger contain these ids under their present name, or under the former name that was stated.
     *
     * @param known the name in state or ledger; empty if they contain no name
     */
    public boolean isKnownAs(String known) {
        return known.equals(name) || (!name.isEmpty() && !known.isEmpty() && known.equals(former));
    }

    /** The field of the ids as a ledger declares it, without the field of event times. */
    public UnitField field() {
        return name.isEmpty() ? UnitField.UNKNOWN : new UnitField(name, Spelled.of(form));
    }

    /**
     * What tells the unit of a record, as a ledger declares it.
     *
     * @param isPeriodic whether the unit has periods, so that event times tell the period of a record
     */
    public UnitField declared(boolean isPeriodic) {
        return isPeriodic && !name.isEmpty() ? field().with(times) : field();
    }
}
