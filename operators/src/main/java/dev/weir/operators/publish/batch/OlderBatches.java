package dev.weir.operators.publish.batch;

import dev.weir.accountant.journal.JournalState;
import dev.weir.accountant.journal.JournalState.Pending;
import dev.weir.accountant.journal.chain.ChainTip;
import dev.weir.operators.publish.row.LedgerEncoding;
import dev.weir.operators.publish.row.PublishedRowSerializer;
import dev.weir.operators.publish.row.RowBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * Pending batches in the form in which older builds without a ledger wrote them: in their order, followed by an empty
 * batch with the number of the last batch that was ever closed. This form is read and never written. Each batch keeps
 * its number and its rows, and becomes part of a chain that begins with the oldest of these batches.
 *
 * <p>Bytes of a batch: the format, the batch's number, the number of rows, then each row as {@link
 * PublishedRowSerializer} writes it.
 */
public final class OlderBatches {

    private static final int FORMAT = 1;
    private static final PublishedRowSerializer ROWS = new PublishedRowSerializer();

    private final String pipeline;
    private final ChainTip base;
    private final List<LedgerBatch> batches = new ArrayList<>();
    private ChainTip tip;

    private OlderBatches(String pipeline, ChainTip base) {
        this.pipeline = pipeline;
        this.base = base;
        this.tip = base;
    }

    /**
     * Reads the batches.
     *
     * @param pipeline the name of the pipeline
     * @param origin the origin of the pipeline's chain
     * @param written the bytes of each batch; at least one, because the empty batch is always among them
     * @throws SuppressRestartsException if the bytes are not in this form, or the number of a batch does not follow the
     * number of the batch before it
     */
    public static OlderBatches read(String pipeline, ChainTip origin, List<byte[]> written) {
        try {
            return readAll(pipeline, origin, written);
        } catch (IOException e) {
            throw UnusableRows.refused("a batch without a journal is cut, or in another form");
        }
    }

    private static OlderBatches readAll(String pipeline, ChainTip origin, List<byte[]> written) throws IOException {
        DataInputDeserializer first = in(written.get(0));
        long number = first.readLong();
        long published = first.readInt() == 0 ? number : number - 1;
        OlderBatches read = new OlderBatches(pipeline, new ChainTip(published, origin.hash()));
        for (byte[] batch : written) {
            read.add(in(batch));
        }
        return read;
    }

    private static DataInputDeserializer in(byte[] batch) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(batch);
        int format = in.readInt();
        if (format != FORMAT) {
            throw new IOException("format of a batch without a journal must be " + FORMAT + ", was " + format);
        }
        return in;
    }

    private void add(DataInputDeserializer in) throws IOException {
        long number = in.readLong();
        RowBuffer rows = new RowBuffer();
        for (int left = in.readInt(); left > 0; left--) {
            rows.add(LedgerEncoding.encode(ROWS.deserialize(in)));
        }
        if (number != tip.sequence() + (rows.isEmpty() ? 0 : 1)) {
            throw UnusableRows.refused("batch " + number + " does not follow batch " + tip.sequence());
        }
        if (!rows.isEmpty()) {
            batches.add(LedgerBatch.after(tip, pipeline, rows.inOrder()));
            tip = batches.get(batches.size() - 1).batch().tip();
        }
    }

    /** The batches with rows, in their order. */
    public List<LedgerBatch> batches() {
        return batches;
    }

    /** The chain of these batches, which no ledger contains. Every earlier batch has been published. */
    public JournalState chain() {
        List<Pending> pending =
                batches.stream().map(batch -> new Pending(batch.batch(), 0)).toList();
        long reach = batches.stream()
                .mapToLong(batch -> batch.batch().span().lastEnd())
                .max()
                .orElse(Long.MIN_VALUE);
        return new JournalState(base, pending, null, reach);
    }
}
