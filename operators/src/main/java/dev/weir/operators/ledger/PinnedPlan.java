package dev.weir.operators.ledger;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.audit.LedgerView;
import dev.weir.accountant.journal.chain.DomainEvent.Claim;
import dev.weir.accountant.journal.chain.DomainEvent.Declaration;
import dev.weir.accountant.journal.meaning.QueryTerms;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import dev.weir.operators.query.Query;
import java.time.zone.ZoneRulesProvider;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a pipeline by the rules of zones that its ledger holds. A Java platform may have newer rules than the one on which the
 * domain or the pipeline began. A period of the unit by newer rules could be about records of two earlier ones, with an account of its own, and a
 * window by newer rules would have the id of an earlier release and other records. So the rules of the ledger stay: those of the
 * domain's declaration for the unit and for key accounts, and those of the pipeline's latest claim for the windows of a query, until the
 * query's version grows.
 *
 * <p>Only rules are taken from the ledger. A unit of another kind or in another zone, and windows of another zone, stay as the pipeline
 * states them; the checks of the start refuse them.
 *
 * @param stated the plan of the pipeline file, by the rules of this Java platform
 * @param plan the plan by the rules of the ledger
 */
record PinnedPlan(Plan stated, Plan plan) {

    /** The plan of a pipeline, given the content of its ledger. */
    static PinnedPlan of(Plan stated, LedgerView view, String pipeline) {
        PrivacyUnit unit = unit(stated.unit(), view.declared());
        Map<String, PinnedZone> zones = view.pipeline(pipeline)
                .claim()
                .map(claim -> zones(stated, claim))
                .orElse(Map.of());
        boolean isKept = unit.equals(stated.unit()) && zones.isEmpty();
        return new PinnedPlan(stated, isKept ? stated : stated.by(unit, zones));
    }

    private static PrivacyUnit unit(PrivacyUnit stated, @Nullable Declaration declared) {
        return declared != null && declared.unit().isNamedAs(stated) ? declared.unit() : stated;
    }

    /** The zones of windows whose rules in the ledger are others than those of the plan, by {@link Query#zones}. */
    private static Map<String, PinnedZone> zones(Plan stated, Claim claim) {
        Map<String, PinnedZone> zones = new HashMap<>();
        for (PricedQuery priced : stated.queries()) {
            priced.query().zones().forEach((place, own) -> {
                PinnedZone known = claim.zones().get(place);
                if (known != null && own.id().equals(known.id()) && !own.equals(known) && hasVersion(claim, priced)) {
                    zones.put(place, known);
                }
            });
        }
        return zones;
    }

    private static boolean hasVersion(Claim claim, PricedQuery priced) {
        return claim.queries().stream()
                .filter(terms -> terms.query().equals(priced.query().name()))
                .map(QueryTerms::meaning)
                .anyMatch(meaning ->
                        meaning != null && meaning.version() == priced.query().version());
    }

    /** One line for every zone whose rules in the ledger are others than those of this Java platform. */
    List<String> told() {
        Set<String> lines = new LinkedHashSet<>();
        lines.addAll(told(
                "the periods of the unit", plan.unit().zone(), stated.unit().zone()));
        for (int query = 0; query < plan.queries().size(); query++) {
            String what =
                    "the windows of query " + plan.queries().get(query).query().name();
            Map<String, PinnedZone> own = stated.queries().get(query).query().zones();
            plan.queries().get(query).query().zones().forEach((place, kept) -> {
                if (own.containsKey(place)) {
                    lines.addAll(told(what, kept, own.get(place)));
                }
            });
        }
        return List.copyOf(lines);
    }

    private static List<String> told(String what, PinnedZone kept, PinnedZone own) {
        if (kept.equals(own)) {
            return List.of();
        }
        return List.of(what + " keep the rules for " + kept + " that the ledger holds: those of this Java platform"
                + version(own.id()) + " differ " + kept.difference(own));
    }

    /** The version of the tz database that this Java platform has for a zone, in parentheses; empty if it does not say. */
    private static String version(String zone) {
        try {
            return " (tz database " + ZoneRulesProvider.getVersions(zone).lastKey() + ")";
        } catch (RuntimeException e) {
            return "";
        }
    }
}
