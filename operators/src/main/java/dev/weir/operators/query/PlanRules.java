package dev.weir.operators.query;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.privacy.Amount;
import dev.weir.accountant.privacy.Delta;
import dev.weir.accountant.privacy.PrivacyUnit;
import dev.weir.operators.keys.DiscoveredKeys;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rules that the components of a {@link Plan} obey together. Each method throws an {@link IllegalArgumentException} if
 * its rule is broken.
 */
final class PlanRules {

    /** The largest number of queries. A record on its way to the gate names a query in 15 bits. */
    private static final int MOST_QUERIES = 1000;

    /** The largest number of steps of running totals whose keys nobody declared. */
    private static final long MOST_STEPS = 1 << 17;

    private PlanRules() {}

    static void requireDistinctNames(List<PricedQuery> queries) {
        Set<String> names = new HashSet<>();
        for (PricedQuery priced : queries) {
            if (!names.add(priced.query().name())) {
                throw new IllegalArgumentException("names of queries must be distinct, found "
                        + priced.query().name() + " twice");
            }
        }
        if (names.isEmpty()) {
            throw new IllegalArgumentException("queries must be >= 1, was 0");
        }
    }

    static void requireFew(List<PricedQuery> queries) {
        if (queries.size() > MOST_QUERIES) {
            throw new IllegalArgumentException("queries must be at most " + MOST_QUERIES + ", were " + queries.size());
        }
    }

    static void requireOneContribution(PrivacyUnit unit, List<PricedQuery> queries) {
        for (PricedQuery priced : queries) {
            long contributions = priced.query().spend().contributions();
            if (unit.isEvent() && contributions != 1) {
                throw new IllegalArgumentException(
                        "contributions must be 1 where the unit is one event, was " + contributions);
            }
        }
    }

    /** Requires that key accounts have the zone of the unit, which the ledger knows: an audit computes their periods from it. */
    static void requireSameZone(PrivacyUnit unit, List<PricedQuery> queries) {
        for (PricedQuery priced : queries) {
            KeyAccountTerms account = priced.query().keyAccount();
            Optional<PinnedZone> zone =
                    account == null ? Optional.empty() : account.periods().zone();
            zone.filter(known -> !known.equals(unit.zone())).ifPresent(known -> {
                throw new IllegalArgumentException(
                        "the zone of key accounts must be that of the unit, " + unit.zone() + ", was " + known);
            });
        }
    }

    /** The sum of the &delta;s for keys that nobody declared. */
    static Delta keys(Stream<Query> queries) {
        return queries.flatMap(query -> query.keys().discovered().stream())
                .map(DiscoveredKeys::delta)
                .reduce(Delta.ZERO, Delta::plus);
    }

    static void requireWithin(Amount budget, List<PricedQuery> queries) {
        Amount granted = Amount.zero(budget.currency());
        for (PricedQuery priced : queries) {
            granted = granted.plus(priced.price().share());
        }
        if (granted.compareTo(budget) > 0) {
            throw new IllegalArgumentException(
                    "granted shares must add up to at most " + budget.value() + ", were " + granted.value());
        }
    }

    /**
     * Refuses queries whose keys nobody declared if their thresholds cannot be computed, so that no job starts that would fail when the first
     * key is examined.
     */
    static void requireAnnounceable(List<PricedQuery> queries) {
        for (PricedQuery priced : queries) {
            priced.query().keys().discovered().ifPresent(keys -> {
                AnnouncementTerms terms = AnnouncementTerms.of(priced.query());
                if (!priced.query().window().accumulates()) {
                    if (terms.draw(priced).isEmpty()) {
                        terms.threshold(priced);
                    }
                } else if (priced.plannedSteps() > MOST_STEPS) {
                    throw new IllegalArgumentException("horizon must be at most " + MOST_STEPS
                            + " steps where keys are discovered: a key that appears late takes all steps before it");
                } else {
                    terms.running(priced, keys.every());
                }
            });
        }
    }

    static void requireGrowing(PrivacyUnit unit, List<PriceStep> steps, List<PricedQuery> queries) {
        if (!steps.isEmpty() && !unit.isPeriodic()) {
            throw new IllegalArgumentException("prices must stay where units have no periods");
        }
        boolean hasSeries = queries.stream()
                .map(PricedQuery::query)
                .anyMatch(query ->
                        query.keys().discovered().isPresent() && query.window().sharesNoise());
        if (!steps.isEmpty() && hasSeries) {
            throw new IllegalArgumentException("prices must stay where keys are discovered in running totals");
        }
        for (int i = 0; i < steps.size(); i++) {
            boolean isLast = i == steps.size() - 1;
            if (!isLast && steps.get(i).from() >= steps.get(i + 1).from()) {
                throw new IllegalArgumentException("a step must begin behind the one before");
            }
            if (unit.periodStart(steps.get(i).from()) == Long.MIN_VALUE) {
                throw new IllegalArgumentException("a step must begin at a time in milliseconds");
            }
            steps.get(i).requireGrowing(isLast ? queries : steps.get(i + 1).queries());
        }
    }
}
