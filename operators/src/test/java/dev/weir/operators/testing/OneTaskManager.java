package dev.weir.operators.testing;

import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;

/** Creates embedded clusters of one task manager, one for all tests of a class. */
public final class OneTaskManager {

    private OneTaskManager() {}

    /**
     * Returns a cluster that runs during the tests of a class.
     *
     * @param slots the number of task slots
     */
    public static MiniClusterExtension withSlots(int slots) {
        return new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
                .setNumberTaskManagers(1)
                .setNumberSlotsPerTaskManager(slots)
                .build());
    }
}
