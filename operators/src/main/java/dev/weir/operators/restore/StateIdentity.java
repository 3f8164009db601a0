package dev.weir.operators.restore;

import dev.weir.operators.identity.UnitForm;
import dev.weir.operators.query.Plan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.ManagedInitializationContext;
import org.jspecify.annotations.Nullable;

/**
 * Says whose state this is: domain, privacy unit, the form of its ids and the queries that it was written under. It is kept in
 * broadcast state, so that every subtask finds a copy at any parallelism.
 *
 * <p>An operator that is restored without its identity has lost its state, budgets included, and refuses to run.
 */
public final class StateIdentity {

    private static final MapStateDescriptor<String, String> DESCRIPTOR =
            new MapStateDescriptor<>("marker", Types.STRING, Types.STRING);
    private static final String DOMAIN = "domain";
    private static final String UNIT = "unit";

    /** Absent in state of a time when ids had no other form than {@link UnitForm#EXACT}. */
    private static final String UNIT_FORM = "unit-form";

    private static final String QUERY = "query-";

    private final Plan plan;
    private final List<QueryIdentity> restored;

    private StateIdentity(Plan plan, List<QueryIdentity> restored) {
        this.plan = plan;
        this.restored = restored;
    }

    /**
     * Verifies the restored identity, if anything was restored, and stores that of the plan for the next checkpoint.
     *
     * @throws SuppressRestartsException if the identity is missing, or is that of another domain, privacy unit or form of
     *     its ids: accounts of another form would be those of other units
     */
    public static StateIdentity verifyAndStore(Plan plan, ManagedInitializationContext context) throws Exception {
        BroadcastState<String, String> state = context.getOperatorStateStore().getBroadcastState(DESCRIPTOR);
        List<QueryIdentity> restored = context.isRestored() ? read(plan, state) : List.of();
        state.clear();
        state.put(DOMAIN, plan.domain());
        state.put(UNIT, plan.unit().name());
        state.put(UNIT_FORM, plan.unitForm().name());
        for (int i = 0; i < plan.queries().size(); i++) {
            state.put(QUERY + i, QueryIdentity.of(plan.queries().get(i)).encode());
        }
        return new StateIdentity(plan, restored);
    }

    private static List<QueryIdentity> read(Plan plan, BroadcastState<String, String> state) throws Exception {
        requireSame("domain", plan.domain(), state.get(DOMAIN));
        requireSame("privacy unit", plan.unit().name(), state.get(UNIT));
        String form = state.contains(UNIT_FORM) ? state.get(UNIT_FORM) : UnitForm.EXACT.name();
        requireSame("unit form", plan.unitForm().name(), form);
        List<QueryIdentity> identities = new ArrayList<>();
        for (int i = 0; state.contains(QUERY + i); i++) {
            identities.add(QueryIdentity.decode(state.get(QUERY + i)));
        }
        return Collections.unmodifiableList(identities);
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

    /** How the queries that the state was written under relate to those of the plan. */
    public PlanMigration migration() {
        Map<String, Integer> current = new HashMap<>();
        for (int i = 0; i < plan.queries().size(); i++) {
            current.put(plan.queries().get(i).query().name(), i);
        }
        return new PlanMigration(plan, restored, current);
    }
}
