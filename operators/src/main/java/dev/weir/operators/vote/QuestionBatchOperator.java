package dev.weir.operators.vote;

import dev.weir.operators.admit.AdmittedRecord;
import dev.weir.operators.admit.BatchBuffer;
import dev.weir.operators.admit.ContributionBatch;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Turns public questions into the batches that votes travel in, one for each question. It has no state. */
final class QuestionBatchOperator extends AbstractStreamOperator<ContributionBatch>
        implements OneInputStreamOperator<PublicQuestion, ContributionBatch> {

    private static final long serialVersionUID = 1L;

    private final int groups;

    private transient BatchBuffer batches;
    private transient AdmittedRecord record;

    /** Creates an operator that sends questions to an operator with this many key groups. */
    @SuppressWarnings("NullAway.Init")
    QuestionBatchOperator(int groups) {
        this.groups = groups;
    }

    @Override
    public void open() throws Exception {
        super.open();
        StreamRecord<ContributionBatch> reused = new StreamRecord<>(new ContributionBatch());
        batches = new BatchBuffer(groups, batch -> output.collect(reused.replace(batch)));
        record = new AdmittedRecord();
    }

    @Override
    public void processElement(StreamRecord<PublicQuestion> element) {
        if (!element.getValue().id().isEmpty()) {
            VoteWords.set(element.getValue(), record);
            batches.add(record);
            batches.sendAll();
        }
    }
}
