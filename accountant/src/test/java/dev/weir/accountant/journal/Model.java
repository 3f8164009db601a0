package dev.weir.accountant.journal;

import dev.weir.accountant.journal.ModelAttempt.Snapshot;
import dev.weir.accountant.journal.ModelMix.Fault;
import dev.weir.accountant.journal.ModelWorld.Exposure;
import dev.weir.accountant.journal.ModelWorld.InFlight;
import dev.weir.accountant.journal.audit.PipelineView;
import dev.weir.accountant.journal.chain.BatchDigest;
import dev.weir.accountant.journal.chain.LedgerRecord;
import dev.weir.accountant.journal.chain.LedgerRecord.BatchSeal;
import dev.weir.accountant.journal.chain.LedgerRecord.RowEntry;
import dev.weir.accountant.journal.chain.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Generates all moves from a state: the steps of every attempt, and the faults. */
final class Model {

    private final ModelMix mix;
    private final ModelBuild build;
    private final ModelStarts starts;
    private final ModelFaults faults;
    private List<ModelWorld> moves = new ArrayList<>();

    Model(ModelMix mix, ModelBuild build) {
        this.mix = mix;
        this.build = build;
        this.starts = new ModelStarts(mix, build);
        this.faults = new ModelFaults(mix, build);
    }

    ModelWorld first() {
        ModelWorld world = new ModelWorld(mix, build.forgotten());
        for (int i = 0; i < mix.pipelines() * mix.runs(); i++) {
            int run = world.nextRun++;
            ModelFaults.launch(world, mix, build, run, ModelWorld.empty(i % mix.pipelines(), run));
        }
        return world;
    }

    List<ModelWorld> moves(ModelWorld world) {
        moves = new ArrayList<>();
        for (int i = 0; i < world.attempts.size(); i++) {
            ModelAttempt attempt = world.attempts.get(i);
            if (attempt.start != null) {
                starts.moves(world, i, moves);
                copy(world, i);
            } else if (attempt.committer != null) {
                draw(world, i);
                barrier(world, i);
                complete(world, i);
                commit(world, i, attempt.committer.nextOfLedger());
                copy(world, i);
                retire(world, i);
            }
            faults.moves(world, i, moves);
        }
        faults.moves(world, moves);
        return moves;
    }

    private ModelWorld move(ModelWorld world, int i, String what) {
        ModelAttempt attempt = world.attempts.get(i);
        ModelWorld next = world.after("attempt " + attempt.id + " (run " + attempt.run + "): " + what);
        moves.add(next);
        return next;
    }

    private static Committer committer(ModelAttempt attempt) {
        if (attempt.committer == null) {
            throw new IllegalStateException("attempt must run");
        }
        return attempt.committer;
    }

    private void draw(ModelWorld world, int i) {
        ModelAttempt attempt = world.attempts.get(i);
        int window = Math.max(attempt.operator.released() + 1, mix.firstWindow(attempt.pipeline));
        if (window > mix.lastWindow(attempt.pipeline)) {
            return;
        }
        ModelWorld next = move(world, i, "draw window " + window);
        ModelAttempt drawing = next.attempts.get(i);
        boolean charged = attempt.operator.spent() < mix.keyLimit();
        int value = build == ModelBuild.DRAW_AT_COMMIT ? 0 : next.draw(attempt.pipeline, window);
        drawing.operator = drawing.operator.draw(new ModelCopy(attempt.pipeline, window, value, charged));
        if (mix.isCoarse() && drawing.unfinished == null) {
            close(drawing);
        }
    }

    private void barrier(ModelWorld world, int i) {
        ModelAttempt attempt = world.attempts.get(i);
        if (attempt.unfinished != null
                || (attempt.zombie && attempt.operator.open().isEmpty())) {
            return;
        }
        Committer committer = committer(attempt);
        boolean waits = !committer.state().pending().isEmpty() && !committer.isDue();
        Snapshot now = new Snapshot(attempt.pipeline, attempt.run, committer.state(), attempt.operator);
        if (attempt.operator.open().isEmpty()
                && !waits
                && now.holdsTheSame(world.newest(attempt.pipeline, attempt.run))) {
            return;
        }
        close(move(world, i, "barrier").attempts.get(i));
    }

