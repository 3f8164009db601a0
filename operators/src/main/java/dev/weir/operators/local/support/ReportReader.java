package dev.weir.operators.local.support;

import dev.weir.accountant.local.LocalMechanism;
import dev.weir.accountant.local.client.Base64Url;
import dev.weir.accountant.local.client.ReportJson;
import dev.weir.operators.admit.DecodedRecord;
import dev.weir.operators.clock.PartitionClock;
import dev.weir.operators.counters.Rejection;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;

/**
 * Decodes the bytes of reports of one question. Decoding never fails and is deterministic. Bytes to which several codes
 * apply get the first of this list:
 * <ol>
 * <li>{@code TOO_LARGE}: they are longer than their limit
 * <li>{@code MALFORMED}: they are not one JSON object with the members q, m, p and r
 * <li>{@code QUESTION}: the report answers another question
 * <li>{@code MECHANISM}: it was drawn by another mechanism, or for other options or another grid
 * <li>{@code PERIOD}: its period is further than 8.64e15 ms from the epoch. Admission gives the same code to periods that have not
 *     begun, and to those before the schedule
 * <li>{@code BODY}: its bytes are no output of the mechanism
 * </ol>
 * The period of a report with one of the first four codes is not read, so that it moves no clock: nobody knows how long it is.
 *
 * <p>For use by one thread. A deserialized copy starts with fresh buffers.
 */
public final class ReportReader implements Serializable {

    private static final long serialVersionUID = 1L;

    private final ReportQuestion asked;
    private final int mostBytes;
    private final transient LocalMechanism mechanism;
    private final transient byte[] name;
    private final transient byte[] id;
    private final transient ReportJson json;

    /**
     * Creates a reader.
     *
     * @param asked the question
     * @param mostBytes the largest length of a report in bytes; a longer one is {@code TOO_LARGE}
     */
    public ReportReader(ReportQuestion asked, int mostBytes) {
        this.asked = asked;
        this.mostBytes = mostBytes;
        this.mechanism = asked.question().mechanism();
        this.name = asked.question().name().getBytes(StandardCharsets.US_ASCII);
        this.id = asked.question().id().getBytes(StandardCharsets.US_ASCII);
        this.json = new ReportJson();
    }

    private Object readResolve() {
        return new ReportReader(asked, mostBytes);
    }

    /**
     * Decodes a report.
     *
     * @param bytes the report, of any size
     * @param decoded receives the start of the report's period as the event time, then a code or the report; must have been cleared
     */
    public void read(byte[] bytes, DecodedRecord decoded) {
        decoded.statesPeriod();
        if (bytes.length > mostBytes) {
            decoded.reject(Rejection.TOO_LARGE);
        } else if (!json.read(bytes)) {
            decoded.reject(Rejection.MALFORMED);
        } else if (!json.is(ReportJson.QUESTION, name)) {
            decoded.reject(Rejection.QUESTION);
        } else if (!json.is(ReportJson.MECHANISM, id)) {
            decoded.reject(Rejection.MECHANISM);
        } else {
            readAnswer(bytes, decoded);
        }
    }

    /**
     * The start of the period of a report of the question, epoch milliseconds; {@link PartitionClock#NO_TIME} if the bytes are
     * no such report.
     *
     * @param bytes the report, of any size
     */
    public long start(byte[] bytes) {
        boolean isAnswer = bytes.length <= mostBytes
                && json.read(bytes)
                && json.is(ReportJson.QUESTION, name)
                && json.is(ReportJson.MECHANISM, id);
        return isAnswer ? asked.start(json.period()) : PartitionClock.NO_TIME;
    }

    private void readAnswer(byte[] bytes, DecodedRecord decoded) {
        long start = asked.start(json.period());
        if (start == PartitionClock.NO_TIME) {
            decoded.reject(Rejection.PERIOD);
            return;
        }
        decoded.time(start);
        byte[] body = Base64Url.decode(bytes, json.from(ReportJson.BODY), json.to(ReportJson.BODY));
        if (body == Base64Url.NO_BYTES || !mechanism.isReport(body)) {
            decoded.reject(Rejection.BODY);
        } else {
            decoded.key(0, 0);
            decoded.encoded(0, ReportWords.of(body));
        }
    }
}
