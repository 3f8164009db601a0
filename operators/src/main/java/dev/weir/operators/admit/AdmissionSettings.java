package dev.weir.operators.admit;

import dev.weir.operators.clock.ClockMode;
import dev.weir.operators.query.Plan;
import dev.weir.operators.time.Schedule;
import java.io.Serializable;

/**
 * The settings of admission, apart from the decoder of records.
 *
 * @param plan the queries
 * @param schedule which windows are released
 * @param clock what moves the public clock
 * @param keyGroups how many key groups the gate has, which is its maximum parallelism; at least 1
 */
public record AdmissionSettings(Plan plan, Schedule schedule, ClockMode clock, int keyGroups) implements Serializable {}
