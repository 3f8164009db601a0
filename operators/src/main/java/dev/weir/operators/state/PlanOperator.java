package dev.weir.operators.state;

import dev.weir.operators.query.Plan;
import dev.weir.operators.state.restore.StateIdentity;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;

/**
 * An operator whose state belongs to a plan. The operator refuses state of another domain or privacy unit, and it
 * refuses a restore without its state.
 *
 * @param <I> the type of the input
 * @param <O> the type of the output
 */
public abstract class PlanOperator<I, O> extends AbstractStreamOperator<O> implements OneInputStreamOperator<I, O> {

    private static final long serialVersionUID = 1L;

    private final Plan plan;

    /** Creates an operator for the plan's queries. */
    protected PlanOperator(Plan plan) {
        this.plan = plan;
    }

    /** The plan. */
    protected final Plan plan() {
        return plan;
    }

    @Override
    public final void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        restore(context, StateIdentity.verifyAndStore(plan, context));
    }

    /**
     * Registers the operator's own state and fills it from the restored state.
     *
     * @param identity the identity of the restored state, which contains the queries that the state was written under
     */
    protected abstract void restore(StateInitializationContext context, StateIdentity identity) throws Exception;
}
