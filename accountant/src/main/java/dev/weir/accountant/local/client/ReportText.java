package dev.weir.accountant.local.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/**
 * Writes many reports to one question as {@link LocalReport#json} does: the same bytes, without looking at what all of them
 * have in common.
 */
public final class ReportText {

    private static final byte[] BETWEEN = ascii(",\"r\":\"");
    private static final byte[] END = ascii("\"}");

    private final byte[] start;
    private long period;
    private byte[] front;

    /**
     * Creates a writer of reports.
     *
     * @param question the question that they answer
     */
    public ReportText(Question question) {
        String json = new LocalReport(question.name(), question.id(), 0, "").json();
        start = ascii(json.substring(0, json.lastIndexOf("0,\"r\":")));
        front = front(0);
    }

    private byte[] front(long number) {
        byte[] digits = ascii(Long.toString(number));
        byte[] written = Arrays.copyOf(start, start.length + digits.length + BETWEEN.length);
        System.arraycopy(digits, 0, written, start.length, digits.length);
        System.arraycopy(BETWEEN, 0, written, start.length + digits.length, BETWEEN.length);
        return written;
    }

    /**
     * Returns a report as the ASCII bytes of one JSON object.
     *
     * @param number the period that the report is about, counted from the epoch
     * @param report the bytes of the report
     */
    public byte[] json(long number, byte[] report) {
        if (number != period) {
            period = number;
            front = front(number);
        }
        byte[] body = Base64.getUrlEncoder().withoutPadding().encode(report);
        byte[] written = Arrays.copyOf(front, front.length + body.length + END.length);
        System.arraycopy(body, 0, written, front.length, body.length);
        System.arraycopy(END, 0, written, front.length + body.length, END.length);
        return written;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
