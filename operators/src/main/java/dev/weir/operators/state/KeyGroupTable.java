package dev.weir.operators.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What an operator keeps for the keys of one key group: the unit in which Flink moves state when a job is rescaled. */
public interface KeyGroupTable {

    /** Writes the table down, in a form that {@link #read} understands for as long as the format number stays. */
    void write(DataOutput out) throws IOException;

    /** Fills a new table from what was written under a plan that this one succeeds. */
    void read(DataInput in, Succession succession) throws IOException;
}
