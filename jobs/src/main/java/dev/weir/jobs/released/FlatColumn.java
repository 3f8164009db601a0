package dev.weir.jobs.released;

import java.io.Serializable;

/**
 * A column of flat rows.
 *
 * @param name its name
 * @param type its type
 * @param path the place of its content in the line of a nested row
 */
public record FlatColumn(String name, FlatType type, LinePath path) implements Serializable {}
