package dev.weir.accountant.journal.meaning;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A change of the fields that tell the privacy unit of a record, from those that the ledger declares to those of a pipeline that starts.
 *
 * <p>A start is refused if the units' ids come from another field or have another form, because such ids would name other units with new
 * accounts. It is accepted if the form is the same and the pipeline says that the field was only renamed.
 *
 * <p>Where units have periods, a start is also refused if it reads event times from another field or in another form. Neighbours: the
 * records of one person within one period. Two readings of the same records would cut them into different periods, so that the records of
 * one period of the first may lie in two of the second, and a person could lose more than the domain's budget in one period. The start is
 * accepted if the pipeline names the former field and form, by which the person who runs it states that every record has the same time by
 * both.
 *
 * <p>What the ledger does not say is taken from the pipeline.
 *
 * @param ledger the fields that the ledger declares
 * @param own the fields of the pipeline
 * @param formerField the former name of the field of the units' ids as the pipeline states it; empty if it states none
 * @param formerTimes the former field of event times in words, as the pipeline states it; empty if it states none
 */
public record UnitFieldChange(UnitField ledger, UnitField own, String formerField, String formerTimes) {

    /** The reason why the fields of the pipeline are refused, in words; empty if they are not. */
    public Optional<String> refusal() {
        UnitField next = changed();
        if (ledger.isKnown() && !next.hasIdsOf(own)) {
            return Optional.of("the ledger knows units by " + ledger + ", the pipeline by " + own);
        }
        return next.isKeptBy(own)
                ? Optional.empty()
                : Optional.of("the ledger reads times from " + ledger.times() + ", the pipeline from " + own.times());
    }

    /** The fields of the ledger after the changes that the pipeline states. */
    public UnitField changed() {
        UnitField field = isRenaming() ? ledger.renamed(own.name()) : ledger;
        return isRetiming() ? field.with(own.times()) : field;
    }

    /** Whether the units' field has the same form in the ledger, and there has the name that is stated as its former name. */
    public boolean isRenaming() {
        return ledger.isKnown()
                && own.isKnown()
                && !own.hasIdsOf(ledger)
                && ledger.name().equals(formerField)
                && ledger.form().equals(own.form());
    }

    /** Whether the ledger reads times as it is stated that they were read before, and the pipeline reads them otherwise. */
    public boolean isRetiming() {
        return ledger.times().isKnown()
                && own.times().isKnown()
                && !own.times().equals(ledger.times())
                && ledger.times().toString().equals(formerTimes);
    }

    /** The changes in words, and what is declared for the first time; each takes one line. */
    public List<String> told() {
        List<String> lines = new ArrayList<>();
        if (isRenaming()) {
            lines.add("the field of the units' ids is " + own.name() + " from now on; its name was " + formerField);
        }
        if (isRetiming()) {
            lines.add("times are read from " + own.times() + " from now on; they were read from " + ledger.times());
        } else if (!ledger.times().isKnown() && own.times().isKnown()) {
            lines.add("the ledger declares from now on that times are read from " + own.times()
                    + ": it did not say so before, and pipelines of the domain that read them otherwise are refused");
        }
        return lines;
    }
}
