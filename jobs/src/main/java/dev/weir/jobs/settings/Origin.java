package dev.weir.jobs.settings;

/**
 * The place where a setting is given.
 *
 * @param place the name of a file, or {@code --set} and the path of the setting
 * @param line the line, counted from 1; 0 on the command line
 */
public record Origin(String place, int line) {

    @Override
    public String toString() {
        return line == 0 ? place : place + ":" + line;
    }
}