    private void close(ModelAttempt attempt) {
        attempt.checkpoint++;
        Committer committer = committer(attempt);
        List<ModelCopy> rows = attempt.operator.open();
        if (!rows.isEmpty()) {
            BatchDigest digest = new BatchDigest(
                    ModelWorld.name(attempt.pipeline), committer.state().last());
            rows.forEach(row -> digest.add(row.row()));
            Span span = rows.get(0).span();
            for (ModelCopy row : rows) {
                span = span.with(row.span().from(), row.span().lastEnd());
            }
            committer = committer.closed(digest.close(span), attempt.checkpoint);
            attempt.operator = attempt.operator.close(committer.state().last().sequence());
        }
        attempt.committer =
                build == ModelBuild.COMMIT_BEFORE_COMPLETION ? committer.completed(attempt.checkpoint) : committer;
        attempt.unfinished = new Snapshot(attempt.pipeline, attempt.run, committer.state(), attempt.operator);
    }

    /** A replaced attempt does not learn that its checkpoints complete. */
    private void complete(ModelWorld world, int i) {
        ModelAttempt attempt = world.attempts.get(i);
        if (attempt.unfinished == null || attempt.zombie) {
            return;
        }
        ModelAttempt told = completed(move(world, i, "checkpoint completes"), i);
        told.committer = committer(told).completed(told.checkpoint);
        if (world.may(Fault.LOST_CALLBACK)) {
            ModelWorld lost = move(world, i, "checkpoint completes, nobody is told");
            lost.use(Fault.LOST_CALLBACK);
            completed(lost, i);
        }
        if (world.may(Fault.ABORTED_CHECKPOINT)) {
            ModelWorld aborted = move(world, i, "checkpoint fails");
            aborted.use(Fault.ABORTED_CHECKPOINT);
            aborted.attempts.get(i).unfinished = null;
        }
    }

    private static ModelAttempt completed(ModelWorld world, int i) {
        ModelAttempt attempt = world.attempts.get(i);
        if (attempt.unfinished != null) {
            world.store.add(attempt.unfinished);
        }
        attempt.unfinished = null;
        return attempt;
    }

    private void commit(ModelWorld world, int i, CommitStep step) {
        if (step instanceof CommitStep.Write write) {
            write(world, i, write.seal());
        } else if (step instanceof CommitStep.Confirm confirm) {
            ModelWorld next = move(world, i, "confirm");
            next.attempts.get(i).confirm(next, build, confirm.confirmation());
        } else if (step instanceof CommitStep.StartAgain again) {
            startAgain(move(world, i, "start again"), i, again.owner());
        } else if (step instanceof CommitStep.End) {
            end(world, i);
        } else if (step instanceof CommitStep.Stop) {
            ModelWorld next = move(world, i, "stop");
            next.attempts.remove(i);
            next.refused = true;
        }
    }

    /** Copies of a batch may be finished while a later batch is written, whatever the owner has learnt in the meantime. */
    private void copy(ModelWorld world, int i) {
        Committer committer = world.attempts.get(i).committer;
        if (committer != null && committer.isOldestWritten()) {
            long sequence = committer.state().pending().get(0).batch().sequence();
            ModelWorld next = move(world, i, "publish batch " + sequence);
            publish(next, i, sequence);
            ModelAttempt attempt = next.attempts.get(i);
            attempt.committer = committer(attempt).published();
            attempt.operator = attempt.operator.forget(sequence);
        }
    }

    private void startAgain(ModelWorld world, int i, long owner) {
        ModelAttempt attempt = world.attempts.get(i);
        Committer committer = committer(attempt);
        if (build != ModelBuild.RETAKE_PIPELINE_ONLY) {
            attempt.start = starts.start(attempt, committer.stateInLedger()).expecting(owner);
            return;
        }
        starts.takePipeline(world, attempt);
        PipelineView pipeline = world.log.view().pipeline(ModelWorld.name(attempt.pipeline));
        if (pipeline.owner().number() == owner) {
            ResumePoint resumePoint = committer.resumePoint();
            attempt.committer = committer.resumed(
                    new ResumePoint(owner, resumePoint.state(), pipeline.tip(), resumePoint.limits(), false));
        } else {
            world.attempts.remove(i);
        }
    }

