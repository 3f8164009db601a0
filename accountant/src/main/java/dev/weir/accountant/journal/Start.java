package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The protocol of a start: read the ledger, take the domain's transactional id, take the pipeline's transactional id, read again, write the
 * ownership, read once more, and let the run go on. The caller performs the step that {@link #next} returns and answers with the method
 * that the step names; every answer returns a new value.
 *
 * <p><b>Why this order.</b> The first reading refuses a start that is wrong without disturbing any running pipeline. Taking the ids then
 * aborts or completes the transactions of older holders, and only the second reading counts. The ownership is written under the domain's
 * id, and this write fails if another process has taken the id since. If it succeeds, nobody else has become the owner of any pipeline of
 * the domain since the second reading. Nor has an older owner of this pipeline written since then: it may write only under the pipeline's
 * id, which it can get back only by a start of its own.
 *
 * <p>For the same reason an owner that does not know the outcome of its write starts again ({@link #resuming}). Reading alone would not
 * suffice, because a write that is still under way could arrive after the reading. Taking the pipeline's id alone would not suffice either,
 * because the owner could then write after the reading of another start.
 *
 * <p>The last reading finds nothing new if the store meets the assumptions of the package. It protects against a store that breaks them:
 * {@link StartConfirmation} refuses to go on if a record has come between the second reading and the ownership, or if the ownership is
 * missing.
 */
public final class Start {

    private final Terms terms;
    private final StartPhase phase;
    private final long looked;
    private final @Nullable StartPlan plan;
    private final @Nullable Refusal refusal;

    private Start(Terms terms, StartPhase phase, long looked, @Nullable StartPlan plan) {
        this.terms = terms;
        this.phase = phase;
        this.looked = looked;
        this.plan = plan;
        this.refusal = null;
    }

    /** Creates the refused start that follows {@code before}. */
    private Start(Start before, Refusal because) {
        this.terms = before.terms;
        this.phase = StartPhase.REFUSED;
        this.looked = before.looked;
        this.plan = null;
        this.refusal = because;
    }

    /**
     * Creates a start, or a restart after a failure, from a restored state.
     *
     * @param request the run that starts, and the share that it claims
     * @param state the restored state, or an empty one
     */
    public static Start of(StartRequest request, JournalState state) {
        return with(request, state, new StartGuard(request, state));
    }

    /** Creates a start with another check than {@link StartGuard}. */
    static Start with(StartRequest request, JournalState state, StartCheck check) {
        return new Start(new Terms(request, state, check, Set.of()), StartPhase.LOOKING, 0, null);
    }

    /**
     * Creates a new start of an owner that does not know the outcome of its last write.
     *
     * @param request the run that starts, and the share that it claims
     * @param state the owner's {@link Committer#stateInLedger}
     * @param owner the number of the owner's ownership in the domain's chain
     */
    public static Start resuming(StartRequest request, JournalState state, long owner) {
        return of(request, state).expecting(owner);
    }

    Start expecting(long owner) {
        return new Start(new Terms(terms.request, terms.state, terms.check, Set.of(owner)), phase, looked, plan);
    }

    /**
     * Creates the start by which an operator decides to go on from a state that does not fit the ledger. It only writes
     * the adoption; a later start runs the pipeline.
     *
     * @param request the run that adopts, and the share that the next run claims
     * @param state the adopted state
     * @param clock no visible release is about a window that ends later than this, in epoch milliseconds; {@link
     *     Long#MIN_VALUE} if the state and the ledger contain every visible release
     */
    public static Start adopting(StartRequest request, JournalState state, long clock) {
        return with(request, state, new AdoptionCheck(request, state, clock));
    }

    /**
     * The effects and losses of {@link #adopting}, according to a reading of the ledger; empty if the adoption would be refused.
     *
     * @param request the run that adopts, and the share that the next run claims
     * @param state the adopted state
     * @param clock no visible release is about a window that ends later than this, in epoch milliseconds; {@link Long#MIN_VALUE} if the
     *     state and the ledger contain every visible release
     * @param view the ledger, read with the state's {@link JournalState#wantedDigests}
     */
    public static Optional<AdoptionPlan> plan(StartRequest request, JournalState state, long clock, LedgerView view) {
        return new AdoptionCheck(request, state, clock).plan(view);
    }

    /** The step to take now. */
    public StartStep next() {
        return switch (phase) {
            case LOOKING, READING -> new StartStep.Read(terms.wanted());
            case TAKING_DOMAIN -> new StartStep.TakeDomain();
            case TAKING_PIPELINE -> new StartStep.TakePipeline(terms.request.pipeline());
            case WRITING -> new StartStep.Write(planned().entries());
            case CONFIRMING -> new StartStep.Read(confirmation().wanted());
            case DONE -> planned().outcome();
            case REFUSED -> new StartStep.Refused(Objects.requireNonNull(refusal));
        };
    }

    /**
     * Reports that the ledger has been read. The reading includes everything that had been written when it began.
     *
     * @param view the result of the reading
     * @param ownerIsAlive whether the run that {@code view} names as the owner shows signs of life; it is ignored after
     *     the first reading
     * @throws IllegalStateException if the last step was not a reading
     */
    public Start read(LedgerView view, boolean ownerIsAlive) {
        if (phase == StartPhase.CONFIRMING) {
            return confirmation().refusal(view).map(this::refused).orElseGet(() -> at(StartPhase.DONE));
        }
        PipelineView.Owner owner = view.pipeline(terms.request.pipeline()).owner();
        if (phase == StartPhase.LOOKING) {
            return foreign(view, ownerIsAlive)
                    .map(this::refused)
                    .orElseGet(() -> decided(view, owner, StartPhase.TAKING_DOMAIN));
        }
        require(StartPhase.READING);
        return owner.number() == looked
                ? decided(view, owner, StartPhase.WRITING)
                : refused(StartGuard.overtaken(terms.request, owner));
    }

    /**
     * Refuses a run that must not take the pipeline: it has lost the pipeline to another run, or another run owns the pipeline and is
     * alive. A run that has lost the pipeline never takes it back, because two clones would otherwise take it from each other endlessly. An
     * owner that starts again must still be the latest owner; the run is compared too, because an ownership of unknown outcome may have a
     * number that another run's ownership has now. If the ledger does not contain the anchor of such an owner, the refusal says that the
     * ledger has lost its end or is another ledger.
     */
    private Optional<Refusal> foreign(LedgerView view, boolean isAlive) {
        PipelineView pipeline = view.pipeline(terms.request.pipeline());
        PipelineView.Owner owner = pipeline.owner();
        boolean sameRun = owner.run().equals(terms.request.run());
        if (!terms.expected.isEmpty()) {
            return sameRun && terms.expected.contains(owner.number())
                    ? Optional.empty()
                    : ContinuityCheck.anchor(terms.state, view)
                            .or(() -> Optional.of(StartGuard.overtaken(terms.request, owner)));
        }
        boolean wasOwner = pipeline.runs().contains(terms.request.run());
        return !sameRun && (wasOwner || (owner.active() && isAlive))
                ? Optional.of(StartGuard.overtaken(terms.request, owner))
                : Optional.empty();
    }

    private Start decided(LedgerView view, PipelineView.Owner owner, StartPhase next) {
        StartCheck.Decision decision = terms.check.check(view);
        if (decision instanceof StartCheck.Decision.Refuse refuse) {
            return refused(refuse.refusal());
        }
        List<DomainEvent> events = ((StartCheck.Decision.Write) decision).events();
        return new Start(
                terms,
                next,
                owner.number(),
                next == StartPhase.WRITING ? StartPlan.of(terms.request, terms.state, view, events) : null);
    }

    /** Reports that the id has been taken, so that the transactions of older holders are completed or aborted. */
    public Start taken() {
        if (phase == StartPhase.TAKING_DOMAIN) {
            return at(StartPhase.TAKING_PIPELINE);
        }
        require(StartPhase.TAKING_PIPELINE);
        return at(StartPhase.READING);
    }

    /** Reports that the entries are in the ledger. The ledger is read once more before anything is released. */
    public Start written() {
        require(StartPhase.WRITING);
        return at(StartPhase.CONFIRMING);
    }

    /**
     * Reports that another process has taken the domain's id, so that nothing was written. The start begins again. Two
     * concurrent starts may take the id from each other repeatedly, so the caller waits before the next step.
     */
    public Start lost() {
        require(StartPhase.WRITING);
        return new Start(terms, StartPhase.LOOKING, 0, null);
    }

    /** Reports that it is not known whether the entries are in the ledger. The start begins again and finds out. */
    public Start unknown() {
        require(StartPhase.WRITING);
        return new Start(terms.orOwner(planned().last().sequence()), StartPhase.LOOKING, 0, null);
    }

    private Start at(StartPhase next) {
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

    StartPhase phase() {
        return phase;
    }

    long looked() {
        return looked;
    }

    boolean isAdopting() {
        return terms.check instanceof AdoptionCheck;
    }

    /** The tip of the domain's chain after the planned entries; null before there is a plan. */
    @Nullable ChainTip lastPlanned() {
        return plan == null ? null : plan.last();
    }

    Terms terms() {
        return terms;
    }

    private void require(StartPhase expected) {
        if (phase != expected) {
            throw new IllegalStateException("start must be " + expected + ", was " + phase);
        }
    }

    /**
     * The unchanging terms of a start.
     *
     * @param request the run that starts, and the share that it claims
     * @param state the restored state
     * @param check the check that decides
     * @param expected the numbers of ownerships, one of which must be the pipeline's latest; empty if any ownership may be the latest
     */
    record Terms(StartRequest request, JournalState state, StartCheck check, Set<Long> expected) {

        /**
         * The entries whose digests the reading has to remember. An owner that starts again also states the tip of the pipeline's chain,
         * because the owner still has all batches after that tip.
         */
        WantedDigests wanted() {
            WantedDigests wanted = state.wantedDigests(request.pipeline());
            return expected.isEmpty() ? wanted : wanted.vouching(state.base());
        }

        /**
         * Returns these terms, with {@code number} as another number that the latest ownership may have. The write of that ownership had no
         * known outcome.
         */
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
