package dev.weir.operators.local.support;

import dev.weir.operators.result.Release;
import dev.weir.operators.result.WindowResult;
import dev.weir.operators.result.Withheld;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Writes estimates as rows that {@link dev.weir.operators.result.BinaryRowFormat} reads back. */
public final class BinaryEstimates implements EstimateFormat {

    private static final long serialVersionUID = 1L;

    private static final int INITIAL_BYTES = 256;

    @Override
    public byte[] line(WindowResult result) {
        DataOutputSerializer out = new DataOutputSerializer(INITIAL_BYTES);
        try {
            if (result instanceof Release release) {
                new Release.Serializer().serialize(release, out);
            } else {
                new Withheld.Serializer().serialize((Withheld) result, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory can be written to", e);
        }
        return out.getCopyOfBuffer();
    }
}