    private void end(ModelWorld world, int i) {
        ModelWorld next = move(world, i, "end");
        ModelAttempt ended = next.attempts.remove(i);
        Refusal refusal = ended.refusal(world);
        if (!ended.zombie && !refusal.isForGood()) {
            ModelFaults.launch(next, mix, build, ended.run, next.newest(ended.pipeline, ended.run));
        }
        next.refused |= !ended.zombie && refusal.isForGood();
    }

    /** Makes the copies of a batch visible. */
    void publish(ModelWorld world, int i, long sequence) {
        ModelAttempt attempt = world.attempts.get(i);
        for (ModelCopy row : attempt.operator.rows(sequence)) {
            world.visible.add(drawn(world, attempt, row));
            world.expose(new Exposure(row.window(), row.pipeline(), attempt.life));
        }
    }

    /** Returns the row as it becomes visible. A build that draws noise at commit keeps the attempt's first draw. */
    private ModelCopy drawn(ModelWorld world, ModelAttempt attempt, ModelCopy row) {
        if (build != ModelBuild.DRAW_AT_COMMIT) {
            return row;
        }
        int value = attempt.drawnAtCommit.computeIfAbsent(row.window(), window -> world.draw(row.pipeline(), window));
        return new ModelCopy(row.pipeline(), row.window(), value, row.isCharged());
    }

    private void write(ModelWorld world, int i, BatchSeal seal) {
        ModelAttempt attempt = world.attempts.get(i);
        List<ModelCopy> rows = attempt.operator.rows(seal.batch().sequence());
        if (build == ModelBuild.PUBLISH_BEFORE_LEDGER && !world.visible.containsAll(rows)) {
            publish(move(world, i, "publish before the ledger"), i, seal.batch().sequence());
            return;
        }
        boolean holds = world.holders[attempt.pipeline] == attempt.id || build == ModelBuild.NO_FENCE;
        ModelWorld next = move(world, i, "write batch " + seal.batch().sequence() + (holds ? "" : ": fenced"));
        ModelAttempt writing = next.attempts.get(i);
        if (holds) {
            land(next, request(next, i, seal));
            writing.committer = committer(writing).written();
            unknown(world, i, seal);
        } else {
            writing.committer = committer(writing).fenced();
        }
    }

    private void unknown(ModelWorld world, int i, BatchSeal seal) {
        if (!world.may(Fault.UNKNOWN)) {
            return;
        }
        ModelWorld landed = move(world, i, "write batch " + seal.batch().sequence() + ": unknown, has landed");
        land(landed, request(landed, i, seal));
        ModelWorld pending = move(world, i, "write batch " + seal.batch().sequence() + ": unknown, under way");
        pending.inFlight.add(request(pending, i, seal));
        for (ModelWorld next : List.of(landed, pending)) {
            next.use(Fault.UNKNOWN);
            ModelAttempt attempt = next.attempts.get(i);
            attempt.committer = starts.unsettled(next, committer(attempt), seal);
        }
    }

    private InFlight request(ModelWorld world, int i, BatchSeal seal) {
        ModelAttempt attempt = world.attempts.get(i);
        List<LedgerRecord> records = new ArrayList<>();
        List<ModelCopy> copies = new ArrayList<>();
        for (ModelCopy row : attempt.operator.rows(seal.batch().sequence())) {
            records.add(new RowEntry(seal.pipeline(), seal.batch().sequence(), records.size(), row.row()));
            copies.add(drawn(world, attempt, row));
        }
        records.add(seal);
        return new InFlight(attempt.id, attempt.pipeline, records, copies);
    }

    static void land(ModelWorld world, InFlight write) {
        world.log = world.log.append(write.records());
        world.ledgered.addAll(write.rows());
    }

    private void retire(ModelWorld world, int i) {
        ModelAttempt attempt = world.attempts.get(i);
        Optional<LedgerRecord.Retirement> retirement = committer(attempt).retirement();
        boolean done =
                attempt.operator.open().isEmpty() && attempt.operator.released() == mix.lastWindow(attempt.pipeline);
        if (mix.isSuccessive() && done && retirement.isPresent()) {
            ModelWorld next = move(world, i, "retire");
            if (world.holders[attempt.pipeline] == attempt.id) {
                next.log = next.log.append(List.of(retirement.get()));
            }
            next.attempts.remove(i);
        }
    }
}
