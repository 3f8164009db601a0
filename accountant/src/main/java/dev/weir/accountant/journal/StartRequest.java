package dev.weir.accountant.journal;

import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.privacy.Require;
import java.util.Optional;

/**
 * Who wants to start what.
 *
 * @param pipeline the name of the pipeline, unique within the domain
 * @param run names the run: the same for all attempts that one submission leads to, and for no others
 * @param declaration the domain's unit and budget as configured
 * @param claim the pipeline's share of it. It must begin at or before the first period that the state can still release
 *     anything about
 * @param formerField the name that the field of the units' ids had before, if whoever starts says that it was only renamed; else
 *     empty
 */
public record StartRequest(String pipeline, String run, Declaration declaration, Claim claim, String formerField) {

    /** @throws dev.weir.accountant.privacy.InvalidParameter if the share of a unit without periods grows from one to a later one */
    public StartRequest {
        boolean hasSteps = !claim.steps().isEmpty();
        Require.that(
                declaration.unit().isPeriodic() || !hasSteps,
                "steps",
                "those of a unit with periods",
                declaration.unit());
    }

    /** A request that renames nothing. */
    public StartRequest(String pipeline, String run, Declaration declaration, Claim claim) {
        this(pipeline, run, declaration, claim, "");
    }

    /** What to say if this pipeline, the first of its domain, leaves no room for another one, in one line; empty if it does. */
    public Optional<String> fullDomain() {
        return FullDomain.warning(declaration, claim.share());
    }
}
