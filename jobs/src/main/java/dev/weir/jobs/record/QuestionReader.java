package dev.weir.jobs.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.weir.jobs.format.FieldNumbers;
import dev.weir.jobs.format.Fields;
import dev.weir.jobs.format.JsonFormat;
import dev.weir.jobs.format.Splitter;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.time.text.TimeFormat;
import dev.weir.operators.time.text.TimeReader;
import dev.weir.operators.vote.PublicQuestion;
import dev.weir.operators.vote.VoteFields;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads public questions, each one JSON object. What is no question is left out: bytes that are not one JSON object, or have no id, an
 * id of more than {@link VoteFields#MOST_BYTES} bytes, or no belief where one is needed. Not safe for use by several threads; a
 * deserialized copy starts with fresh buffers.
 */
public final class QuestionReader implements Serializable {

    private static final long serialVersionUID = 1L;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double[] NO_BELIEF = {};
    private static final int ID = 0;
    private static final int TIME = 1;

    private final Names names;
    private final List<String> labels;
    private final transient Splitter splitter;
    private final transient Fields fields;
    private final transient TimeReader times = TimeFormat.STANDARD.reader();

    /**
     * The names of the fields of a question: dotted paths.
     *
     * @param question the field with the id
     * @param time the field with the time
     * @param belief the field with the student's belief; empty if it is not read
     */
    public record Names(String question, String time, String belief) implements Serializable {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Creates a reader.
     *
     * @param names the names of the fields
     * @param labels the declared labels, in their order
     */
    public QuestionReader(Names names, List<String> labels) {
        this.names = names;
        this.labels = List.copyOf(labels);
        FieldNumbers numbers = new FieldNumbers(List.of(names.question(), names.time()));
        this.splitter = new JsonFormat().splitter(numbers);
        this.fields = new Fields(numbers.count());
    }

    private Object readResolve() {
        return new QuestionReader(names, labels);
    }

    /**
     * The question's own time.
     *
     * @param bytes the question
     * @return epoch milliseconds, or {@link PartitionClock#NO_TIME} if it has none that can be read
     */
    public long time(byte[] bytes) {
        return split(bytes) ? time() : PartitionClock.NO_TIME;
    }

    /**
     * Reads a question; null if the bytes are none.
     *
     * @param bytes the question
     * @param instead the time of a question without a time of its own, epoch milliseconds; {@link PartitionClock#NO_TIME} if it
     *     is left out
     */
    public @Nullable PublicQuestion read(byte[] bytes, long instead) {
        if (!split(bytes)) {
            return null;
        }
        long own = time();
        long time = own == PartitionClock.NO_TIME ? instead : own;
        double[] belief = names.belief().isEmpty() ? NO_BELIEF : belief(bytes);
        boolean isBelief = names.belief().isEmpty() || PublicQuestion.isBelief(belief, labels.size());
        return time == PartitionClock.NO_TIME || !isBelief ? null : new PublicQuestion(fields.text(ID), time, belief);
    }

    /**
     * Reads a question whose time is given from outside; null if the bytes are none.
     *
     * @param bytes the question
     * @param time when the question was written, epoch milliseconds, or {@link PartitionClock#NO_TIME}
     */
    public @Nullable PublicQuestion readWritten(byte[] bytes, long time) {
        PublicQuestion read = read(bytes, time);
        return read == null || time == PartitionClock.NO_TIME
                ? null
                : new PublicQuestion(read.id(), time, read.belief());
    }

    private boolean split(byte[] bytes) {
        fields.clear();
        return splitter.split(bytes, fields) == null && fields.isText(ID) && fields.size(ID) <= VoteFields.MOST_BYTES;
    }

    private long time() {
        if (!fields.isText(TIME)) {
            return PartitionClock.NO_TIME;
        }
        long time = times.read(fields.bytes(TIME), fields.from(TIME), fields.to(TIME));
        return time == TimeReader.NONE || time == TimeReader.BEYOND ? PartitionClock.NO_TIME : time;
    }

    /** The belief: a list in the order of the labels, or an object by label. Empty if it is neither. */
    private double[] belief(byte[] bytes) {
        JsonNode node;
        try {
            node = JSON.readTree(bytes);
        } catch (IOException e) {
            return NO_BELIEF;
        }
        for (String name : names.belief().split("\\.", -1)) {
            node = node.path(name);
        }
        boolean isComplete = node.size() == labels.size();
        double[] belief = new double[labels.size()];
        for (int i = 0; i < belief.length && isComplete; i++) {
            JsonNode one = node.isArray() ? node.path(i) : node.path(labels.get(i));
            isComplete = one.isNumber();
            belief[i] = one.asDouble();
        }
        return isComplete ? belief : NO_BELIEF;
    }
}
