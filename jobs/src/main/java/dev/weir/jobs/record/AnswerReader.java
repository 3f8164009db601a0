package dev.weir.jobs.record;

import dev.weir.accountant.local.client.CategoryQuestion;
import dev.weir.accountant.local.client.NumberQuestion;
import dev.weir.accountant.local.client.Question;
import dev.weir.jobs.config.Pipeline;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.admit.ResolvedSchemas;
import dev.weir.operators.counters.Rejection;
import dev.weir.operators.keys.DeclaredKeyTable;
import dev.weir.operators.keys.DeclaredKeys;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads the answer to a question from a record. A record is refused by the rules of {@link RecordReader}, and as {@link
 * Rejection#OUT_OF_RANGE} if its answer is none of the options, or a number outside of the range. Not safe for use by several
 * threads; a deserialized copy starts with fresh buffers.
 */
public final class AnswerReader implements PayloadReader {

    private static final long serialVersionUID = 1L;

    private static final int NONE = -1;

    private final Pipeline pipeline;
    private final String field;
    private final Question question;
    private final transient RecordReader records;
    private final transient int number;
    private final transient @Nullable DeclaredKeyTable options;
    private transient int answer = NONE;

    /**
     * Creates a reader of the records of a pipeline.
     *
     * @param pipeline the pipeline; for CSV its columns must be known
     * @param field the field with the answer, which the pipeline reads as a key, and for numbers as a number too
     * @param question the question
     */
    public AnswerReader(Pipeline pipeline, String field, Question question) {
        this.pipeline = pipeline;
        this.field = field;
        this.question = question;
        this.records = new RecordReader(pipeline);
        this.number = new FieldNumbers(pipeline.readFields()).of(field);
        this.options =
                question instanceof CategoryQuestion categories ? new DeclaredKeys(categories.options()).table() : null;
    }

    private Object readResolve() {
        return new AnswerReader(pipeline, field, question);
    }

    @Override
    public ResolvedSchemas schemas() {
        return records.schemas();
    }

    @Override
    public void read(byte[] bytes, byte @Nullable [] @Nullable [] outside, DecodedRecord decoded) {
        answer = NONE;
        records.read(bytes, outside, decoded);
        if (decoded.rejection() != null) {
            return;
        }
        answer = find(records.fields());
        if (answer == NONE) {
            decoded.reject(Rejection.OUT_OF_RANGE);
        } else {
            decoded.key(0, answer);
        }
    }

    /**
     * The answer of the last record, if it was not refused: the number of an option, or how many steps a number is above the
     * lowest of its range.
     */
    public int answer() {
        return answer;
    }

    private int find(Fields fields) {
        if (options != null) {
            int found = options.find(fields.bytes(number), fields.from(number), fields.to(number));
            return found == DeclaredKeyTable.ABSENT ? NONE : found;
        }
        return steps((NumberQuestion) question, records.decimals()[number]);
    }

    private static int steps(NumberQuestion numbers, BigDecimal value) {
        long low = numbers.mechanism().range().low();
        BigDecimal lowest = numbers.grid().multiply(BigDecimal.valueOf(low));
        BigDecimal highest = numbers.grid()
                .multiply(BigDecimal.valueOf(numbers.mechanism().range().high()));
        boolean isInside = value.compareTo(lowest) >= 0 && value.compareTo(highest) <= 0;
        return isInside ? Math.toIntExact(numbers.nearest(value) - low) : NONE;
    }
}
