package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
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
 */
public record StartRequest(String pipeline, String run, Declaration declaration, Claim claim, String formerField) {

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
     * Creates a request that renames no field.
     *
     * @param pipeline the name of the pipeline, unique within the domain
     * @param run the name of the run, equal for all attempts of one submission and different for other submissions
     * @param declaration the domain's privacy unit and budget as configured
     * @param claim the pipeline's share of the budget
     * @throws dev.weir.accountant.privacy.InvalidParameter if the unit has no periods and the share grows
     */
    public StartRequest(String pipeline, String run, Declaration declaration, Claim claim) {
        this(pipeline, run, declaration, claim, "");
    }

    /**
     * A warning, in one line, if this pipeline leaves no room for another pipeline in its domain; empty if it leaves room. The warning
     * matters only for the first pipeline of a domain.
     */
    public Optional<String> fullDomain() {
        return FullDomain.warning(declaration, claim.share());
    }
}
