package dev.weir.accountant.local.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes many reports to one question as {@link LocalReport#json} does: the same bytes, without looking at what all of them
 * have in common.
 */
public final class ReportText {

    private static final byte[] BETWEEN = ascii(",\"r\":\"");
    private static final byte[] END = ascii("\"}");
    private static final byte[] ALPHABET = ascii("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    private static final int THREE = 3;

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
        int length = (report.length * 4 + 2) / 3;
        byte[] written = Arrays.copyOf(front, front.length + length + END.length);
        encode(report, written, front.length);
        System.arraycopy(END, 0, written, front.length + length, END.length);
        return written;
    }

    /** Writes bytes as base64url without padding; the bits that are left over in the last character are 0. */
    private static void encode(byte[] bytes, byte[] to, int from) {
        int at = from;
        int next = 0;
        for (; next + THREE <= bytes.length; next += THREE) {
            int three = (bytes[next] & 0xff) << 16 | (bytes[next + 1] & 0xff) << 8 | (bytes[next + 2] & 0xff);
            to[at++] = ALPHABET[three >>> 18];
            to[at++] = ALPHABET[(three >>> 12) & 0x3f];
            to[at++] = ALPHABET[(three >>> 6) & 0x3f];
            to[at++] = ALPHABET[three & 0x3f];
        }
        if (next < bytes.length) {
            int rest = (bytes[next] & 0xff) << 8 | (next + 1 < bytes.length ? bytes[next + 1] & 0xff : 0);
            to[at++] = ALPHABET[rest >>> 10];
            to[at++] = ALPHABET[(rest >>> 4) & 0x3f];
            if (next + 1 < bytes.length) {
                to[at] = ALPHABET[(rest << 2) & 0x3f];
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
