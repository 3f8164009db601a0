package dev.weir.operators.topology;

import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowEncoder;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.jspecify.annotations.Nullable;

/** The ends of the graph, behind operators that write what they have to write by themselves. */
final class JobEnd {

    private JobEnd() {}

    /**
     * Adds the publishing operator in a task of its own, and ends the graph behind it. If the operator before it has parallelism 1, Flink could chain both into one task. The publisher's state would then be
     * stored under that operator's maximum parallelism, and the job could not change from parallelism 1 to a higher one or back. So it is with counters. Rows are encoded in the task from which they come, because
     * that may have several subtasks.
     *
     * @param rows the rows, each of which is drawn once and may be published
     * @param publisher the operator
     * @param uid the uid of the operator
     * @param lineage what listeners of Flink's lineage are told of the published rows; null if nothing is
     */
    static void publishing(
            DataStream<PublishedRow> rows, PublishOperator publisher, String uid, @Nullable LineageVertex lineage) {
        DataStream<byte[]> encoded = rows.map(new RowEncoder())
                .returns(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO)
                .name("encode")
                .uid(uid + "-encode")
                .setParallelism(rows.getParallelism());
        behind(encoded.transform("publish", Types.VOID, publisher).startNewChain(), uid, lineage);
    }

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
