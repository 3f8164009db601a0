package dev.weir.operators.publish;

import dev.weir.operators.query.Plan;
import dev.weir.operators.release.Outcome;
import dev.weir.operators.tally.Tally;
import org.apache.flink.streaming.api.operators.co.CoProcessOperator;

/**
 * Runs a {@link PublishFunction} and tells it what a function is not told: that its input has ended, and, for metrics
 * alone, the time.
 */
public final class PublishOperator extends CoProcessOperator<Outcome, Tally, Void> {

    private static final long serialVersionUID = 1L;

    /**
     * Publishes a plan's outcomes.
     *
     * @param format writes outcomes down
     * @param outlets where rows become visible
     */
    public PublishOperator(Plan plan, RowFormat format, Outlet.Factory outlets) {
        super(new PublishFunction(plan, format, outlets));
    }

    private PublishFunction function() {
        return (PublishFunction) getUserFunction();
    }

    @Override
    public void open() throws Exception {
        function().clock(getProcessingTimeService()::getCurrentProcessingTime);
        super.open();
    }

    @Override
    public void finish() throws Exception {
        super.finish();
        function().inputEnded();
    }
}
