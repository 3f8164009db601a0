package dev.weir.accountant.local.client;

import dev.weir.accountant.privacy.InvalidParameter;
import dev.weir.accountant.privacy.Require;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the text of a report. It takes less than JSON allows, because none of a report's texts needs an escape sequence: so
 * that two readers cannot see two reports in one text.
 */
final class ReportParser {

    /** The longest text, in characters. A report of as many options as fit into one message is shorter. */
    static final int LONGEST = 1 << 20;

    private static final List<String> MEMBERS = List.of("q", "m", "p", "r");

    /** A member: its name, then a text without escape sequences or a whole number, then what separates it from the next. */
    private static final Pattern MEMBER =
            Pattern.compile("[ \\t\\r\\n]*+\"([^\"\\\\\\p{Cntrl}]*+)\"[ \\t\\r\\n]*+:[ \\t\\r\\n]*+"
                    + "(?:\"([^\"\\\\\\p{Cntrl}]*+)\"|(-?(?:0|[1-9][0-9]{0,18})))[ \\t\\r\\n]*+([,}])");

    private static final Pattern BLANKS = Pattern.compile("[ \\t\\r\\n]*+");

    private ReportParser() {}

    /**
     * The members of a report.
     *
     * @throws InvalidParameter if the text is not an object of them
     */
    static Map<String, String> members(String json) {
        Require.that(json.length() <= LONGEST, "report", "at most " + LONGEST + " characters", "more");
        Map<String, String> members = read(json);
        for (String name : MEMBERS) {
            require(members.containsKey(name), "an object that has " + name);
        }
        return members;
    }

    private static Map<String, String> read(String json) {
        Matcher member = MEMBER.matcher(json);
        Map<String, String> members = new HashMap<>();
        int at = json.length() - json.stripLeading().length();
        require(json.startsWith("{", at), "one JSON object");
        do {
            at++;
            require(
                    member.region(at, json.length()).lookingAt(),
                    "one JSON object of texts without escapes and a number");
            String name = member.group(1);
            require(MEMBERS.contains(name), "an object of q, m, p and r alone");
            require(
                    (member.group(3) != null) == name.equals("p"),
                    "an object whose p is a whole number, and the others texts");
            String value = member.group(3) == null ? member.group(2) : member.group(3);
            require(members.put(name, value) == null, "an object without repeated members");
            at = member.end() - 1;
        } while (json.charAt(at) == ',');
        require(BLANKS.matcher(json).region(at + 1, json.length()).matches(), "one JSON object and nothing behind it");
        return Collections.unmodifiableMap(members);
    }

    /** The number of a period. */
    static long period(String digits) {
        try {
            return Long.parseLong(digits);
        } catch (NumberFormatException e) {
            InvalidParameter refusal = InvalidParameter.withoutValue("period", "a whole number of 64 bits");
            refusal.initCause(e);
            throw refusal;
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw InvalidParameter.withoutValue("report", rule);
        }
    }
}
