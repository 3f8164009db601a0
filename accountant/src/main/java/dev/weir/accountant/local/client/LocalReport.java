package dev.weir.accountant.local.client;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * One report as it is sent. All of it is public: it is private already.
 *
 * @param question the name of the question: 1 to 64 letters, digits, dots, dashes or underscores of ASCII
 * @param mechanism the id of the mechanism and of the options or the grid that its numbers stand for, {@link
 *     MechanismId}: 8 characters of base64url
 * @param period the period that the report is about, counted from the epoch: for days the epoch day
 * @param body the bytes of the report as base64url without padding, of which bytes have one text only: the bits that are left over in
 *     the last character are 0
 */
public record LocalReport(String question, String mechanism, long period, String body) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{8}");
    private static final String REPORT_RULE =
            "one JSON object with q, m, p and r, each once: p a whole number of 64 bits, the others texts without escapes";

    /** The longest text, in characters. A report of as many options as fit into one message is shorter. */
    static final int LONGEST = 1 << 20;

    private static final String BODY_RULE = "base64url without padding, its last bits 0";
    private static final Pattern BODY = Pattern.compile("[A-Za-z0-9_-]*");

    /** @throws dev.weir.accountant.privacy.InvalidParameter if a text is not of its form */
    public LocalReport {
        requireName(question);
        require(ID, "mechanism", "8 characters of base64url", mechanism);
        require(BODY, "body", BODY_RULE, body);
    }

    /**
     * Reads a report.
     *
     * @param json one JSON object with the members of {@link #json}, each once, in any order, with or without blanks
     * @throws dev.weir.accountant.privacy.InvalidParameter if it is anything else; it is not shown
     */
    public static LocalReport parse(String json) {
        Require.that(json.length() <= LONGEST, "report", "at most " + LONGEST + " characters", "more");
        ReportJson read = new ReportJson();
        if (!read.read(json.getBytes(StandardCharsets.UTF_8))) {
            throw InvalidParameter.withoutValue("report", REPORT_RULE);
        }
        LocalReport report = new LocalReport(
                read.text(ReportJson.QUESTION, StandardCharsets.UTF_8),
                read.text(ReportJson.MECHANISM, StandardCharsets.UTF_8),
                read.period(),
                read.text(ReportJson.BODY, StandardCharsets.UTF_8));
        byte[] unused = report.bytes();
        return report;
    }

    /** Refuses a question's name that JSON would have to escape. */
    static void requireName(String question) {
        require(NAME, "question", "1 to 64 letters, digits, dots, dashes or underscores of ASCII", question);
    }

    private static void require(Pattern pattern, String name, String rule, String value) {
        Require.that(pattern.matcher(value).matches(), name, rule, "another text");
    }

    /** A report's bytes as its body. */
    static String body(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /**
     * The bytes of the body.
     *
     * @throws dev.weir.accountant.privacy.InvalidParameter if the body is not the text of any bytes
     */
    public byte[] bytes() {
        byte[] text = body.getBytes(StandardCharsets.US_ASCII);
        byte[] bytes = Base64Url.decode(text, 0, text.length);
        Require.that(bytes != Base64Url.NO_BYTES, "body", BODY_RULE, "another text");
        return bytes;
    }

    /** The report as one JSON object without blanks: {@code {"q":question,"m":mechanism,"p":period,"r":body}}. */
    public String json() {
        return "{\"q\":\"" + question + "\",\"m\":\"" + mechanism + "\",\"p\":" + period + ",\"r\":\"" + body + "\"}";
    }
}
