package dev.weir.operators.publish.row;

import dev.weir.operators.release.Outcome;
import java.io.Serializable;

/** Writes an outcome as a row. Equal outcomes give equal bytes. */
@FunctionalInterface
public interface RowFormat extends Serializable {

    /**
     * Returns the row of an outcome.
     *
     * @param outcome the noisy release, the refusal of a release, or an exact value
     */
    PublishedRow format(Outcome outcome);
}
