package dev.weir.jobs.record;

import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.vote.VoteFields;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads votes. A vote is refused by the rules of {@link RecordReader}: its key is the id of the question, its unit the teacher. A
 * label that is missing, not scalar or not declared refuses nothing: it is an abstention, because who voted on what must not depend on
 * labels. Not safe for use by several threads; a deserialized copy starts with fresh buffers.
 */
public final class VoteReader implements PlacedReader {

    private static final long serialVersionUID = 1L;

    private static final VoteFields.Place NOWHERE = new VoteFields.Place(0, 0);

    private final Pipeline pipeline;
    private final String labelField;
    private final VoteFields votes;
    private final transient RecordReader records;
    private final transient int question;
    private final transient int label;
    private transient VoteFields.Place place = NOWHERE;

    /**
     * Creates a reader of the votes of a pipeline.
     *
     * @param pipeline the pipeline, whose one query reads the id of the question as its key and may read the label; for CSV its
     *     columns must be known
     * @param labelField the field with the label
     * @param labels the declared labels, in their order
     */
    public VoteReader(Pipeline pipeline, String labelField, List<String> labels) {
        this(pipeline, labelField, new VoteFields(labels));
    }

    private VoteReader(Pipeline pipeline, String labelField, VoteFields votes) {
        FieldNumbers numbers = new FieldNumbers(pipeline.readFields());
        this.pipeline = pipeline;
        this.labelField = labelField;
        this.votes = votes;
        this.records = new RecordReader(pipeline);
        this.question = numbers.of(pipeline.fields().get(0).key());
        this.label = numbers.of(labelField);
    }

    private Object readResolve() {
        return new VoteReader(pipeline, labelField, votes);
    }

    @Override
    public void at(int partition, long offset) {
        place = new VoteFields.Place(partition, offset);
    }

    @Override
    public ResolvedSchemas schemas() {
        return records.schemas();
    }

    @Override
    public void read(byte[] bytes, byte @Nullable [] @Nullable [] outside, DecodedRecord decoded) {
        records.read(bytes, outside, decoded);
        if (decoded.rejection() == null) {
            Fields fields = records.fields();
            int number = votes.number(fields.isText(label) ? fields.text(label) : null);
            byte[] id = Arrays.copyOfRange(fields.bytes(question), fields.from(question), fields.to(question));
            VoteFields.set(new VoteFields.Ids(id, decoded.unit(), number), place, decoded);
        }
    }
}
