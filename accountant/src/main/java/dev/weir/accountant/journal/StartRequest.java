package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.meaning.UnitFieldChange;
import dev.weir.accountant.privacy.Require;
import java.util.Optional;

/**
 * The pipeline and run that want to start, and the budget and share that they state.
 *
 * @param pipeline the name of the pipeline, unique within the domain
 * @param run the name of the run, equal for all attempts of one submission and different for other submissions
 * @param declaration the domain's privacy unit and budget as configured
 * @param claim the pipeline's share of the budget, which must begin at or before the first period that the state can
 * still release anything about
 * @param formerField the former name of the field of the units' ids, if the request states that the field was only renamed; empty if it
 *     does not state this
 * @param formerTimes the former field of event times in words, if the request states that the new one gives every record the same time;
 *     empty if it does not state this
 */
public record StartRequest(
        String pipeline, String run, Declaration declaration, Claim claim, String formerField, String formerTimes) {

    /**
     * @throws dev.weir.accountant.privacy.InvalidParameter if the unit has no periods, but the share grows from one period to a later one
     */
    public StartRequest {
        boolean hasSteps = !claim.steps().isEmpty();
        Require.that(
                declaration.unit().isPeriodic() || !hasSteps,
                "steps",
                "those of a unit with periods",
                declaration.unit());
    }

    /**
     * Creates a request that changes no field.
     *
     * @param pipeline the name of the pipeline, unique within the domain
     * @param run the name of the run, equal for all attempts of one submission and different for other submissions
     * @param declaration the domain's privacy unit and budget as configured
     * @param claim the pipeline's share of the budget
     * @throws dev.weir.accountant.privacy.InvalidParameter if the unit has no periods and the share grows
     */
    public StartRequest(String pipeline, String run, Declaration declaration, Claim claim) {
        this(pipeline, run, declaration, claim, "", "");
    }

    /**
     * Returns this request with statements about former fields.
     *
     * @param field the former name of the field of the units' ids; empty if it was not renamed
     * @param times the former field of event times in words; empty if it has not changed
     */
    public StartRequest formerly(String field, String times) {
        return new StartRequest(pipeline, run, declaration, claim, field, times);
    }

    /**
     * The change from the fields that the ledger declares to those of this request.
     *
     * @param declared the declaration in the ledger
     */
    UnitFieldChange change(Declaration declared) {
        return new UnitFieldChange(declared.field(), declaration.field(), formerField, formerTimes);
    }

    /**
     * A warning, in one line, if this pipeline leaves no room for another pipeline in its domain; empty if it leaves room. The warning
     * matters only for the first pipeline of a domain.
     */
    public Optional<String> fullDomain() {
        return FullDomain.warning(declaration, claim.share());
    }
}
