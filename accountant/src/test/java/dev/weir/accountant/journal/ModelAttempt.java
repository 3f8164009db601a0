package dev.weir.accountant.journal;

import dev.weir.accountant.journal.audit.WantedDigests;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.chain.LedgerRecord.Confirmation;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One attempt of one run: its start, its committer once it may run, and the state of its operators. */
final class ModelAttempt {

    final int id;
    final int pipeline;
    final int run;
    final Snapshot from;
    boolean isRaised;
    boolean zombie;

    @Nullable Start start;

    @Nullable Committer committer;

    ModelOperator operator;

    @Nullable Snapshot unfinished;

    long checkpoint;
    int life;
    int lostStarts;
    Map<Integer, Integer> drawnAtCommit = new TreeMap<>();

    /** The content of a checkpoint. */
    record Snapshot(int pipeline, int run, JournalState state, ModelOperator operator) {

        boolean holdsTheSame(Snapshot other) {
            return state.restored().equals(other.state.restored()) && operator.equals(other.operator);
        }
    }

    ModelAttempt(int id, int run, Snapshot from) {
        this.id = id;
        this.pipeline = from.pipeline();
        this.run = run;
        this.from = from;
        this.operator = from.operator();
    }

    ModelAttempt copy() {
        ModelAttempt copy = new ModelAttempt(id, run, from);
        copy.isRaised = isRaised;
        copy.zombie = zombie;
        copy.start = start;
        copy.committer = committer;
        copy.operator = operator;
        copy.unfinished = unfinished;
        copy.checkpoint = checkpoint;
        copy.life = life;
        copy.lostStarts = lostStarts;
        copy.drawnAtCommit = new TreeMap<>(drawnAtCommit);
        return copy;
    }

    /** Returns the reason why a fenced owner ends. */
    Refusal refusal(ModelWorld world) {
        Committer ended = Objects.requireNonNull(committer);
        WantedDigests wanted = ended.state().wantedDigests(ModelWorld.name(pipeline));
        return ended.ended(world.log.view(wanted), "run" + run);
    }

    /** Confirms how far the pipeline has come, if this attempt still holds the pipeline's id. */
    void confirm(ModelWorld world, ModelBuild build, Confirmation confirmation) {
        Committer confirming = Objects.requireNonNull(committer);
        boolean holds = world.holders[pipeline] == id || build == ModelBuild.NO_FENCE;
        committer = holds ? confirming.confirmed(confirmation.number()) : confirming.fenced();
        if (holds && build != ModelBuild.NO_CONFIRMATION) {
            world.log = world.log.append(List.of(confirmation));
        }
    }

    static StartRequest request(ModelMix mix, int pipeline, int run, boolean isRaised) {
        Amount one = new Amount(Currency.EPSILON, 1);
        Amount budget = new Amount(Currency.EPSILON, mix.budget() + (isRaised ? 1 : 0));
        Amount limit = new Amount(Currency.EPSILON, mix.keyLimit());
        return new StartRequest(
                ModelWorld.name(pipeline),
                "run" + run,
                new Declaration(PrivacyUnit.USER_PER_HOUR, budget, Delta.ZERO),
                new Claim(
                        mix.firstWindow(pipeline) - 1,
                        one,
                        Delta.ZERO,
                        List.of(new QueryTerms(ModelWorld.query(pipeline), limit, Long.MAX_VALUE))));
    }

    void print(ModelPrint print) {
        print.id(id)
                .add(pipeline)
                .add(run)
                .add(isRaised)
                .add(zombie)
                .add(life)
                .add(checkpoint)
                .add(lostStarts);
        print(print, operator);
        if (start != null) {
            print.add(start.phase().name().hashCode()).add(start.looked()).add(start.isAdopting());
            start.terms().expected().stream().sorted().forEach(print::add);
            print(print, start.terms().state());
            ChainTip planned = start.lastPlanned();
            print.add(planned);
        }
        print.add(77);
        if (committer != null) {
            print(print, committer.state());
            print.add(committer.resumePoint().owner())
                    .add(committer.progress().ledger())
                    .add(committer.progress().checkpoint())
                    .add(committer.progress().foreign().seen())
                    .add(committer.progress().foreign().confirmed())
                    .add(committer.progress().standing().name().hashCode());
        }
        print.add(78);
        if (unfinished != null) {
            print(print, unfinished);
        }
        drawnAtCommit.forEach((window, value) -> print.add(window).add(value));
        print.add(79);
    }

    static void print(ModelPrint print, Snapshot snapshot) {
        print.add(snapshot.pipeline()).add(snapshot.run());
        print(print, snapshot.state());
        print(print, snapshot.operator());
    }

    private static void print(ModelPrint print, JournalState state) {
        print.add(state.base()).add(state.anchor()).add(state.reach());
        state.pending().forEach(pending -> print.add(pending.batch().tip()).add(pending.checkpoint()));
        print.add(71);
    }

    private static void print(ModelPrint print, ModelOperator operator) {
        print.add(operator.released()).add(operator.spent());
        operator.open().forEach(copy -> print.add(copy.code()));
        print.add(72);
        operator.closed().forEach(batch -> {
            print.add(batch.sequence());
            batch.rows().forEach(copy -> print.add(copy.code()));
        });
        print.add(73);
    }
}
