package dev.weir.jobs.kafka.sink;

import dev.weir.jobs.kafka.client.MessageLimit;
import dev.weir.operators.admit.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/**
 * Encodes dead letters as messages, and cuts dead letters that are too long for their topic. Safe for use by several threads.
 */
final class DeadLetterMessages {

    /**
     * The maximum number of bytes of a dead letter, even if its topic accepts more. The producer's buffer holds two of this
     * length.
     */
    static final int LONGEST = 16 << 20;

    private static final String ORIGINAL_LENGTH = "original-length";
    private static final byte[] NOTHING = {};

    private final String topic;
    private volatile int room;

    /**
     * @param largest the largest message that the topic is known to accept, in bytes
     */
    DeadLetterMessages(String topic, int largest) {
        this.topic = topic;
        this.room = roomIn(largest);
    }

    private static int roomIn(int message) {
        return Math.min(Math.max(0, message - MessageLimit.OVERHEAD), LONGEST);
    }

    /** Returns the message of a dead letter, cut to the length that the topic accepts. */
    ProducerRecord<byte[], byte[]> messageOf(DeadLetter letter) {
        byte[] value = first(room, letter.payload());
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, value);
        Headers headers = message.headers();
        headers.add("code", text(letter.code().name()));
        headers.add("partition", text(Integer.toString(letter.partition())));
        headers.add("offset", text(Long.toString(letter.offset())));
        if (value.length < letter.originalLength()) {
            headers.add(ORIGINAL_LENGTH, text(Integer.toString(letter.originalLength())));
        }
        return message;
    }

    private static byte[] first(int most, byte[] bytes) {
        return bytes.length <= most ? bytes : Arrays.copyOf(bytes, most);
    }

    /**
     * Returns a message that has only the headers of a message that was too long for the topic. Later messages are cut to
     * half the length of that message.
     */
    ProducerRecord<byte[], byte[]> headersOf(ProducerRecord<byte[], byte[]> tooLong) {
        int length = tooLong.value().length;
        room = Math.min(room, length / 2);
        ProducerRecord<byte[], byte[]> message = new ProducerRecord<>(topic, NOTHING);
        for (Header header : tooLong.headers()) {
            message.headers().add(header);
        }
        if (tooLong.headers().lastHeader(ORIGINAL_LENGTH) == null) {
            message.headers().add(ORIGINAL_LENGTH, text(Integer.toString(length)));
        }
        return message;
    }

    private static byte[] text(String value) {
        return value.getBytes(StandardCharsets.UTF_8);
    }
}
