package dev.weir.operators.publish.row;

import dev.weir.operators.release.Outcome;
import java.io.Serializable;

/** Writes an outcome as a row. The same outcome always gives the same bytes. */
@FunctionalInterface
public interface RowFormat extends Serializable {

    /** The row of an outcome. */
    PublishedRow format(Outcome outcome);
}
