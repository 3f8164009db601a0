package dev.weir.testing;

import dev.weir.operators.admit.AdmitOperator;
import java.util.List;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;

/**
 * What the functions of a job's queries say of records, called outside of the job.
 *
 * @param admission the operator of the job that calls them
 * @param <T> the record
 */
record FunctionResults<T>(AdmitOperator<T> admission) {

    /**
     * The functions of the release that a job holds.
     *
     * @param <T> the record
     * @param job the job, which is not executed
     */
    @SuppressWarnings("unchecked") // the caller has built the job for records of this type
    static <T> FunctionResults<T> in(StreamExecutionEnvironment job) {
        for (Transformation<?> part : job.getTransformations()) {
            if (part instanceof OneInputTransformation<?, ?> one
                    && one.getOperatorFactory() instanceof SimpleOperatorFactory<?> factory
                    && factory.getOperator() instanceof AdmitOperator<?> found) {
                return new FunctionResults<>((AdmitOperator<T>) found);
            }
        }
        throw new IllegalStateException("the audited job must hold a release");
    }

    List<List<Object>> of(List<T> records) {
        return admission.decoded(records);
    }
}
