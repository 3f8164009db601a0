package dev.weir.operators.publish.row;

import dev.weir.operators.release.Outcome;
import java.io.Serializable;

/** Writes an outcome as a row. Equal outcomes give equal bytes. */
@FunctionalInterface
public interface RowFormat extends Serializable {

    /**
     * The row of an outcome.
     *
     * @param outcome the noisy release, or its refusal
     */
    PublishedRow format(Outcome outcome);
}
