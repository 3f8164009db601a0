package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.Budget;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.accountant.selection.keys.BudgetSplit;
import dev.weir.jobs.config.Clock;
import dev.weir.operators.aggregate.Scalar;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.query.Query;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The sentences of the card, in text and JSON alike. */
final class CardWording {

    private static final MathContext UP = new MathContext(16, RoundingMode.CEILING);

    private CardWording() {}

    /** Writes a spent amount, rounded up to 16 digits. */
    static String scientific(BigDecimal value) {
        return value.signum() == 0 ? "0" : value.stripTrailingZeros().round(UP).toString();
    }

    /** Writes a budget with the numbers of its declaration. */
    static String budget(Budget budget) {
        if (budget instanceof Budget.Pure pure) {
            return "epsilon " + pure.epsilon() + ", pure";
        }
        String delta = scientific(budget.delta().value());
        return budget instanceof Budget.Approximate approximate
                ? "epsilon " + approximate.epsilon() + ", delta " + delta
                : "rho " + ((Budget.Concentrated) budget).rho() + ", reported at delta " + delta;
    }

    /** Writes the budget of a domain, and the part of its delta that pays for discovered keys if there is one. */
    static String budget(BudgetSplit domain) {
        String keys = domain.keys().equals(Delta.ZERO)
                ? ""
                : ", of which " + scientific(domain.keys().value()) + " for keys,";
        return budget(domain.whole()) + keys;
    }

    /** Writes the bounds of a query, separated by commas. */
    static String bounds(Query query) {
        boolean isReset = query.window().isReset();
        String words = query.bounds().terms().entrySet().stream()
                .map(bound -> bound(bound.getKey(), bound.getValue(), isReset))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "none but the account of each unit" : words;
    }

    /**
     * Writes one bound. If totals are reset, the bound on keys is explained: it counts a key again after each reset.
     */
    private static String bound(String name, int bound, boolean isReset) {
        if (name.equals("separation")) {
            return bound + " steps apart";
        }
        boolean isOfAllResets = isReset && name.equals("keys-per-period");
        return bound + " " + name.replace('-', ' ')
                + (isOfAllResets ? " (over all resets of a period: a key counts again after each)" : "");
    }

    static String neighbours(PrivacyUnit unit) {
        String records = unit.isEvent()
                ? "one record is"
                : "all records of " + UnitWords.of(unit).whose() + " are";
        return "two streams with the same slots, in one of which " + records + " replaced by empty slots";
    }

    private static String always(UnitForm form) {
        return switch (form) {
            case EXACT -> "always by the same bytes";
            case LOWER_CASE -> "always by the same text, but for upper and lower case";
            case NUMBER -> "always by the same whole number";
        };
    }

    /** Names the post-processing of a noisy value before release; empty if the value is released unchanged. */
    static String postProcessing(Scalar.PostProcessing processing) {
        List<String> done = new ArrayList<>();
        if (processing.isMonotone()) {
            done.add("the largest total of the series so far");
        }
        if (processing.isNonNegative()) {
            done.add("0 where noise has taken it below");
        }
        return String.join(", ", done);
    }

    static List<String> isPublic(CardInput input) {
        List<String> known = new ArrayList<>(List.of("this configuration"));
        input.plan().queries().stream()
                .map(priced -> priced.query().keys().publicWords())
                .distinct()
                .forEach(known::add);
        if (!input.lookups().isEmpty()) {
            known.add("the tables in which fields are looked up");
        }
        known.addAll(List.of("which windows are released", "that the job runs"));
        known.add("how many slots the input has, readable or not, and when each was written");
        if (!input.clock().hold().isZero()) {
            known.add("when transactions on the input end: windows wait for them");
        }
        if (input.clock().by() == Clock.By.RECORD_TIME) {
            known.add("the times that records state, all of them: they drive the clock");
        }
        return known;
    }

    static List<String> isTrusted(CardInput input) {
        List<String> trusted = new ArrayList<>(List.of("the job's processes, logs, metrics and REST interface"));
        trusted.addAll(holdsRecords(input.hasTopics()));
        trusted.add(input.clock().by() == Clock.By.APPEND_TIME ? "the broker's clock" : "the times that records state");
        trusted.addAll(input.trusted());
        if (!input.plan().unit().isEvent()) {
            trusted.add("that the unit field names the person whose record it is, "
                    + always(input.plan().unitForm()));
        }
        return trusted;
    }

    /** The places that hold or read whole records. */
    private static List<String> holdsRecords(boolean hasTopics) {
        return hasTopics
                ? List.of(
                        "checkpoints, the ledger, the input topic and the dead-letter topic",
                        "what is written under private/")
                : List.of("checkpoints and the input", "that what reads a record looks at nothing else");
    }

    /** The sentences that say which errors a card's accuracy and a report's bands include, and which they leave out. */
    static List<String> errors() {
        return List.of(
                "stddev, 95 % and bands are of the noise alone",
                "records that bounds leave out, or whose unit has used up its budget, are missing from the values:",
                "nobody is told how many, and no band has room for them");
    }
}
