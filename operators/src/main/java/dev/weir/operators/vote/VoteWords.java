package dev.weir.operators.vote;

import dev.weir.operators.admit.AdmittedRecord;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Votes and questions as words of a record, whose unit is the id of the question. So both reach the operator that counts in one stream,
 * under one watermark, and by one key.
 *
 * <p>A vote is its label, its partition, its offset, the length of the teacher's id in bytes, and the id. A question is {@link
 * #QUESTION}, the number of its beliefs, and the beliefs.
 */
final class VoteWords {

    /** The first word of a question. The first word of a vote is -1 or more. */
    private static final long QUESTION = -2;

    /** The index of the first word of a contribution behind its head. */
    private static final int FIRST = 1;

    private static final int VOTE_WORDS = 4;
    private static final int QUESTION_WORDS = 2;

    private VoteWords() {}

    static long[] vote(byte[] teacher, int label, int partition, long offset) {
        int packed = (teacher.length + Long.BYTES - 1) / Long.BYTES;
        long[] words = new long[VOTE_WORDS + packed];
        words[0] = label;
        words[1] = partition;
        words[2] = offset;
        words[3] = teacher.length;
        ByteBuffer.wrap(Arrays.copyOf(teacher, packed * Long.BYTES))
                .asLongBuffer()
                .get(words, VOTE_WORDS, packed);
        return words;
    }

    /** Sets {@code record} to a question. */
    static void set(PublicQuestion question, AdmittedRecord record) {
        double[] belief = question.belief();
        long[] words = new long[QUESTION_WORDS + belief.length];
        words[0] = QUESTION;
        words[1] = belief.length;
        for (int i = 0; i < belief.length; i++) {
            words[QUESTION_WORDS + i] = Double.doubleToLongBits(belief[i]);
        }
        record.start(question.id().getBytes(StandardCharsets.UTF_8), question.time());
        record.add(0, 0, words);
    }

    /** The id of the question that a record is or is about. */
    static String id(AdmittedRecord record) {
        byte[] bytes = record.idLength() > AdmittedRecord.PACKED_BYTES
                ? record.longId()
                : ByteBuffer.allocate(AdmittedRecord.PACKED_BYTES)
                        .putLong(record.idHigh())
                        .putLong(record.idLow())
                        .array();
        return new String(bytes, 0, record.idLength(), StandardCharsets.UTF_8);
    }

    static boolean isQuestion(AdmittedRecord record) {
        return record.word(FIRST) == QUESTION;
    }

    static PublicQuestion question(AdmittedRecord record) {
        double[] belief = new double[(int) record.word(FIRST + 1)];
        for (int i = 0; i < belief.length; i++) {
            belief[i] = Double.longBitsToDouble(record.word(FIRST + QUESTION_WORDS + i));
        }
        return new PublicQuestion(id(record), record.time(), belief);
    }

    static CastVote vote(AdmittedRecord record) {
        int length = (int) record.word(FIRST + 3);
        int packed = (length + Long.BYTES - 1) / Long.BYTES;
        ByteBuffer bytes = ByteBuffer.allocate(packed * Long.BYTES);
        for (int i = 0; i < packed; i++) {
            bytes.putLong(record.word(FIRST + VOTE_WORDS + i));
        }
        String teacher = new String(bytes.array(), 0, length, StandardCharsets.UTF_8);
        return new CastVote(
                teacher, (int) record.word(FIRST), record.time(), (int) record.word(FIRST + 1), record.word(FIRST + 2));
    }
}
