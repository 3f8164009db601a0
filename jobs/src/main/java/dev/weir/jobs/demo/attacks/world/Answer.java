package dev.weir.jobs.demo.attacks.world;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/**
 * Figures about a world that have been published.
 *
 * @param world the number of the world
 * @param first the number of the first of the figures among all figures of an attack
 * @param figures the figures, in the order of their numbers
 */
public record Answer(int world, int first, double[] figures) {

    /** The type, for Flink. */
    public static final TypeInformation<Answer> TYPE = TypeInformation.of(Answer.class);
}
