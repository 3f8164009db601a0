package dev.weir.operators.local.support;

import dev.weir.operators.result.WindowResult;
import java.io.Serializable;

/** Writes the results of a window as the bytes that readers see. Equal results give equal bytes. */
@FunctionalInterface
public interface EstimateFormat extends Serializable {

    /**
     * Returns the line of a result.
     *
     * @param result the estimates of one key, or the fact that they are withheld
     */
    byte[] line(WindowResult result);
}
