package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.ModelWorld.InFlight;
import dev.weir.accountant.journal.Refusal.Code;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent.Raise;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.DomainEntry;
import java.util.List;
import java.util.Set;

/** The steps of a start in the model. */
final class ModelStarts {

    private static final Set<Code> ADOPTABLE = Set.of(Code.LEDGER_AHEAD, Code.LEDGER_BEHIND, Code.LEDGER_FORK);

    private final ModelMix mix;
    private final ModelBuild build;

    ModelStarts(ModelMix mix, ModelBuild build) {
        this.mix = mix;
        this.build = build;
    }

    Start start(ModelAttempt attempt, JournalState state) {
        StartRequest request = ModelAttempt.request(mix, attempt.pipeline, attempt.run, attempt.isRaised);
        StartGuard guard = new StartGuard(request, state);
        return Start.with(request, state, weakened(guard));
    }

    private StartCheck weakened(StartGuard guard) {
        return switch (build) {
            case NO_SEQUENCE_CHECK -> without(guard, Set.of(Code.LEDGER_AHEAD, Code.LEDGER_BEHIND));
            case NO_HASH_CHECK -> without(guard, Set.of(Code.LEDGER_FORK));
            case SKIP_UNSHOWN -> view -> guard.check(unbroken(view));
            default -> guard;
        };
    }

    private static LedgerView unbroken(LedgerView view) {
        return new LedgerView(
                view.domain(),
                view.tip(),
                view.budget(),
                view.pipelines(),
                view.digests(),
                view.entryDigest(),
                view.unreadable(),
                null);
    }

    private static StartCheck without(StartGuard guard, Set<Code> ignored) {
        return view -> guard.check(view) instanceof StartCheck.Decision.Refuse refuse
                        && ignored.contains(refuse.refusal().code())
                ? new StartCheck.Decision.Write(List.of(StartGuard.ownership(guard.request(), guard.state(), view)))
                : guard.check(view);
    }

    void moves(ModelWorld world, int i, List<ModelWorld> moves) {
        ModelAttempt attempt = world.attempts.get(i);
        Start start = attempt.start;
        if (start == null) {
            return;
        }
        StartStep step = start.next();
        ModelWorld next = world.after("attempt " + attempt.id + " (run " + attempt.run + "): start "
                + start.phase()
                + (step instanceof StartStep.Refused refused ? " " + refused.refusal() : ""));
        moves.add(next);
        ModelAttempt starting = next.attempts.get(i);
        if (step instanceof StartStep.Read read) {
            starting.start = start.read(world.log.view(read.wanted()), false);
            if (mix.isCoarse() && starting.start.next() instanceof StartStep.TakeDomain) {
                takeDomain(next, attempt.id);
                starting.start = starting.start.taken();
            }
            go(next, starting);
        } else if (step instanceof StartStep.TakeDomain) {
            takeDomain(next, attempt.id);
            starting.start = start.taken();
        } else if (step instanceof StartStep.TakePipeline) {
            takePipeline(next, attempt);
            starting.start = start.taken();
        } else if (step instanceof StartStep.Write write) {
            write(world, next, i, write.entries(), moves);
        } else if (step instanceof StartStep.Adopted) {
            starting.start = start(starting, start.terms().state());
        } else if (step instanceof StartStep.Refused refused) {
            refuse(world, next, i, refused.refusal(), moves);
        }
    }

    private void takeDomain(ModelWorld world, int id) {
        if (build != ModelBuild.CLAIM_WITHOUT_DOMAIN_ID) {
            world.domainHolder = id;
            world.inFlight.removeIf(write -> write.pipeline() == ModelWorld.NOBODY);
        }
    }

    void takePipeline(ModelWorld world, ModelAttempt attempt) {
        world.holders[attempt.pipeline] = attempt.id;
        if (build != ModelBuild.NO_FENCE) {
            world.inFlight.removeIf(write -> write.pipeline() == attempt.pipeline);
        }
    }

    private void write(ModelWorld world, ModelWorld next, int i, List<DomainEntry> entries, List<ModelWorld> moves) {
        ModelAttempt attempt = world.attempts.get(i);
        Start start = attempt.start;
        ModelAttempt starting = next.attempts.get(i);
        boolean holds = world.domainHolder == attempt.id || build == ModelBuild.CLAIM_WITHOUT_DOMAIN_ID;
        if (start == null) {
            return;
        }
        if (!holds) {
            lose(next, i, start);
            return;
        }
        next.log = next.log.append(renumbered(next.log.view(), entries));
        starting.start = start.written();
        if (mix.isCoarse()) {
            confirm(next, starting);
        }
        if (world.may(Fault.UNKNOWN)) {
            ModelWorld landed = world.after("attempt " + attempt.id + ": ownership unknown, has landed");
            landed.log = landed.log.append(entries);
            ModelWorld pending = world.after("attempt " + attempt.id + ": ownership unknown, under way");
            pending.inFlight.add(new InFlight(attempt.id, ModelWorld.NOBODY, entries, List.of()));
            for (ModelWorld unknown : List.of(landed, pending)) {
                unknown.use(Fault.UNKNOWN);
                unknown.attempts.get(i).start = start.unknown();
                moves.add(unknown);
            }
        }
    }

