package dev.weir.testing.published;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Numbers relative to the deviation that their row states. Where a mechanism draws the size of its noise, as a learnt clamp does, the same move is visible in
 * a number of small noise and lost in one of large noise; a score that weighs numbers as they are sees mostly the large ones.
 */
public final class RelativeColumns {

    private static final String VALUE = "value";
    private static final String DEVIATION = "stddev";

    private RelativeColumns() {}

    /**
     * The columns of a row, and each value divided by its deviation where both differ between worlds.
     *
     * @param row the columns that are not the same in all worlds
     */
    public static Map<String, double[]> added(Map<String, double[]> row) {
        Map<String, double[]> all = new LinkedHashMap<>(row);
        row.forEach((name, values) -> {
            double[] deviations = name.endsWith("." + VALUE)
                    ? row.get(name.substring(0, name.length() - VALUE.length()) + DEVIATION)
                    : null;
            if (deviations != null) {
                all.put(name + " / " + DEVIATION, ratios(values, deviations));
            }
        });
        return all;
    }

    private static double[] ratios(double[] values, double[] deviations) {
        double[] ratios = new double[values.length];
        Arrays.setAll(ratios, world -> deviations[world] == 0 ? 0 : values[world] / deviations[world]);
        return ratios;
    }
}
