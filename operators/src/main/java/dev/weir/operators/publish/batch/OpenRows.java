package dev.weir.operators.publish.batch;

import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.OrderedRows;
import dev.weir.operators.publish.row.RowBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that no checkpoint has closed yet.
 *
 * <p>A checkpoint with more than {@value OrderedRows#MOST_ROWS} open rows closes them as several batches, so that the
 * size of a transaction does not grow with the number of keys.
 */
public final class OpenRows {

    private final String pipeline;
    private final ResumePoint.Limits limits;
    private RowBuffer rows = new RowBuffer();

    /**
     * Creates an empty collection of the open rows of a pipeline.
     *
     * @param pipeline the name of the pipeline
     * @param limits the periods and windows that batches may be about. Rows of windows that an adoption has closed are
     * dropped, because these windows may already be visible with another value. Which windows are closed is public.
     * This is a second check: the release operators draw no such rows
     */
    public OpenRows(String pipeline, ResumePoint.Limits limits) {
        this.pipeline = pipeline;
        this.limits = limits;
    }

    /**
     * Adds a row, unless an adoption has closed the row's window.
     *
     * @param row a row in {@link LedgerEncoding}
     */
    public void add(byte[] row) {
        Span span = Span.of(LedgerEncoding.windowStart(row, 0), LedgerEncoding.windowEnd(row, 0));
        if (!limits.closing().touches(span, limits.unit())) {
            rows.add(row);
        }
    }

    /**
     * Closes the open rows and returns them as batches that continue the chain, with rows in public order. Returns no
     * batch if there are no rows.
     *
     * @param last the tip of the last batch of the chain
     */
    public List<LedgerBatch> close(ChainTip last) {
        List<LedgerBatch> batches = new ArrayList<>();
        ChainTip tip = last;
        for (OrderedRows part : takeInOrder().parts()) {
            LedgerBatch batch = LedgerBatch.after(tip, pipeline, part);
            batches.add(batch);
            tip = batch.batch().tip();
        }
        return batches;
    }

    private OrderedRows takeInOrder() {
        OrderedRows taken = rows.inOrder();
        rows = new RowBuffer();
        return taken;
    }
}
