package dev.weir.jobs.explain;

import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.aggregate.Aggregate;
import dev.weir.operators.query.Bounds;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.util.ArrayList;
import java.util.List;

/**
 * Says in plain sentences what a query leaves out before noise is added.
 *
 * @param unit the privacy unit
 * @param words the words for this unit
 */
record LeftOutWords(PrivacyUnit unit, UnitWords words) {

    /** Returns the sentences about the records and amounts that a query leaves out. */
    String about(PricedQuery priced) {
        List<String> rules = new ArrayList<>();
        if (!priced.query().bounds().equals(Bounds.NONE)) {
            rules.add("one " + who() + " counts with at most " + CardWording.bounds(priced.query()));
        }
        rules.add(account(priced));
        clamped(priced.query(), rules);
        return "The band does not show what the bounds leave out: " + String.join("; ", rules)
                + ". What goes beyond is missing from every figure here.";
    }

    private String account(PricedQuery priced) {
        long records = priced.affords();
        String affords = "the account of one " + who() + " affords ";
        return priced.affordsAllRecords()
                ? affords + "all of that"
                : affords + records + (records == 1 ? " full-size record" : " full-size records") + words.each();
    }

    private String who() {
        return unit.isEvent() ? "record" : "user";
    }

    private static void clamped(Query query, List<String> rules) {
        List<String> names = query.aggregates().stream()
                .filter(Aggregate::isClamped)
                .flatMap(aggregate -> aggregate.names().stream())
                .toList();
        if (!names.isEmpty()) {
            rules.add("values in " + String.join(", ", names) + " are cut to their clamp or range");
        }
    }
}
