package dev.weir.testing.world;

import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * When a job ends whose state is adopted later, and when the job behind it is lost: before every query has released a window, and after that.
 * Thus the lost job has published what the adopted state does not know.
 *
 * @param old where the first job ends, by positions in the first partition
 * @param lost where the second job ends; if no checkpoint completes there, it reads all slots
 */
record AdoptionTimes(long old, long lost) {

    /**
     * Chooses at random.
     *
     * @param plan the queries
     * @param schedule which windows are released
     * @param slots the slots
     * @param random the auditor's choices
     */
    static AdoptionTimes of(Plan plan, Schedule schedule, SlotSchedule slots, SplittableRandom random) {
        long seen = plan.windows().stream()
                .mapToLong(window -> window.cellEnd(schedule.from()))
                .max()
                .orElseThrow();
        long ofMoment = slots.partitionSlots() / slots.moments().size();
        long first = IntStream.range(0, slots.moments().size())
                        .filter(number -> slots.moments().get(number).watermark() >= seen)
                        .findFirst()
                        .orElse(slots.moments().size() - 1)
                * ofMoment;
        return new AdoptionTimes(
                random.nextLong(Math.max(1, first)),
                first + random.nextLong(Math.max(1, (slots.partitionSlots() - first) / 2)));
    }
}
