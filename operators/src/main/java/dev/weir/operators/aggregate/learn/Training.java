package dev.weir.operators.aggregate.learn;

import dev.weir.operators.aggregate.Block;
import java.io.Serializable;
import java.math.BigDecimal;

/** How a model is trained: the mechanism and its settings. */
public interface Training extends Serializable {

    /**
     * Returns the released value.
     *
     * @param name the name of the released value
     * @param weight the part of the query's price; without effect on the noise, because a learner is alone in its query
     * @param records the features and the label
     * @throws IllegalArgumentException if a setting is out of range
     */
    Block of(String name, BigDecimal weight, LabelledVector records);
}
