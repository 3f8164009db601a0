package dev.weir.jobs.spending;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.chain.ChainHash;
import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.privacy.UnitKind;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.output.BudgetJson;
import dev.weir.jobs.output.JsonText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One line of a replay ledger. It is a JSON object, whose last field is the SHA-256 of the hash of the line before and of this
 * entry. Damage to a line, and a line that is missing before another one, are therefore noticed. Lines that are missing at the
 * end, and hashes that somebody has computed anew, are not.
 *
 * @param text the line, without its end
 * @param hash the hash of this line and all lines before, 64 hexadecimal digits
 * @param spending the entry of the line
 */
record SpendingLine(String text, String hash, ReplaySpending spending) {

    /** The value that the first line uses as the hash of the line before. */
    static final String BEGINNING = "";

    /** The number of the form in which lines are written and read. */
    private static final int FORM = 1;

    /** The field with the rules of the zone that the unit's periods are in. It is absent where that is UTC. */
    private static final String RULES = "zone-rules";

    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder();

    private static final Pattern SEALED = Pattern.compile("(\\{.*),\"hash\":\"([0-9a-f]{64})\"}");
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** Reports a line that no replay can have written at its place. */
    static final class Unreadable extends Exception {

        private static final long serialVersionUID = 1L;

        Unreadable(String why) {
            super(why);
        }
    }

    /**
     * Writes the line of a new entry.
     *
     * @param receipt the entry, and the total of the domain including the entry
     * @param before the hash of the line before
     */
    static SpendingLine of(SpendingReceipt receipt, String before) {
        ReplaySpending spending = receipt.spending();
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("form", FORM);
        fields.put("at", spending.at().toString());
        fields.put("pipeline", spending.pipeline());
        fields.putAll(UnitNameFields.of(spending.unitName()));
        fields.putAll(spending.periods().fields());
        spending.periods().unit().otherZone().ifPresent(zone -> fields.put(RULES, BASE64.encodeToString(zone.bytes())));
        fields.put("budget", BudgetJson.fields(spending.budget()));
        if (spending.domainBudget() != null) {
            fields.put("domain-budget", BudgetJson.fields(spending.domainBudget()));
        }
        fields.putAll(receipt.sum());
        fields.put(
                "queries", spending.queries().stream().map(SpendingLine::fields).toList());
        fields.put("out", spending.out().toString());
        String object = JsonText.write(json -> JsonText.value(json, fields));
        String open = object.substring(0, object.length() - 1);
        String hash = hash(before, open);
        return new SpendingLine(open + ",\"hash\":\"" + hash + "\"}", hash, spending);
    }

    private static Map<String, Object> fields(ReplayQuery query) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", query.name());
        fields.put("version", query.version());
        fields.put("cells", query.cells());
        if (!query.keys().equals(Delta.ZERO)) {
            fields.put(BudgetJson.FOR_KEYS, query.keys().value().stripTrailingZeros());
        }
        return fields;
    }

    /**
     * Reads a line of a ledger.
     *
     * @param before the hash of the line before
     * @throws Unreadable if the text is not a line of a ledger, or does not follow the line before
     */
    static SpendingLine parse(String text, String before) throws Unreadable {
        Matcher sealed = SEALED.matcher(text);
        if (!sealed.matches() || !hash(before, sealed.group(1)).equals(sealed.group(2))) {
            throw new Unreadable("is damaged, or was changed or taken out by hand");
        }
        try {
            return new SpendingLine(text, sealed.group(2), spending(JSON.readTree(text)));
        } catch (JsonProcessingException | IllegalArgumentException | DateTimeException e) {
            throw new Unreadable("is damaged");
        }
    }

    private static String hash(String before, String open) {
        return ChainHash.digest((before + "\n" + open).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static ReplaySpending spending(JsonNode line) throws Unreadable {
        if (line.path("form").asInt() != FORM) {
            throw new Unreadable("was written by another version of Weir");
        }
        JsonNode domain = line.get("domain-budget");
        List<ReplayQuery> queries = new ArrayList<>();
        line.required("queries").forEach(query -> queries.add(query(query)));
        return new ReplaySpending(
                text(line, "pipeline"),
                UnitNameFields.read(line),
                periods(line),
                budget(line.required("budget")),
                domain == null ? null : new BudgetSplit(budget(domain), keys(domain)),
                queries,
                Path.of(text(line, "out")),
                Instant.parse(text(line, "at")));
    }

    private static ReplayQuery query(JsonNode query) {
        return new ReplayQuery(
                text(query, "name"),
                query.required("version").asInt(),
                query.path("cells").asText(),
                keys(query));
    }

    private static Delta keys(JsonNode line) {
        return line.has(BudgetJson.FOR_KEYS) ? Delta.atLeast(number(line, BudgetJson.FOR_KEYS)) : Delta.ZERO;
    }

    private static PrivacyUnit unit(JsonNode line) {
        PrivacyUnit unit = PrivacyUnit.of(
                UnitKind.valueOf(text(line, "unit").toUpperCase(Locale.ROOT).replace('-', '_')));
        return line.has(RULES)
                ? unit.in(PinnedZone.read(
                        text(line, "zone"), Base64.getUrlDecoder().decode(text(line, RULES))))
                : unit;
    }

    private static ReplayPeriods periods(JsonNode line) {
        PrivacyUnit unit = unit(line);
        return line.has("from")
                ? new ReplayPeriods(unit, millis(line, "from"), millis(line, "until"))
                : new ReplayPeriods(unit, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private static Budget budget(JsonNode budget) {
        if (budget.has("rho")) {
            return new Budget.Concentrated(number(budget, "rho"), Delta.atLeast(number(budget, "delta")));
        }
        return budget.has("delta")
                ? new Budget.Approximate(number(budget, "epsilon"), Delta.atLeast(number(budget, "delta")))
                : new Budget.Pure(number(budget, "epsilon"));
    }

    private static String text(JsonNode line, String field) {
        return line.required(field).asText();
    }

    private static long millis(JsonNode line, String field) {
        return Instant.parse(text(line, field)).toEpochMilli();
    }

    private static BigDecimal number(JsonNode line, String field) {
        return line.required(field).decimalValue();
    }
}
