package dev.weir.jobs.spending;

import dev.weir.accountant.journal.meaning.QueryMeaning;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The receipt of a replay's spending, with the total of the domain.
 *
 * @param domain the name of the domain
 * @param spending the spending that is recorded
 * @param inAll an upper bound on what a unit may lose, in any period of the replay, to all replays of the domain;
 *     without replays for other units
 * @param met the earlier replays of the domain whose periods overlap the periods of this replay, the oldest first
 * @param otherUnits the replays among {@code met} that have spent on other units ({@link SameUnits})
 * @param changed the queries that the pipeline has released with another meaning under the same version
 * @param isFirst whether the ledger had no earlier replay of the domain
 */
public record SpendingReceipt(
        String domain,
        ReplaySpending spending,
        BudgetSum inAll,
        List<ReplaySpending> met,
        List<ReplaySpending> otherUnits,
        List<String> changed,
        boolean isFirst) {

    public SpendingReceipt {
        met = List.copyOf(met);
        otherUnits = List.copyOf(otherUnits);
        changed = List.copyOf(changed);
    }

    /** Returns how often the pipeline has been replayed over these periods, including this replay. */
    public int replays() {
        return 1
                + (int) met.stream()
                        .filter(spent -> spent.isOf(spending.pipeline()))
                        .count();
    }

    /** Returns what is spent in words, in one line or two. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("spends " + BudgetSum.of(spending.budget()) + " of domain " + domain + ", " + spending.periods());
        if (!sameUnit().isEmpty()) {
            lines.add("with what was spent there before, by " + pipelines(sameUnit()) + ", that is " + inAll
                    + " in all of domain " + domain + leftOut(otherUnits));
        }
        return lines;
    }

    /** Returns what is spent as fields of JSON. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("domain", domain);
        fields.putAll(spending.periods().fields());
        fields.put("budget", BudgetSum.of(spending.budget()).fields());
        fields.put("replays", replays());
        fields.putAll(sum());
        return fields;
    }

    /** The sum, and the number of replays that are left out of it because they count other units, if there are any. */
    Map<String, Object> sum() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("in-all", inAll.fields());
        if (!otherUnits.isEmpty()) {
            fields.put("other-units", otherUnits.size());
        }
        return fields;
    }

    /**
     * The words after a sum that say how many replays are left out of it; empty if none is.
     *
     * @param otherUnits the replays that are left out because they count other units
     */
    static String leftOut(List<ReplaySpending> otherUnits) {
        if (otherUnits.isEmpty()) {
            return "";
        }
        boolean isOne = otherUnits.size() == 1;
        return " for these units alone: " + otherUnits.size()
                + (isOne ? " replay counts other units and adds to it" : " replays count other units and add to it");
    }

    /** Returns what readers of the releases must be told, one line each. */
    public List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (replays() > 1) {
            warnings.add("--again: this is replay " + replays() + " of pipeline " + spending.pipeline() + " over "
                    + spending.periods() + ": domain " + domain + " comes to " + inAll
                    + " in all" + leftOut(otherUnits)
                    + ". Release ids come again with other values: tell readers, and tell them the sum");
        }
        if (!changed.isEmpty()) {
            warnings.add(QueryMeaning.contradiction(changed) + ": tell readers, or raise the version");
        }
        others().filter(spent -> spending.queries().stream().anyMatch(spent::hasIdsOf))
                .map(spent -> "pipeline " + spent.pipeline() + " has a query of the same name and version: its releases"
                        + " have the same ids with other values")
                .distinct()
                .forEach(warnings::add);
        otherUnits.stream()
                .map(spent -> "pipeline " + spent.pipeline() + " has spent " + BudgetSum.of(spent.budget())
                        + " of domain " + domain + ", " + spent.units()
                        + ": that adds, and there is no sum over different units")
                .forEach(warnings::add);
        return warnings;
    }

    private Stream<ReplaySpending> others() {
        return met.stream().filter(spent -> !spent.isOf(spending.pipeline()));
    }

    private List<ReplaySpending> sameUnit() {
        return met.stream().filter(spent -> !otherUnits.contains(spent)).toList();
    }

    private static String pipelines(List<ReplaySpending> spendings) {
        return spendings.stream().map(ReplaySpending::pipeline).distinct().collect(Collectors.joining(", "));
    }
}
