package dev.weir.operators.testing;

import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** Embedded clusters of one task manager, one for all tests of a class. */
public final class OneTaskManager {

    private OneTaskManager() {}

    /**
     * A cluster that runs while a class's tests do.
     *
     * @param slots how many subtasks of an operator it has room for
     */
    public static MiniClusterExtension withSlots(int slots) {
        return new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(slots)
                .build());
    }
}