    /** Two starts could take the id from each other forever, so a start of the model gives up after some attempts. */
    private void lose(ModelWorld world, int i, Start start) {
        ModelAttempt starting = world.attempts.get(i);
        starting.start = start.lost();
        if (starting.zombie || ++starting.lostStarts > mix.patience()) {
            world.attempts.remove(i);
            world.gaveUp = true;
        }
    }

    /**
     * Claims without the domain's id do not form a chain. The model numbers them in order of arrival, so that the missing
     * guard shows in the budget and not in the sequence numbers.
     */
    private List<DomainEntry> renumbered(LedgerView view, List<DomainEntry> entries) {
        return build == ModelBuild.CLAIM_WITHOUT_DOMAIN_ID && entries.size() == 1
                ? List.of(DomainEntry.after(view.tip(), entries.get(0).event()))
                : entries;
    }

    private void confirm(ModelWorld world, ModelAttempt attempt) {
        if (attempt.start != null && attempt.start.next() instanceof StartStep.Read read) {
            attempt.start = attempt.start.read(world.log.view(read.wanted()), false);
            go(world, attempt);
        }
    }

    private void go(ModelWorld world, ModelAttempt attempt) {
        if (attempt.start != null && attempt.start.next() instanceof StartStep.Go go) {
            ResumePoint resumePoint = go.resumePoint();
            attempt.start = null;
            attempt.committer = attempt.committer == null
                    ? Committer.of(ModelWorld.name(attempt.pipeline), resumePoint)
                    : attempt.committer.resumed(resumePoint);
            attempt.life = world.log
                    .view()
                    .pipeline(ModelWorld.name(attempt.pipeline))
                    .adoptions()
                    .size();
            if (resumePoint.adopted()) {
                attempt.operator = attempt.operator.adopted(
                        world.log.balance(attempt.pipeline),
                        (int) resumePoint.limits().closing().through() + 1);
            }
        }
    }

    private void refuse(ModelWorld world, ModelWorld next, int i, Refusal refusal, List<ModelWorld> moves) {
        ModelAttempt attempt = next.attempts.remove(i);
        if (attempt.zombie) {
            return;
        }
        if (refusal.isForGood()) {
            next.refused = true;
        } else {
            ModelFaults.launch(next, mix, build, attempt.run, next.newest(attempt.pipeline, attempt.run));
        }
        if (refusal.code() == Code.LEDGER_BUDGET && world.may(Fault.RAISE)) {
            raise(world, i, moves);
        }
        if (ADOPTABLE.contains(refusal.code()) && world.may(Fault.ADOPTION)) {
            ModelWorld adopting = world.after("operator adopts the state of attempt " + attempt.id);
            adopting.use(Fault.ADOPTION);
            ModelAttempt again =
                    new ModelAttempt(adopting.nextId++, attempt.run, world.newest(attempt.pipeline, attempt.run));
            adopting.attempts.set(i, again);
            again.start = Start.adopting(
                    ModelAttempt.request(mix, again.pipeline, again.run, again.isRaised),
                    again.from.state().restored(),
                    ModelCopy.end(again.operator.released()));
            moves.add(adopting);
        }
    }

    /**
     * The process that raises the budget holds the domain's id for it, and its clock is behind every window that has been
     * drawn.
     */
    private void raise(ModelWorld world, int i, List<ModelWorld> moves) {
        ModelWorld next = world.after("the budget is raised, and another run of the pipeline starts");
        next.use(Fault.RAISE);
        ModelAttempt refused = next.attempts.remove(i);
        next.domainHolder = ModelWorld.NOBODY;
        next.inFlight.removeIf(write -> write.pipeline() == ModelWorld.NOBODY);
        int drawn = next.attempts.stream()
                .mapToInt(attempt -> attempt.operator.released())
                .max()
                .orElse(0);
        StartRequest request = ModelAttempt.request(mix, refused.pipeline, refused.run, true);
        BudgetRaise raise = new BudgetRaise(request.declaration(), ModelCopy.end(drawn));
        if (raise.decide(next.log.view()) instanceof BudgetRaise.Decision.Write write) {
            DomainEntry entry = build == ModelBuild.RAISE_FROM_THE_FIRST_PERIOD
                    ? DomainEntry.after(
                            next.log.view().tip(),
                            new Raise(0, write.raise().budget(), write.raise().failures()))
                    : write.entry();
            next.log = next.log.append(List.of(entry));
        }
        next.raisedSince = next.nextRun++;
        ModelFaults.launch(next, mix, build, next.raisedSince, ModelWorld.empty(refused.pipeline, next.raisedSince));
        moves.add(next);
    }

    /** Returns what an owner does after a write with an unknown outcome. */
    Committer unsettled(ModelWorld world, Committer committer, BatchSeal seal) {
        if (build != ModelBuild.SETTLE_BY_READING) {
            return committer.unknown();
        }
        return world.log
                        .view()
                        .pipeline(seal.pipeline())
                        .tip()
                        .equals(seal.batch().tip())
                ? committer.written()
                : committer;
    }
}
