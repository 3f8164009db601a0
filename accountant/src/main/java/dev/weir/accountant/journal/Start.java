package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.Watch;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A start, step by step: look, take the domain's id, take the pipeline's id, read, write the ownership, read, go. Whoever drives it
 * does what {@link #next} says and answers with the method that the step names; every answer gives another value.
 *
 * <p><b>Why this order.</b> Looking first refuses what reading alone shows to be wrong, without stopping anybody. Then the
 * ids are taken, which ends or finishes whatever older holders had under way, and only what is read afterwards counts. The
 * ownership is written under the domain's id, and this write fails if anybody else has taken that id since. So at the
 * moment when it succeeds nobody else can have become the owner of any pipeline of the domain after the reading, and no
 * older owner of this one can have written after it: an older owner may write only under the pipeline's id, which it can
 * get back only by a start of its own.
 *
 * <p>For the same reason an owner whose write had no known outcome starts again
 * ({@link #resuming}) instead of reading alone: a write that is still under way could land after the reading; and instead
 * of taking the pipeline's id alone: it could write after somebody else's reading.
 *
 * <p>The last reading finds nothing new if the store keeps what the package assumes of it. It is there for a store that
 * does not: {@link StartConfirmation} refuses to go on where something has come between the reading and the ownership, or
 * where the ownership is not there.
 */
public final class Start {

    private final Terms terms;
    private final Phase phase;
    private final long looked;
    private final @Nullable StartPlan plan;
    private final @Nullable Refusal refusal;

    private Start(Terms terms, Phase phase, long looked, @Nullable StartPlan plan) {
        this.terms = terms;
        this.phase = phase;
        this.looked = looked;
        this.plan = plan;
        this.refusal = null;
    }

    /** A start that is refused where it has come to. */
    private Start(Start before, Refusal because) {
        this.terms = before.terms;
        this.phase = Phase.REFUSED;
        this.looked = before.looked;
        this.plan = null;
        this.refusal = because;
    }

    /** How far a start has come. */
    enum Phase {
        /** Reads without having taken anything. */
        LOOKING,
        /** Takes the domain's id. */
        TAKING_DOMAIN,
        /** Takes the pipeline's id. */
        TAKING_PIPELINE,
        /** Reads what nobody older can change any more. */
        READING,
        /** Writes under the domain's id. */
        WRITING,
        /** Reads what it has written, and everything around it. */
        CONFIRMING,
        /** Has written, and holds the domain's id no longer. */
        DONE,
        /** Has been refused. */
        REFUSED
    }

    /** A start, or a restart after a failure, from a restored state. */
    public static Start of(StartRequest request, JournalState state) {
        return with(request, state, new StartGuard(request, state));
    }

    /** A start whose check is another one. */
    static Start with(StartRequest request, JournalState state, StartCheck check) {
        return new Start(new Terms(request, state, check, Set.of()), Phase.LOOKING, 0, null);
    }

    /**
     * A start again of an owner that does not know what became of its last write.
     *
     * @param state the owner's {@link Committer#stateInLedger}
     * @param owner the number of its ownership
     */
    public static Start resuming(StartRequest request, JournalState state, long owner) {
        return of(request, state).expecting(owner);
    }

    Start expecting(long owner) {
        return new Start(new Terms(terms.request, terms.state, terms.check, Set.of(owner)), phase, looked, plan);
    }

    /**
     * An operator's decision to go on from a state that does not fit. It writes the adoption and starts nothing; the start
     * of the pipeline from that state is another one.
     *
     * @param clock up to where the state's windows have been released, epoch milliseconds; {@link Long#MIN_VALUE} for an
     *     empty state
     */
    public static Start adopting(StartRequest request, JournalState state, long clock) {
        return with(request, state, new AdoptionCheck(request, state, clock));
    }

    /**
     * What {@link #adopting} would do and lose, going by a reading; empty if it would be refused.
     *
     * @param view read with the state's {@link JournalState#watch}
     */
    public static Optional<AdoptionPlan> plan(StartRequest request, JournalState state, long clock, LedgerView view) {
        return new AdoptionCheck(request, state, clock).plan(view);
    }

    /** What has to be done now. */
    public StartStep next() {
        return switch (phase) {
            case LOOKING, READING -> new StartStep.Read(terms.watch());
            case TAKING_DOMAIN -> new StartStep.TakeDomain();
            case TAKING_PIPELINE -> new StartStep.TakePipeline(terms.request.pipeline());
            case WRITING -> new StartStep.Write(planned().entries());
            case CONFIRMING -> new StartStep.Read(confirmation().watch());
            case DONE -> planned().outcome();
            case REFUSED -> new StartStep.Refused(Objects.requireNonNull(refusal));
        };
    }

    /**
     * The ledger has been read, up to everything that had been written when the reading began.
     *
     * @param ownerIsAlive whether the run that {@code view} names as the owner shows signs of life; counts only while
     *     nothing has been taken
     */
    public Start read(LedgerView view, boolean ownerIsAlive) {
        if (phase == Phase.CONFIRMING) {
            return confirmation().refusal(view).map(this::refused).orElseGet(() -> at(Phase.DONE));
        }
        PipelineView.Owner owner = view.pipeline(terms.request.pipeline()).owner();
        if (phase == Phase.LOOKING) {
            return foreign(view, ownerIsAlive)
                    .map(this::refused)
                    .orElseGet(() -> decided(view, owner, Phase.TAKING_DOMAIN));
        }
        require(Phase.READING);
        return owner.number() == looked
                ? decided(view, owner, Phase.WRITING)
                : refused(StartGuard.overtaken(terms.request, owner));
    }

    /**
     * A run that has lost its pipeline to another one does not take it back, however often it is restarted: two clones
     * would take it from each other for ever. An owner whose ownership is not in the ledger any more has lost it to nobody:
     * the ledger has lost its end, or is another one. The number of an ownership without a known outcome may have become another run's.
     */
    private Optional<Refusal> foreign(LedgerView view, boolean isAlive) {
        PipelineView pipeline = view.pipeline(terms.request.pipeline());
        PipelineView.Owner owner = pipeline.owner();
        boolean sameRun = owner.run().equals(terms.request.run());
        if (!terms.expected.isEmpty()) {
            return sameRun && terms.expected.contains(owner.number())
                    ? Optional.empty()
                    : Abutment.anchor(terms.state, view)
                            .or(() -> Optional.of(StartGuard.overtaken(terms.request, owner)));
        }
        boolean wasOwner = pipeline.runs().contains(terms.request.run());
        return !sameRun && (wasOwner || (owner.active() && isAlive))
                ? Optional.of(StartGuard.overtaken(terms.request, owner))
                : Optional.empty();
    }

    private Start decided(LedgerView view, PipelineView.Owner owner, Phase next) {
        StartCheck.Decision decision = terms.check.check(view);
        if (decision instanceof StartCheck.Decision.Refuse refuse) {
            return refused(refuse.refusal());
        }
        List<DomainEvent> events = ((StartCheck.Decision.Write) decision).events();
        return new Start(
                terms,
                next,
                owner.number(),
                next == Phase.WRITING ? StartPlan.of(terms.request, terms.state, view, events) : null);
    }

    /** The id has been taken: what older holders had under way is finished or void. */
    public Start taken() {
        if (phase == Phase.TAKING_DOMAIN) {
            return at(Phase.TAKING_PIPELINE);
        }
        require(Phase.TAKING_PIPELINE);
        return at(Phase.READING);
    }

    /** The entries are in the ledger: what it says now is read once more before anything is released. */
    public Start written() {
        require(Phase.WRITING);
        return at(Phase.CONFIRMING);
    }

    /**
     * Somebody else has taken the domain's id, so that nothing was written. The start begins again. Two that start at once
     * may do this in turn; whoever drives them waits in between.
     */
    public Start lost() {
        require(Phase.WRITING);
        return new Start(terms, Phase.LOOKING, 0, null);
    }

    /** It is not known whether the entries are in the ledger. The start begins again and finds out. */
    public Start unknown() {
        require(Phase.WRITING);
        return new Start(terms.orOwner(planned().last().sequence()), Phase.LOOKING, 0, null);
    }

    private Start at(Phase next) {
        return new Start(terms, next, looked, plan);
    }

    private Start refused(Refusal because) {
        return new Start(this, because);
    }

    private StartConfirmation confirmation() {
        boolean owns = planned().outcome() instanceof StartStep.Go;
        return new StartConfirmation(terms.request, planned().last(), owns);
    }

    private StartPlan planned() {
        return Objects.requireNonNull(plan);
    }

    Phase phase() {
        return phase;
    }

    long looked() {
        return looked;
    }

    boolean isAdopting() {
        return terms.check instanceof AdoptionCheck;
    }

    /** The tip that the domain's chain will have once the plan is written. */
    @Nullable ChainTip lastPlanned() {
        return plan == null ? null : plan.last();
    }

    Terms terms() {
        return terms;
    }

    private void require(Phase expected) {
        if (phase != expected) {
            throw new IllegalStateException("start must be " + expected + ", was " + phase);
        }
    }

    /**
     * What is wanted.
     *
     * @param request by whom, and at which share
     * @param state what was restored
     * @param check what must hold
     * @param expected the numbers of ownerships, one of which must be the latest; empty if it need not be one's own
     */
    record Terms(StartRequest request, JournalState state, StartCheck check, Set<Long> expected) {

        /** An owner that starts again knows how far its chain has come, and holds what it may have written behind it. */
        Watch watch() {
            Watch watch = state.watch(request.pipeline());
            return expected.isEmpty() ? watch : watch.vouching(state.base());
        }

        /** These terms where the latest ownership may also be one's own that was written without a known outcome. */
        Terms orOwner(long number) {
            if (expected.isEmpty()) {
                return this;
            }
            Set<Long> more = new HashSet<>(expected);
            more.add(number);
            return new Terms(request, state, check, Set.copyOf(more));
        }
    }
}
