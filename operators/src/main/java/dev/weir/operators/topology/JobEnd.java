package dev.weir.operators.topology;

import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.jspecify.annotations.Nullable;

/** The ends of the graph, behind operators that write what they have to write by themselves. */
final class JobEnd {

    private JobEnd() {}

    /**
     * Ends the graph behind an operator of one subtask.
     *
     * @param operator the operator, which outputs nothing
     * @param uid the uid of the operator
     * @param lineage what listeners of Flink's lineage are told of what the operator writes; null if nothing is
     */
    static void behind(SingleOutputStreamOperator<Void> operator, String uid, @Nullable LineageVertex lineage) {
        operator.uid(uid)
                .setParallelism(1)
                .setMaxParallelism(1)
                .sinkTo(lineage == null ? new DiscardingSink<>() : new LineageSink(lineage))
                .name("end")
                .uid(uid + "-end")
                .setParallelism(1);
    }

    /** Flink asks sinks alone what a job writes. */
    private static final class LineageSink extends DiscardingSink<Void> implements LineageVertexProvider {

        private static final long serialVersionUID = 1L;

        /** Flink asks for it while it builds the graph, and never on a cluster. */
        private final transient LineageVertex written;

        LineageSink(LineageVertex written) {
            this.written = written;
        }

        @Override
        public LineageVertex getLineageVertex() {
            return written;
        }
    }
}
