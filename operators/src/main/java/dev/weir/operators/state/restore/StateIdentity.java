package dev.weir.operators.state.restore;

import dev.weir.accountant.calendar.PinnedZone;
import dev.weir.accountant.journal.meaning.QueryMeaning;
import dev.weir.operators.encoding.UnitForm;
import dev.weir.operators.encoding.UnitName;
import dev.weir.operators.query.Plan;
import dev.weir.operators.query.PricedQuery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.ManagedInitializationContext;
import org.jspecify.annotations.Nullable;

/**
 * The identity of a state: the domain, the privacy unit, the name and form of the units' ids, and the queries that the
 * state was written under. It is kept in broadcast state, so that every subtask finds a copy at any parallelism.
 *
 * <p>An operator that is restored without its identity has lost its state, including budgets, and refuses to run. It
 * also refuses the state of another domain, privacy unit, or field or form of ids. It refuses to run in two more cases:
 * if the meaning of a query has changed under the same version, because the id of a release would have two meanings;
 * and if open cells would have other prices than when their records were charged ({@link RestoredSteps}).
 *
 * <p>A budget in another currency is refused as well, because the spending of units could not be compared with it.
 *
 * <p>State of an earlier build may lack the name of the ids or the meanings of queries. They are then taken from the
 * plan.
 */
public final class StateIdentity {

    private static final MapStateDescriptor<String, String> DESCRIPTOR =
            new MapStateDescriptor<>("marker", Types.STRING, Types.STRING);
    private static final String DOMAIN = "domain";
    private static final String UNIT = "unit";

    /** The key of the zone of the unit's periods, with the hash of its rules. It is absent where they are in UTC. */
    private static final String UNIT_ZONE = "unit-zone";

    /**
     * The key of the form of ids. It is absent in state of builds in which {@link UnitForm#EXACT} was the only form.
     */
    private static final String UNIT_FORM = "unit-form";

    /**
     * The key of the name of ids. It is absent in state of builds in which ids had no name, and in state of a plan that
     * does not name the ids, for example because every record is a unit.
     */
    private static final String UNIT_NAME = "unit-name";

    private static final String QUERY = "query-";

    /**
     * The prefix of the key of a query's version. Such keys are absent in state of builds that did not keep meanings.
     */
    private static final String VERSION = "version-";

    private final Plan plan;
    private final List<QueryIdentity> restored;
    private final RestoredSteps steps;
    private final List<String> changes;

    private StateIdentity(Plan plan, List<QueryIdentity> restored, RestoredSteps steps, List<String> changes) {
        this.plan = plan;
        this.restored = restored;
        this.steps = steps;
        this.changes = List.copyOf(changes);
    }

    /**
     * Verifies the restored identity, if anything was restored, and stores the identity of the plan for the next
     * checkpoint.
     *
     * @param plan the present plan
     * @param context the context of the operator's initialisation
     * @throws SuppressRestartsException if the identity is missing; if its domain, privacy unit, or field or form of
     *     ids differs from the plan's (accounts of other ids would belong to other units); if the budget is in another
     *     currency; or if a query has another meaning or other prices under the same version
     */
    public static StateIdentity verifyAndStore(Plan plan, ManagedInitializationContext context) throws Exception {
        BroadcastState<String, String> state = context.getOperatorStateStore().getBroadcastState(DESCRIPTOR);
        QueryMeanings meanings = new QueryMeanings();
        for (Map.Entry<String, String> entry : state.entries()) {
            meanings.restore(entry.getKey(), entry.getValue());
        }
        List<QueryIdentity> restored = context.isRestored() ? read(plan, state, meanings) : List.of();
        restored.forEach(old -> requireSameCurrency(plan, old));
        RestoredSteps steps = RestoredSteps.decode(state.get(RestoredSteps.KEY));
        List<QueryIdentity> today = QueryIdentity.of(plan);
        requirePrices(plan, today, restored, steps);
        DiscoveredTouches.require(plan, restored, state);
        List<String> changes = learn(today, meanings);
        state.clear();
        store(plan, today, state);
        state.putAll(meanings.entries());
        return new StateIdentity(plan, restored, steps, changes);
    }

    private static void store(Plan plan, List<QueryIdentity> today, BroadcastState<String, String> state)
            throws Exception {
        state.put(DOMAIN, plan.domain());
        state.put(UNIT, plan.unit().kind().name());
        if (!plan.unit().zone().isUtc()) {
            state.put(UNIT_ZONE, zone(plan));
        }
        state.put(UNIT_FORM, plan.unitForm().name());
        if (!plan.unitName().name().isEmpty()) {
            state.put(UNIT_NAME, plan.unitName().name());
        }
        if (!plan.steps().isEmpty()) {
            state.put(RestoredSteps.KEY, RestoredSteps.of(plan).encode());
        }
        for (int i = 0; i < plan.queries().size(); i++) {
            state.put(QUERY + i, today.get(i).encode());
            state.put(
                    VERSION + i, Integer.toString(plan.queries().get(i).query().version()));
        }
        DiscoveredTouches.store(plan, state);
    }

    private static String zone(Plan plan) {
        PinnedZone zone = plan.unit().zone();
        return zone.isUtc() ? "UTC" : zone.id() + " " + zone.digestText();
    }

