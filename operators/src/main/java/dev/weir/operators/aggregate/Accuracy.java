package dev.weir.operators.aggregate;

import java.io.Serializable;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The accuracy of one released value, in units of the value; for a block with several coordinates, the accuracy of each coordinate. An
 * accuracy is public, because it is a function of configuration alone.
 *
 * @param name the value's name
 * @param sensitivity c: the most by which one record of a unit without other records in the cell can move the value, measured in the norm
 *     of the noise (not squared); above 0
 * @param scale the parameter of the distribution: scale b of Laplace noise, sigma of Gaussian noise; above 0
 * @param stddev the standard deviation of the noise that is drawn, above 0
 * @param error95 the absolute value of the noise that is exceeded with probability 0.05
 * @param more further facts about a block by name, in the order of output: texts, whole numbers, doubles, or maps of these
 */
public record Accuracy(
        String name, BigDecimal sensitivity, double scale, double stddev, double error95, Map<String, Object> more)
        implements Serializable {

    public Accuracy {
        more = Collections.unmodifiableMap(new LinkedHashMap<>(more));
    }

    /**
     * The accuracy of a single number.
     *
     * @param name the value's name
     * @param sensitivity the most by which one record of a unit without other records in the cell can move the value;
     * above 0
     * @param scale the parameter of the distribution: scale b of Laplace noise, sigma of Gaussian noise; above 0
     * @param stddev the standard deviation of the noise that is drawn, above 0
     * @param error95 the absolute value of the noise that is exceeded with probability 0.05
     */
    @SuppressWarnings("ParameterNumber") // the parameters are components of the record
    public Accuracy(String name, BigDecimal sensitivity, double scale, double stddev, double error95) {
        this(name, sensitivity, scale, stddev, error95, Map.of());
    }
}
