package dev.weir.operators.vote;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.ContributionBatch;
import dev.weir.operators.admit.DeadLetter;
import dev.weir.operators.counters.RecordCounters;
import dev.weir.operators.counters.RecordCountersSerializer;
import dev.weir.operators.counters.RecordOutcome;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.query.Plan;
import dev.weir.operators.state.KeyGroupOperator;
import dev.weir.operators.time.Schedule;
import java.util.List;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.OutputTag;

/**
 * Counts the votes on each question, keyed by question, and sends what a closed question has. It draws nothing and publishes nothing.
 *
 * <p>Which votes count, and when a question closes, depends on questions and on who votes when ({@link QuestionBook}). All questions
 * that close at or before a watermark are sent before it.
 *
 * <p><b>State.</b> A {@link QuestionBook} for each key group.
 */
final class VoteOperator extends KeyGroupOperator<ContributionBatch, ClosedTally, QuestionBook> {

    /** The side output of what was counted since the last barrier. */
    static final OutputTag<RecordCounters> COUNTERS = new OutputTag<>("vote-counters", RecordCountersSerializer.TYPE);

    /** The side output of votes that do not count, without payload. */
    static final OutputTag<DeadLetter> DEAD_LETTERS = new OutputTag<>("vote-dead-letters", DeadLetter.TYPE);

    private static final long serialVersionUID = 1L;

    private final VoteTerms terms;
    private final QuestionHours hours;

    private transient AdmittedRecord record;
    private transient RecordCounters counters;

    /**
     * Creates the operator.
     *
     * @param plan the plan of these terms: {@link VoteTerms#plan}
     * @param schedule which questions are asked
     */
    @SuppressWarnings("NullAway.Init")
    VoteOperator(VoteTerms terms, Plan plan, Schedule schedule) {
        super(plan);
        this.terms = terms;
        this.hours = QuestionHours.of(terms, plan.windows().get(0), schedule);
    }

    @Override
    protected List<QuestionBook> newTables(int groups) {
        Events events = new Events();
        return Stream.generate(() -> new QuestionBook(terms, hours, events))
                .limit(groups)
                .toList();
    }

    @Override
    public void open() throws Exception {
        super.open();
        record = new AdmittedRecord();
        counters = RecordCounters.empty(1);
    }

    @Override
    public void processElement(StreamRecord<ContributionBatch> element) {
        ContributionBatch batch = element.getValue();
        requireGroups(batch.groups());
        QuestionBook book = table(batch.route());
        for (int at = 0; at < batch.size(); ) {
            at = batch.read(at, record);
            if (VoteWords.isQuestion(record)) {
                book.ask(VoteWords.question(record));
            } else {
                book.vote(VoteWords.id(record), VoteWords.vote(record));
            }
        }
        batch.addCountedTo(counters);
    }

    @Override
    public void processWatermark(Watermark watermark) throws Exception {
        long closing = hours.closing(watermark.getTimestamp());
        tables().forEach(book -> book.advance(closing));
        super.processWatermark(watermark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpointId) {
        sendCounters();
    }

    @Override
    public void finish() throws Exception {
        sendCounters();
        super.finish();
    }

    private void sendCounters() {
        if (!counters.isEmpty()) {
            output.collect(COUNTERS, new StreamRecord<>(counters));
            counters = RecordCounters.empty(1);
        }
    }

    /** Counts and sends. */
    private final class Events implements QuestionBook.Events {

        @Override
        public void counted() {
            counters.add(0, RecordOutcome.COUNTED);
        }

        @Override
        public void rejected(CastVote vote, Rejection code) {
            counters.add(0, code);
            output.collect(DEAD_LETTERS, new StreamRecord<>(vote.rejected(code)));
        }

        @Override
        public void closed(ClosedTally tally) {
            output.collect(new StreamRecord<>(tally));
        }
    }
}
