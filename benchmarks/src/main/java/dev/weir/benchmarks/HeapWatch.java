package dev.weir.benchmarks;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * Records the maximum heap in use after a garbage collection that the JVM has started by itself. The figure may include
 * garbage that these collections have not found. Full collections on request would take longer than the job when the heap is
 * large.
 */
final class HeapWatch {

    private static final List<String> OUTSIDE = List.of("Metaspace", "Compressed", "Code");

    private final AtomicLong most = new AtomicLong();

    /** Starts a watch. */
    static HeapWatch start() {
        HeapWatch watch = new HeapWatch();
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener((note, unused) -> watch.note(note), null, null);
        }
        return watch;
    }

    private void note(Notification note) {
        if (note.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            long used =
                    GarbageCollectionNotificationInfo.from((CompositeData) note.getUserData())
                            .getGcInfo()
                            .getMemoryUsageAfterGc()
                            .entrySet()
                            .stream()
                            .filter(pool -> OUTSIDE.stream().noneMatch(pool.getKey()::startsWith))
                            .map(Map.Entry::getValue)
                            .mapToLong(MemoryUsage::getUsed)
                            .sum();
            most.accumulateAndGet(used, Math::max);
        }
    }

    /** Returns the maximum since the last call, in bytes; 0 if there was no collection. */
    long take() {
        return most.getAndSet(0);
    }
}
