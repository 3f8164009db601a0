package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelAttempt.Snapshot;
import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.ModelWorld.InFlight;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The faults of the model. */
final class ModelFaults {

    private final ModelMix mix;
    private final ModelBuild build;

    ModelFaults(ModelMix mix, ModelBuild build) {
        this.mix = mix;
        this.build = build;
    }

    /** Starts a new attempt of a run from a restored checkpoint. */
    static void launch(ModelWorld world, ModelMix mix, ModelBuild build, int run, Snapshot from) {
        ModelAttempt attempt = new ModelAttempt(world.nextId++, run, from);
        attempt.isRaised = world.raisedSince != ModelWorld.NOBODY && run >= world.raisedSince;
        attempt.start = new ModelStarts(mix, build).start(attempt, from.state().restored());
        world.attempts.add(attempt);
    }

    private ModelWorld after(ModelWorld world, Fault fault, String move) {
        ModelWorld next = world.after(move);
        next.use(fault);
        return next;
    }

    private static boolean may(ModelWorld world, Fault fault) {
        return world.may(fault);
    }

    /** Adds the faults of one attempt. */
    void moves(ModelWorld world, int i, List<ModelWorld> moves) {
        ModelAttempt attempt = world.attempts.get(i);
        if (attempt.zombie) {
            return;
        }
        if (may(world, Fault.CRASH)) {
            moves.add(crash(after(world, Fault.CRASH, "attempt " + attempt.id + " crashes"), i));
            crashAfterCopies(world, i, moves);
        }
        if (may(world, Fault.ZOMBIE)) {
            ModelWorld next = after(world, Fault.ZOMBIE, "attempt " + attempt.id + " is replaced and goes on");
            next.attempts.get(i).zombie = true;
            launch(next, mix, build, attempt.run, next.newest(attempt.pipeline, attempt.run));
            moves.add(next);
        }
        if (may(world, Fault.OLD_STATE)) {
            for (Snapshot old : states(world, attempt.pipeline)) {
                ModelWorld next = after(world, Fault.OLD_STATE, "attempt " + attempt.id + " ends, an old state starts");
                next.attempts.remove(i);
                moves.add(started(next, old));
            }
        }
    }

    private ModelWorld crash(ModelWorld next, int i) {
        ModelAttempt dead = next.attempts.remove(i);
        launch(next, mix, build, dead.run, next.newest(dead.pipeline, dead.run));
        return next;
    }

    /** Ends an attempt after its copies are visible and before their acknowledgement. */
    private void crashAfterCopies(ModelWorld world, int i, List<ModelWorld> moves) {
        ModelAttempt attempt = world.attempts.get(i);
        if (attempt.start == null
                && attempt.committer != null
                && attempt.committer.nextOfCopies() instanceof CommitStep.Publish publish) {
            ModelWorld next = after(world, Fault.CRASH, "attempt " + attempt.id + " crashes after its copies are out");
            new Model(mix, build).publish(next, i, publish.batch().sequence());
            moves.add(crash(next, i));
        }
    }

    /** Starts another run from a checkpoint, which it takes for its own. */
    private ModelWorld started(ModelWorld next, Snapshot from) {
        int run = next.nextRun++;
        Snapshot own = new Snapshot(from.pipeline(), run, from.state(), from.operator());
        next.store.add(own);
        launch(next, mix, build, run, own);
        return next;
    }

    /** Adds foreign writes. */
    private void others(ModelWorld world, List<ModelWorld> moves) {
        if (may(world, Fault.FOREIGN)) {
            for (ModelLog foreign : world.log.foreign()) {
                ModelWorld unseen = after(world, Fault.FOREIGN, "somebody else writes a record, and nobody sees it");
                unseen.log = foreign;
                unseen.unseen = true;
                moves.add(unseen);
                ModelWorld seen = after(world, Fault.FOREIGN, "somebody else writes a record, and owners see it");
                seen.log = foreign;
                moves.add(told(seen));
            }
        }
        if (may(world, Fault.GARBLED) && !world.log.isEmpty()) {
            ModelWorld next = after(world, Fault.GARBLED, "the newest transaction is garbled, and owners see it");
            next.log = world.log.garbled();
            moves.add(told(next));
        }
    }

    private static ModelWorld told(ModelWorld world) {
        for (ModelAttempt attempt : world.attempts) {
            if (attempt.committer != null) {
                attempt.committer = attempt.committer.unconfirmed();
            }
        }
        return world;
    }

    private static List<Snapshot> states(ModelWorld world, int pipeline) {
        List<Snapshot> states = new ArrayList<>();
        states.add(ModelWorld.empty(pipeline, 0));
        world.store.stream()
                .filter(snapshot -> snapshot.pipeline() == pipeline)
                .filter(snapshot -> states.stream().noneMatch(snapshot::holdsTheSame))
                .forEach(states::add);
        return states;
    }

    /** Adds the faults that concern no attempt. */
    void moves(ModelWorld world, List<ModelWorld> moves) {
        for (int i = 0; i < world.inFlight.size(); i++) {
            ModelWorld next = world.after("a write lands late");
            InFlight write = next.inFlight.remove(i);
            Model.land(next, write);
            moves.add(next);
        }
        if (may(world, Fault.CLONE)) {
            for (int pipeline = 0; pipeline < mix.pipelines(); pipeline++) {
                for (Snapshot state : states(world, pipeline)) {
                    moves.add(started(after(world, Fault.CLONE, "a clone starts"), state));
                }
            }
        }
        others(world, moves);
        new ModelSnapshots(build).moves(world, moves);
        if (may(world, Fault.TRUNCATION)) {
            for (ModelLog shorter : world.log.truncated()) {
                ModelWorld next = after(world, Fault.TRUNCATION, "the ledger loses its end");
                next.log = shorter;
                next.inFlight.clear();
                next.domainHolder = ModelWorld.NOBODY;
                Arrays.fill(next.holders, ModelWorld.NOBODY);
                moves.add(next);
            }
        }
    }
}
