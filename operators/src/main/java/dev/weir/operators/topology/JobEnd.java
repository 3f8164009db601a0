package dev.weir.operators.topology;

import dev.weir.operators.publish.PublishOperator;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRow;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.lineage.LineageVertex;
import org.apache.flink.streaming.api.lineage.LineageVertexProvider;
import org.jspecify.annotations.Nullable;

/** The ends of the graph, behind operators that write what they have to write by themselves. */
final class JobEnd {

    /** The uid of the publishing operator. */
    static final String PUBLISH = "weir-publish";

    private JobEnd() {}

    /**
     * Adds the publishing operator in a task of its own, and ends the graph behind it. If the operator before it has parallelism 1, Flink could chain both into one task. The publisher's state would then be
     * stored under that operator's maximum parallelism, and the job could not change from parallelism 1 to a higher one or back. Rows are encoded in the task from which they come, because that may have several
     * subtasks.
     *
     * @param rows the rows, each of which is drawn once and may be published
     * @param publisher the operator
     * @param lineage what listeners of Flink's lineage are told of the published rows; null if nothing is
     */
    static void publishing(DataStream<PublishedRow> rows, PublishOperator publisher, @Nullable LineageVertex lineage) {
        SingleOutputStreamOperator<byte[]> encoded = rows.map(LedgerEncoding::encode)
                .returns(byte[].class)
                .name("ledger-form")
                .uid(PUBLISH + "-ledger-form")
                .setParallelism(rows.getParallelism());
        int most = rows.getTransformation().getMaxParallelism();
        if (most > 0) {
            encoded.setMaxParallelism(most); // as it would be where the operators are not chained
        }
        behind(encoded.transform("publish", Types.VOID, publisher).startNewChain(), PUBLISH, lineage);
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
