package dev.weir.operators.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What an operator keeps for the keys of one key group: the unit in which Flink moves state when a job is rescaled. */
public interface KeyGroupTable {

    /** The form that tables are written in; read are all from 1 on. Since 2 a gate's units have debts. */
    int FORMAT = 2;

    /** Writes the table down. */
    void write(DataOutput out) throws IOException;

    /** Fills a new table from what was written in some format, under a plan that this one succeeds. */
    void read(DataInput in, int format, Succession succession) throws IOException;
}