    private static List<QueryIdentity> read(Plan plan, BroadcastState<String, String> state, QueryMeanings meanings)
            throws Exception {
        requireSame("domain", plan.domain(), state.get(DOMAIN));
        requireSame("privacy unit", plan.unit().kind().name(), state.get(UNIT));
        requireSame("periods", zone(plan), state.contains(UNIT_ZONE) ? state.get(UNIT_ZONE) : "UTC");
        String form = state.contains(UNIT_FORM) ? state.get(UNIT_FORM) : UnitForm.EXACT.name();
        requireSame("unit form", plan.unitForm().name(), form);
        requireKnown(plan.unitName(), state.get(UNIT_NAME));
        List<QueryIdentity> identities = new ArrayList<>();
        for (int i = 0; state.contains(QUERY + i); i++) {
            QueryIdentity old = QueryIdentity.decode(state.get(QUERY + i));
            String version = state.get(VERSION + i);
            identities.add(version == null ? old : old.meaning(meanings.of(old.name(), Integer.parseInt(version))));
        }
        return Collections.unmodifiableList(identities);
    }

    /**
     * Refuses a plan whose name of the units' ids differs from the name in the state.
     *
     * @param found the name in the state; null if the state has none
     */
    private static void requireKnown(UnitName name, @Nullable String found) {
        if (found != null && !name.isKnownAs(found)) {
            throw lost("the restored state knows units by " + found + ", not "
                    + (name.name().isEmpty() ? "without a name" : name.name())
                    + ": " + StartRefused.OTHER_UNITS);
        }
    }

    private static void requireSameCurrency(Plan plan, QueryIdentity old) {
        for (PricedQuery priced : plan.queries()) {
            if (priced.price().share().currency() != old.share().currency()) {
                throw new StartRefused(
                                StartRefused.Code.STATE_UNUSABLE,
                                "privacy.budget must stay in the currency in which units have already spent, "
                                        + old.share().currency())
                        .asFailure();
            }
        }
    }

    /** Notes the meanings of the plan's queries. Returns the messages about queries whose keys have changed. */
    private static List<String> learn(List<QueryIdentity> today, QueryMeanings meanings) {
        List<String> changes = new ArrayList<>();
        List<String> contradictions = new ArrayList<>();
        for (QueryIdentity query : today) {
            QueryMeaning meaning = Objects.requireNonNull(query.meaning());
            QueryMeaning before = meanings.put(query.name(), meaning);
            if (before != null && meaning.contradicts(before)) {
                contradictions.add(meaning.named(query.name()));
            } else if (before != null) {
                meaning.newKeys(query.name(), before).ifPresent(changes::add);
            }
        }
        requireNone(contradictions);
        return changes;
    }

    /**
     * Refuses a query that has the same version and the same meaning at its first price as in the state, but other
     * prices after that.
     */
    private static void requirePrices(
            Plan plan, List<QueryIdentity> today, List<QueryIdentity> restored, RestoredSteps steps) {
        List<String> contradictions = new ArrayList<>();
        for (int i = 0; i < today.size(); i++) {
            for (QueryIdentity old : restored) {
                if (old.isSameVersionOf(today.get(i)) && !steps.continueIn(plan, i, old.share())) {
                    contradictions.add(Fingerprint.meaning(plan, i).named(old.name()));
                }
            }
        }
        requireNone(contradictions);
    }

    private static void requireNone(List<String> contradictions) {
        if (!contradictions.isEmpty()) {
            throw new StartRefused(
                            StartRefused.Code.QUERY_CHANGED,
                            QueryMeaning.contradiction(contradictions) + ": " + StartRefused.OTHER_MEANING)
                    .asFailure();
        }
    }

    private static void requireSame(String what, String expected, @Nullable String found) {
        if (found == null) {
            throw lost("this operator was restored without its state; start from a complete savepoint");
        }
        if (!expected.equals(found)) {
            throw lost("the restored state belongs to " + what + " " + found + ", not " + expected);
        }
    }

    private static SuppressRestartsException lost(String reason) {
        return new StartRefused(StartRefused.Code.STATE_LOST, reason).asFailure();
    }

    /**
     * The changes since the state was written that are only reported and not refused, one line each. The lines contain
     * only names of queries and numbers.
     */
    public List<String> changes() {
        return changes;
    }

    /**
     * Messages of one line about queries that differ from the queries in state of a build that did not keep meanings.
     * It is not known whether the meaning of such a query has changed under its version, so the query is not refused.
     */
    public List<String> unexplained() {
        List<QueryIdentity> unknown =
                restored.stream().filter(old -> old.meaning() == null).toList();
        if (unknown.isEmpty()) {
            return List.of();
        }
        return QueryIdentity.of(plan).stream()
                .filter(today ->
                        unknown.stream().anyMatch(old -> old.name().equals(today.name()) && !isKept(old, today)))
                .map(today -> "query " + today.name()
                        + " was changed at the upgrade from a build that did not keep what queries mean: its open windows are"
                        + " dropped. If the ids of units, or the query, mean something else than before, stop this job")
                .toList();
    }

    private static boolean isKept(QueryIdentity old, QueryIdentity today) {
        return old.continuesAs(today) && old.share().equals(today.share());
    }

    /** Creates the conversion of state from the queries that it was written under to the queries of the plan. */
    public PlanMigration migration() {
        Map<String, Integer> current = new HashMap<>();
        for (int i = 0; i < plan.queries().size(); i++) {
            current.put(plan.queries().get(i).query().name(), i);
        }
        return new PlanMigration(plan, restored, steps, current);
    }
}
