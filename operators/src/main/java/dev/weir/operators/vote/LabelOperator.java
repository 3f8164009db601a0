package dev.weir.operators.vote;

import dev.weir.accountant.noise.KeyStream;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Currency;
import dev.weir.accountant.vote.VoteAccount;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.state.PlanOperator;
import dev.weir.operators.state.restore.StateIdentity;
import dev.weir.operators.time.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.api.java.typeutils.TupleTypeInfo;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Draws the label of every closed question, in one order for all of them, and keeps the one account. It runs with parallelism and max
 * parallelism 1; it receives one tally for each question.
 *
 * <p><b>Guarantee.</b> Neighbours: the labels of one teacher are replaced. Questions are asked when a watermark has passed the time at which they
 * closed, in the order of these times and then of their ids ({@link ClosedTally#PUBLIC_ORDER}): who voted when decides, and no label does. {@link
 * Labeller} says why what is drawn costs at most the budget. A draw becomes visible only if the checkpoint that holds the account and the
 * ids behind it has completed ({@link dev.weir.operators.publish.PublishOperator}); after a failure the job goes on from that
 * checkpoint, and no draw since then was visible. State that is older than the ledger is refused. An adoption of it closes every question
 * that was asked by the time of the adoption, because a later state may have published its label.
 *
 * <p><b>State.</b> {@code tallies} holds closed questions whose time the watermark has not passed, as sensitive as the input; {@code asked} the ids
 * of all questions that were ever asked, at most as many as the budget pays for; {@code account} the counts of the account, with the
 * version and {@link VoteTerms#description}. Under a new version the account goes on with what was spent, and open tallies are dropped.
 */
final class LabelOperator extends PlanOperator<ClosedTally, PublishedRow> {

    /** The output of exact votes. It is private, and empty unless exact values are revealed. */
    static final OutputTag<PublishedRow> EXACT = new OutputTag<>("exact-votes", PublishedRowSerializer.TYPE);

    private static final long serialVersionUID = 1L;

    /** The description, then the questions asked and answered under it, what was spent before, and what is spent in all. */
    private static final TupleTypeInfo<Tuple5<String, Long, Long, Long, Long>> ACCOUNT =
            new TupleTypeInfo<>(Types.STRING, Types.LONG, Types.LONG, Types.LONG, Types.LONG);

    private final VoteTerms terms;
    private final Schedule schedule;
    private final VoteRows rows;
    private final boolean reveal;

    private transient ListState<ClosedTally> talliesState;
    private transient ListState<String> askedState;
    private transient ListState<Tuple5<String, Long, Long, Long, Long>> accountState;
    private transient TreeSet<ClosedTally> tallies;
    private transient Set<String> asked;
    private transient Labeller labeller;
    private transient QuestionHours hours;

    /**
     * Creates the operator.
     *
     * @param schedule which questions are asked
     * @param rows writes rows by the plan of these terms
     * @param reveal whether exact votes are sent to {@link #EXACT}; for teaching and checking, never for production
     */
    @SuppressWarnings("NullAway.Init")
    LabelOperator(VoteTerms terms, Schedule schedule, VoteRows rows, boolean reveal) {
        super(rows.plan());
        this.terms = terms;
        this.schedule = schedule;
        this.rows = rows;
        this.reveal = reveal;
    }

    @Override
    protected void restore(StateInitializationContext context, StateIdentity identity) throws Exception {
        talliesState =
                context.getOperatorStateStore().getListState(new ListStateDescriptor<>("tallies", ClosedTally.TYPE));
        askedState = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("asked", Types.STRING));
        accountState = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("account", ACCOUNT));
        tallies = new TreeSet<>(ClosedTally.PUBLIC_ORDER);
        asked = new HashSet<>();
        askedState.get().forEach(asked::add);
        VoteAccount account = terms.account();
        for (Tuple5<String, Long, Long, Long, Long> saved : accountState.get()) {
            boolean isSame = saved.f0.equals(meaning());
            account = isSame
                    ? account.after(gaussian(saved.f3)).with(saved.f1, saved.f2)
                    : account.after(gaussian(saved.f4));
            if (isSame) {
                talliesState.get().forEach(this::keep);
            }
        }
        labeller = new Labeller(terms, asked, account, KeyStream.fresh());
    }

    /** What the kept counts and tallies belong to: another version may read other labels. */
    private String meaning() {
        return terms.version() + " " + terms.description();
    }

    private static Amount gaussian(long femto) {
        return new Amount(Currency.HALF_MU_SQUARED, femto);
    }

    @Override
    public void open() throws Exception {
        super.open();
        hours = QuestionHours.of(terms, plan().windows().get(0), schedule);
    }

    @Override
    public void processElement(StreamRecord<ClosedTally> element) {
        keep(element.getValue());
    }

    /** Keeps a tally until the watermark has passed its time. A question that was asked before the latest adoption is closed for good. */
    private void keep(ClosedTally tally) {
        if (tally.question().time() > schedule.closing().upTo()) {
            tallies.add(tally);
        }
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        long closing = hours.closing(watermark.getTimestamp());
        while (!tallies.isEmpty() && tallies.first().closed() <= closing) {
            ClosedTally next = tallies.first();
            tallies.remove(next);
            labeller.label(next).ifPresent(this::emit);
        }
        super.processWatermark(watermark);
    }

    private void emit(Labeller.Labelled labelled) {
        output.collect(new StreamRecord<>(rows.published(labelled)));
        ExactVote exact = labelled.exact();
        if (reveal && exact != null) {
            output.collect(EXACT, new StreamRecord<>(rows.exact(labelled.result(), exact)));
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        talliesState.update(List.copyOf(tallies));
        askedState.update(List.copyOf(asked));
        VoteAccount account = labeller.account();
        accountState.update(List.of(Tuple5.of(
                meaning(),
                account.asked(),
                account.answered(),
                account.earlier().femto(),
                account.spent().femto())));
    }
}
