package dev.weir.jobs.config;

import java.io.Serializable;

/**
 * Largest sizes in bytes. A record that exceeds one of them is rejected.
 *
 * @param recordBytes the largest size of a whole record
 * @param keyBytes the largest size of a grouping key
 * @param unitBytes the largest size of a privacy unit's id
 */
public record Limits(int recordBytes, int keyBytes, int unitBytes) implements Serializable {}
