package dev.weir.jobs.guide;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a user wants to release, and about whom. Nothing in it comes from the data.
 *
 * @param name the pipeline's name
 * @param time the column of the event time and how it is written
 * @param person who is protected
 * @param key what is grouped by; null: nothing
 * @param window the length of windows, such as {@code 1d}
 * @param sum what is added up beside the count; null: nothing
 * @param epsilon the budget, and whether it is the default
 * @param contributions how many full-size records of a unit the budget affords, and whether that is the default
 */
public record Wishes(
        String name,
        Time time,
        Person person,
        @Nullable Key key,
        String window,
        @Nullable Sum sum,
        Chosen epsilon,
        Chosen contributions) {

    /**
     * The event time.
     *
     * @param column its name
     * @param form how times are written
     * @param zone the zone of local times; empty where times tell their instants
     */
    public record Time(String column, TimeGuess form, String zone) {}

    /**
     * Who is protected.
     *
     * @param unit the word of {@code privacy.unit}
     * @param column the column that names the person; empty where every record is a unit
     */
    public record Person(String unit, String column) {

        /** Whether every record is a unit. */
        boolean isRecord() {
            return unit.equals("event");
        }
    }

    /**
     * A grouping key.
     *
     * @param column its name
     * @param declared the keys that the user lists; empty if they are in a file
     * @param file the path of the user's file of keys, relative to the pipeline file; empty if they are listed
     */
    public record Key(String column, List<String> declared, String file) {

        public Key {
            declared = List.copyOf(declared);
        }
    }

    /**
     * A sum.
     *
     * @param column the column that is added up
     * @param low the lower end of the clamp
     * @param high the upper end of the clamp
     * @param decimals the decimals of the column's numbers
     */
    public record Sum(String column, String low, String high, int decimals) {}

    /**
     * A number of the file.
     *
     * @param text the number
     * @param isDefault whether the user has left it to the command
     */
    public record Chosen(String text, boolean isDefault) {}
}
