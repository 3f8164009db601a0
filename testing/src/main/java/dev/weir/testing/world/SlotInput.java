package dev.weir.testing.world;

import java.io.Serializable;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The input of a job.
 *
 * @param schedule the slots
 * @param content what they hold
 */
public record SlotInput(SlotSchedule schedule, SlotContent content) implements Serializable {

    /** All slots, in their order. */
    public Stream<Slot> slots() {
        return LongStream.range(0, schedule.slots()).mapToObj(this::at);
    }

    /** The slot of a number. */
    Slot at(long index) {
        SlotSchedule.Place place = schedule.place(index);
        Moment moment = place.moment();
        return new Slot(
                place.partition(),
                place.offset(),
                moment.stamp(),
                moment.watermark(),
                content.at(moment.scenario(), moment.step(), place.world()));
    }
}
