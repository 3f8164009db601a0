package dev.weir.testing.world;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All slots of a run in their order: at each moment one slot for each world of the moment's scenario. A partition holds the
 * worlds whose number has the same remainder, so that all records of a unit are in one partition.
 *
 * @param moments the moments, in the order of their stamps
 * @param worlds how many worlds each scenario has: a multiple of {@code partitions}
 * @param partitions how many partitions the input has, at least 1
 */
public record SlotSchedule(List<Moment> moments, int worlds, int partitions) implements Serializable {

    /** @throws IllegalArgumentException if the worlds do not divide evenly, or the moments are not in order */
    public SlotSchedule {
        moments = List.copyOf(moments);
        if (partitions < 1 || worlds % partitions != 0) {
            throw new IllegalArgumentException(
                    "worlds must be a multiple of the partitions, were " + worlds + " and " + partitions);
        }
        for (int i = 1; i < moments.size(); i++) {
            if (moments.get(i).stamp() < moments.get(i - 1).stamp()) {
                throw new IllegalArgumentException("moments must be in the order of their stamps");
            }
        }
    }

    /**
     * The schedule of some scenarios. The watermark is one stamp behind, as where another partition of the input is a little
     * behind: windows are still open when slots come to which they are closed. Scenarios take turns at each stamp, so that several records of one cell lie as
     * far apart as they can, and checkpoints fall between them.
     *
     * @param stamps the stamps of each scenario's moments, in their order
     * @param delay how long windows stay open behind their end, in milliseconds
     * @param worlds how many worlds each scenario has
     * @param partitions how many partitions the input has
     */
    public static SlotSchedule of(List<List<Long>> stamps, long delay, int worlds, int partitions) {
        List<Turn> turns = new ArrayList<>();
        for (int scenario = 0; scenario < stamps.size(); scenario++) {
            Map<Long, Integer> taken = new HashMap<>();
            for (int step = 0; step < stamps.get(scenario).size(); step++) {
                long stamp = stamps.get(scenario).get(step);
                turns.add(new Turn(
                        taken.merge(stamp, 1, Integer::sum), new Moment(stamp, Long.MIN_VALUE, scenario, step)));
            }
        }
        turns.sort(Comparator.<Turn>comparingLong(turn -> turn.moment().stamp()).thenComparingInt(Turn::number));
        List<Moment> moments = new ArrayList<>(turns.stream().map(Turn::moment).toList());
        long before = Long.MIN_VALUE;
        for (int i = 0; i < moments.size(); i++) {
            Moment moment = moments.get(i);
            if (i > 0 && moments.get(i - 1).stamp() < moment.stamp()) {
                before = moments.get(i - 1).stamp() - delay;
            }
            moments.set(i, new Moment(moment.stamp(), before, moment.scenario(), moment.step()));
        }
        return new SlotSchedule(moments, worlds, partitions);
    }

    /** A moment, and how many of its scenario there are at its stamp up to it. */
    private record Turn(int number, Moment moment) {}

    /** How many slots there are. */
    public long slots() {
        return (long) moments.size() * worlds;
    }

    /** How many slots a partition has. */
    public long partitionSlots() {
        return slots() / partitions;
    }

    /**
     * The place of a slot.
     *
     * @param index the number of the slot: those of the first partition come first
     */
    Place place(long index) {
        int partition = (int) (index / partitionSlots());
        long offset = index % partitionSlots();
        int ofPartition = worlds / partitions;
        int world = (int) (offset % ofPartition) * partitions + partition;
        return new Place(partition, offset, moments.get((int) (offset / ofPartition)), world);
    }

    /** Where a slot is. */
    record Place(int partition, long offset, Moment moment, int world) {}
}
