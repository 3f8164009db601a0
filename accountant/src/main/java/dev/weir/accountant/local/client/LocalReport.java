package dev.weir.accountant.local.client;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Base64;
import java.util.Map;
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
        Map<String, String> members = ReportParser.members(json);
        LocalReport report = new LocalReport(
                members.getOrDefault("q", ""),
                members.getOrDefault("m", ""),
                ReportParser.period(members.getOrDefault("p", "")),
                members.getOrDefault("r", ""));
        report.bytes();
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
        byte[] bytes = decoded();
        Require.that(body(bytes).equals(body), "body", BODY_RULE, "another text");
        return bytes;
    }

    private byte[] decoded() {
        try {
            return Base64.getUrlDecoder().decode(body);
        } catch (IllegalArgumentException e) {
            InvalidParameter refusal = InvalidParameter.withoutValue("body", BODY_RULE);
            refusal.initCause(e);
            throw refusal;
        }
    }

    /** The report as one JSON object without blanks: {@code {"q":question,"m":mechanism,"p":period,"r":body}}. */
    public String json() {
        return "{\"q\":\"" + question + "\",\"m\":\"" + mechanism + "\",\"p\":" + period + ",\"r\":\"" + body + "\"}";
    }
}
