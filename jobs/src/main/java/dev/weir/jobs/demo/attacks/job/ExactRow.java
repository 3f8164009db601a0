package dev.weir.jobs.demo.attacks.job;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * The exact figures of a window.
 *
 * @param world the number of the world
 * @param first the number of the first figure
 * @param figures the figures
 */
public record ExactRow(int world, int first, long[] figures) {

    static final TypeInformation<ExactRow> TYPE = TypeInformation.of(ExactRow.class);

    /** Names the world alone. */
    @Override
    public String toString() {
        return "exact row of world " + world;
    }
}
