package dev.weir.operators.publish.batch;

import dev.weir.accountant.journal.ResumePoint;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.accountant.journal.chain.Span;
import dev.weir.operators.publish.row.OrderedRows;
import dev.weir.operators.publish.row.PublishedRow;
import dev.weir.operators.publish.row.RowBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that no checkpoint has closed yet.
 *
 * <p>A step with more than {@value OrderedRows#MOST_ROWS} rows closes as several batches, so that no transaction and no reading of
 * one grows with the number of keys.
 */
public final class OpenRows {

    private final String pipeline;
    private final ResumePoint.Limits limits;
    private RowBuffer rows = new RowBuffer();

    /**
     * The open rows of a pipeline, without any row.
     *
     * @param pipeline the name of the pipeline
     * @param limits the periods and windows that batches may be about. Rows about windows that an adoption has closed
     * are dropped, because their windows may be visible already with another value. Which windows are closed is public.
     * This is a second check: the release operators draw no such rows
     */
    public OpenRows(String pipeline, ResumePoint.Limits limits) {
        this.pipeline = pipeline;
        this.limits = limits;
    }

    /**
     * Adds a row, unless it is about what an adoption has closed.
     *
     * @param row released or withheld
     * @throws IOException if it cannot be written
     */
    public void add(PublishedRow row) throws IOException {
        Span span = Span.of(row.windowStart(), row.windowEnd());
        if (!limits.closing().touches(span, limits.unit())) {
            rows.add(row);
        }
    }

    /**
     * Closes the open rows: batches in public order that follow the last one; none if there are no rows.
     *
     * @param last where the chain ends
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
